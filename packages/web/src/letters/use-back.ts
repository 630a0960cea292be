import { useCallback } from "react";
import { useNavigate } from "react-router";

/** One step back in the history; to the folder when the page shown was the first one. */
export function useBack(folder: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    // React Router numbers the entries that it has made itself: at 0 nothing of ours lies behind.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) void navigate(-1);
    else void navigate(`/${folder}?letters=all`);
  }, [navigate, folder]);
}

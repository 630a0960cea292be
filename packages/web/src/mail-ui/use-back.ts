import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** The step of the history that is being left: until the page is another one, a second click leaves nothing. */
let leaving: string | undefined;

/** One step back in the history; to the folder when the page shown was the first one. */
export function useBack(folder: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  useEffect(() => {
    if (leaving !== key) leaving = undefined;
  }, [key]);
  return useCallback(() => {
    if (leaving === key) return;
    leaving = key;
    // React Router numbers the entries that it has made itself: at 0 nothing of ours lies behind.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) void navigate(-1);
    else void navigate(`/${folder}?letters=all`);
  }, [navigate, folder, key]);
}

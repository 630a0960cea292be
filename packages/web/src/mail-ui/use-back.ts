import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** The history entry that is being left: until another one is shown, a second click does nothing. */
let leaving: string | undefined;

/** Whether the history entry that is shown is left in a moment: what it shows may be gone already. */
export const isGoingBack = (key: string): boolean => leaving === key;

/** Goes back in the history, or to the folder where this page is the first one. */
export function useBack(folder: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  useEffect(() => {
    if (leaving !== key) leaving = undefined;
  }, [key]);
  return useCallback(() => {
    if (leaving === key) return;
    leaving = key;
    // React Router numbers the entries that it has made: before 0 there is none of ours.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) void navigate(-1);
    else void navigate(`/${folder}?letters=all`);
  }, [navigate, folder, key]);
}

/** A preview has an entry of the history: the browser's Back closes it, and stays on the page. */
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

const isOfPreview = (state: unknown): boolean => (state as { isPreview?: unknown } | null)?.isPreview === true;
/** As React Router keeps it: what is shown may be older. */
const isCurrent = (): boolean => isOfPreview((window.history.state as { usr?: unknown } | null)?.usr);

/** @param onBack called when the entry was left by the browser's Back */
export function useHistoryEntry(onBack: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const given = useRef({ location, navigate, onBack });
  const isMounted = useRef(false);
  const wasShown = useRef(false);
  const isShown = isOfPreview(location.state);
  useEffect(() => {
    given.current = { location, navigate, onBack };
  });
  useEffect(() => {
    isMounted.current = true;
    const { pathname, search, state } = given.current.location;
    // After a reload it is there already.
    if (!isCurrent())
      void given.current.navigate({ pathname, search }, { state: { ...(state as object | null), isPreview: true } });
    return () => {
      isMounted.current = false;
      // What was closed by a button leaves no entry; a link to another page has taken its place.
      queueMicrotask(() => !isMounted.current && isCurrent() && void given.current.navigate(-1));
    };
  }, []);
  useEffect(() => {
    if (isShown) wasShown.current = true;
    else if (wasShown.current) given.current.onBack();
  }, [isShown]);
}

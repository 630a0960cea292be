import { useMemo, useSyncExternalStore } from "react";

/** Whether the media query holds now; follows changes. */
export function useMediaQuery(query: string): boolean {
  const media = useMemo(() => window.matchMedia(query), [query]);
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => media.matches,
    () => media.matches,
  );
}

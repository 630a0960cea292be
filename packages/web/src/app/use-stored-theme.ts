import { useEffect, useRef } from "react";
import { setView } from "../store/index.ts";
import { applyTheme, storedTheme } from "../themes/index.ts";

/** Applies the stored theme on navigation: another tab may have changed it. */
export function useStoredTheme(pathname: string): void {
  const applied = useRef<string>(undefined);
  useEffect(() => {
    if (applied.current === pathname) return;
    applied.current = pathname;
    const theme = storedTheme();
    applyTheme(theme);
    setView({ theme });
  }, [pathname]);
}

/** Settings that this tab or another one has stored. */
import { useEffect, useRef } from "react";
import { changeLanguage, isLanguage } from "../i18n/index.ts";
import { setView } from "../store/index.ts";
import { applyTheme, storedTheme } from "../themes/index.ts";

/** Applies the stored theme on navigation, because another tab may have changed it, and another tab's language at once. */
export function useStoredSettings(pathname: string): void {
  const applied = useRef<string>(undefined);
  useEffect(() => {
    if (applied.current === pathname) return;
    applied.current = pathname;
    const theme = storedTheme();
    applyTheme(theme);
    setView({ theme });
  }, [pathname]);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent): void => {
      if (key !== "lang" || !isLanguage(newValue)) return;
      setView({ lang: newValue });
      void changeLanguage(newValue);
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
}

import { useEffect } from "react";
import { changeLanguage, isLanguage } from "../i18n/index.ts";
import { setView } from "../store/index.ts";

/** A language that is chosen in one tab is shown in all. */
export function useLanguageOfOtherTabs(): void {
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

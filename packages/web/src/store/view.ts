/** The view state, by the specification's names. Theme and language are stored by `themes` and `i18n`. */
import { createSignal, useSignal } from "./signal.ts";

export interface View {
  theme: string;
  lang: "ru" | "en";
  isLoading: boolean;
  /** The filter menu is open. */
  toggleFilter: boolean;
  /** Unset until the panel was opened once. */
  settingsOpen: boolean | undefined;
  themeSwitcher: boolean;
  langSwitcher: boolean;
  newLetterPopup: boolean;
}

/** Storage may be closed to us. */
function stored(key: "theme" | "lang"): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const view = createSignal<View>({
  theme: stored("theme") ?? "white",
  lang: stored("lang") === "en" ? "en" : "ru",
  isLoading: false,
  toggleFilter: false,
  settingsOpen: undefined,
  themeSwitcher: false,
  langSwitcher: false,
  newLetterPopup: false,
});

export const getView = (): View => view.get();

/** `useView((view) => view.settingsOpen)`: select single values, not new objects. */
export function useView<S>(select: (view: View) => S): S {
  return useSignal(view, select);
}

export function setView(change: Partial<View>): void {
  view.set({ ...view.get(), ...change });
}

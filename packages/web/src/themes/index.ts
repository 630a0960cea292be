/** The colour themes: each is one page of tokens, chosen by `data-theme` on the document. */
import "./derived.css";
import "./white.css";
import "./dark.css";

/** Every theme, in the palette's order. */
export const themeNames = ["white", "dark"] as const;
export type ThemeName = (typeof themeNames)[number];

/** Those that stand apart from the palette of colours. */
export const specialThemes: readonly ThemeName[] = ["white", "dark"];
export const colourThemes: readonly ThemeName[] = themeNames.filter((name) => !specialThemes.includes(name));

export const defaultTheme: ThemeName = "white";

export function isThemeName(name: string | null): name is ThemeName {
  return themeNames.some((theme) => theme === name);
}

/** Sets every token at once, without drawing a component again. `public/first-paint.js` does the same before the first one. */
export function applyTheme(name: ThemeName): void {
  document.documentElement.dataset["theme"] = name;
}

/** The stored theme when there is one and it exists, else white. Storage may be closed to us. */
export function storedTheme(): ThemeName {
  try {
    const name = localStorage.getItem("theme");
    return isThemeName(name) ? name : defaultTheme;
  } catch {
    return defaultTheme;
  }
}

export function storeTheme(name: ThemeName): void {
  try {
    localStorage.setItem("theme", name);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

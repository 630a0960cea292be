/** The colour themes: each is one page of tokens, chosen by `data-theme` on the document. */
import "./derived.css";
import "./white.css";
import "./dark.css";
import "./anime.css";
import "./brown.css";
import "./gray.css";
import "./violet.css";
import "./darkBlue.css";
import "./blue.css";
import "./pink.css";
import "./orange.css";
import "./green.css";
import "./teal.css";
import "./beige.css";
import "./cream.css";
import "./celery.css";
import "./sea.css";
import "./purple.css";
import "./lightGray.css";
import "./red.css";

/** Those that stand apart from the palette of colours. */
export const specialThemes = ["white", "dark", "anime"] as const;
/** The palette, in its order. */
export const colourThemes = [
  "brown",
  "gray",
  "violet",
  "darkBlue",
  "blue",
  "pink",
  "orange",
  "green",
  "teal",
  "beige",
  "cream",
  "celery",
  "sea",
  "purple",
  "lightGray",
  "red",
] as const;

export const themeNames = [...specialThemes, ...colourThemes] as const;
export type ThemeName = (typeof themeNames)[number];

function isThemeName(name: string | null | undefined): name is ThemeName {
  return themeNames.some((theme) => theme === name);
}

/** White, or what the administrator has set (PISMO_THEME). */
function defaultTheme(): ThemeName {
  const { defaultTheme: name } = document.documentElement.dataset;
  return isThemeName(name) ? name : "white";
}

let applied: ThemeName | undefined;

/** Sets every token at once, without drawing a component again. `src/first-paint.js` does the same before the first one. */
export function applyTheme(name: ThemeName): void {
  // Each navigation asks for it, and a measure of the header's colour would calculate the styles of the new page twice.
  if (applied === name) return;
  applied = name;
  const { documentElement: root, head } = document;
  if (root.dataset["theme"] !== name) {
    root.dataset["themeChange"] = "";
    root.dataset["theme"] = name;
    // Asking for a measure makes the browser take the new colours in now, while nothing fades.
    root.getBoundingClientRect();
    delete root.dataset["themeChange"];
  }
  // The colour of the browser's own UI around the page: the status bar of a phone, the title bar of an installed app.
  const header = getComputedStyle(root).getPropertyValue("--header").trim();
  head.querySelector("meta[name='theme-color']")?.setAttribute("content", header);
}

/** The stored theme when there is one and it exists, else the default. Storage may be closed to us. */
export function storedTheme(): ThemeName {
  try {
    const name = localStorage.getItem("theme");
    return isThemeName(name) ? name : defaultTheme();
  } catch {
    return defaultTheme();
  }
}

export function storeTheme(name: ThemeName): void {
  try {
    localStorage.setItem("theme", name);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

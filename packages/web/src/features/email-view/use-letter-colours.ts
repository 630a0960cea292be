import { useSyncExternalStore } from "react";
import { type DarkRange, type FrameColours, lightnessOf, parseColour } from "../../letter-html/index.ts";

export interface LetterColours {
  /** Of the page around the letter. */
  colours: FrameColours;
  /** Set on a dark page: what white and black become. */
  dark: DarkRange | undefined;
}

/** A sheet of paper: what letters are written for. The colours are the ones that browsers begin with. */
export const paper: FrameColours = {
  scheme: "light",
  background: "white",
  text: "black",
  quiet: "dimgray",
  link: "#0000ee",
};

/** The frame shares no style sheet with the page, so the theme's colours are handed over by value. */
function read(): LetterColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const [background, text] = [token("--container"), token("--text-primary")];
  const [white, black] = [background, text].map((value) => {
    const colour = parseColour(value);
    return colour && lightnessOf(colour);
  });
  const isDark = white !== undefined && black !== undefined && white < black;
  return {
    colours: {
      scheme: isDark ? "dark" : "light",
      background,
      text,
      quiet: token("--text-quiet"),
      link: token("--accent-text"),
    },
    dark: isDark ? { white, black } : undefined,
  };
}

let current: LetterColours | undefined;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(() => {
    current = undefined;
    listener();
  });
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    observer.disconnect();
    current = undefined;
  };
}

/** The theme's colours, as letters take them. */
export const useLetterColours = (): LetterColours => useSyncExternalStore(subscribe, () => (current ??= read()));

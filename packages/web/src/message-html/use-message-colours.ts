import { useSyncExternalStore } from "react";
import { type DarkRange, parseColour, toOklab } from "./css/colours.ts";
import type { FrameColours } from "./frame/frame-document.ts";

export interface MessageColours {
  /** Of the page around the message. */
  colours: FrameColours;
  /** Set on a dark page: what white and black become. */
  dark: DarkRange | undefined;
}

/** The frame shares no style sheet with the page, so the theme's colours are handed over by value. */
function read(): MessageColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const [background, text] = [token("--container"), token("--text-primary")];
  const [page, ink] = [background, text].map((value) => {
    const colour = parseColour(value);
    return colour && toOklab(colour);
  });
  const isDark = page !== undefined && ink !== undefined && page[0] < ink[0];
  return {
    colours: {
      scheme: isDark ? "dark" : "light",
      background,
      text,
      quiet: token("--text-quiet"),
      link: token("--accent-text"),
      warning: token("--danger"),
    },
    dark: isDark ? { white: page[0], black: ink[0], tint: [page[1], page[2]] } : undefined,
  };
}

let current: { theme: string | undefined; colours: MessageColours } | undefined;

/** The same object while the theme is the same: a message's frame is not built again for nothing. */
function latest(): MessageColours {
  const theme = document.documentElement.dataset["theme"];
  if (!current || current.theme !== theme) current = { theme, colours: read() };
  return current.colours;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** The theme's colours, as messages take them. */
export const useMessageColours = (): MessageColours => useSyncExternalStore(subscribe, latest);

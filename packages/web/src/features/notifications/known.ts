import type { BrowserState, NotifiedBrowser } from "../../store/notifications/browser.ts";

/** What the page knows of the person's browsers. */
export interface Known {
  state: BrowserState;
  browsers: readonly NotifiedBrowser[];
  /** This one, where it is among them. */
  own: NotifiedBrowser | undefined;
}

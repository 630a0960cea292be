/** What shows that an act is done. Checked in the page in every frame, so each stands for itself: it can use nothing outside. */

export const conditions = {
  list: () => document.querySelector("[data-letter]") !== null,
  /** Rows to be seen, be it the picture of them that stands until the client does. */
  rows: () => document.querySelector("[data-letter], [data-first-sight]") !== null,
  wholeFolder: () => !location.search.includes("q=") && document.querySelectorAll("[data-letter]").length > 8,
  emptyFolder: () =>
    document.querySelector("[data-letter]") === null &&
    document.querySelector("main")?.textContent.includes("No letters") === true,
  /** Its frame, subject and text. Text that is HTML can be seen in the picture of it, at its whole height, or in its frame. */
  letter: (id: string) => {
    const article = location.pathname === `/email/${id}` && document.querySelector("article[aria-busy=false]");
    if (!article) return false;
    const picture = article.querySelector<HTMLIFrameElement>("iframe[aria-hidden]");
    if (!picture || picture.closest("[data-loaded]")) return true;
    const text = picture.contentDocument?.body;
    return (
      text?.textContent?.trim() !== "" &&
      picture.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      picture.getBoundingClientRect().height >= (text?.getBoundingClientRect().bottom ?? Infinity)
    );
  },
  compose: () => document.querySelector("[role=dialog] [contenteditable=true]") !== null,
  sent: () => document.querySelector("[role=dialog]") === null && document.body.textContent.includes("Letter sent"),
  /** Rows that were not drawn before. */
  others: (before: string) =>
    [...document.querySelectorAll<HTMLElement>("[data-letter]")].filter(
      ({ dataset }) => !before.split(" ").includes(dataset["letter"] ?? ""),
    ).length > 5,
  /** Of a thousand letters some words are in none. */
  found: (words: string) =>
    new URLSearchParams(location.search).get("q") === words &&
    (document.querySelector("[data-letter]") !== null ||
      document.querySelector("main")?.textContent.includes("No letters") === true),
  without: (id: string) =>
    document.querySelector("[data-letter]") !== null && document.querySelector(`[data-letter="${id}"]`) === null,
  flagged: (id: string, isFlagged: string) =>
    (document.querySelector(`li:has([data-letter="${id}"]) button[data-shown=flag]`) !== null) ===
    (isFlagged === "true"),
  unread: (id: string, isUnread: string) =>
    document.querySelector(`li:has([data-letter="${id}"])`)?.hasAttribute("data-unread") === (isUnread === "true"),
} satisfies Conditions;

export type Conditions = Readonly<Record<string, (...args: string[]) => boolean>>;

export interface Shown {
  /** Of a condition that the page was given. */
  name: string;
  args: readonly string[];
}

export const shows = (name: keyof typeof conditions, ...args: string[]): Shown => ({ name, args });

/** What shows that an act is done. Evaluated in the page in every frame, so each is self-contained. */

export const conditions = {
  list: () => document.querySelector("[data-letter]")?.closest("[data-initial-render]") === null,
  /** A click on a row is heard: React has its handlers. */
  usable: () => {
    const row = document.querySelector("[data-letter]");
    const props = Object.entries(row ?? {}).find(([name]) => name.startsWith("__reactProps$"))?.[1] as unknown;
    return typeof (props as { onClick?: unknown } | undefined)?.onClick === "function";
  },
  /** Rows to be seen, in the initial render or in the client. */
  rows: () => document.querySelector("[data-letter], [data-initial-render]") !== null,
  fullFolder: () => !location.search.includes("q=") && document.querySelectorAll("[data-letter]").length > 8,
  emptyFolder: () =>
    document.querySelector("[data-letter]") === null &&
    document.querySelector("main")?.textContent.includes("No letters") === true,
  /** Its frame, subject and text. HTML is visible in the inert frame, at its whole height, or in its own frame. */
  message: (id: string) => {
    const article = location.pathname === `/email/${id}` && document.querySelector("article[aria-busy=false]");
    if (!article) return false;
    const inert = article.querySelector<HTMLIFrameElement>("iframe[aria-hidden]");
    if (!inert || inert.closest("[data-loaded]")) return true;
    const text = inert.contentDocument?.body;
    return (
      text?.textContent?.trim() !== "" &&
      inert.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      inert.getBoundingClientRect().height >= (text?.getBoundingClientRect().bottom ?? Infinity)
    );
  },
  compose: () => document.querySelector("[role=dialog] [contenteditable=true]") !== null,
  sent: () => document.querySelector("[role=dialog]") === null && document.body.textContent.includes("Letter sent"),
  /** Rows that were not drawn before. */
  others: (before: string) =>
    [...document.querySelectorAll<HTMLElement>("[data-letter]")].filter(
      ({ dataset }) => !before.split(" ").includes(dataset["letter"] ?? ""),
    ).length > 5,
  /** Among a thousand Emails some words occur in none. */
  found: (words: string) =>
    new URLSearchParams(location.search).get("q") === words &&
    (document.querySelector("[data-letter]") !== null ||
      document.querySelector("main")?.textContent.includes("No letters") === true),
  /** Files that were not drawn before. */
  files: (before: string) =>
    [...document.querySelectorAll("main ul a[href^='/email/']")].filter(
      (link) => !before.split(" ").includes(link.getAttribute("href") ?? ""),
    ).length > 3,
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

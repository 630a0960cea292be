/** What shows that an act is done. Checked in the page in every frame, so each stands for itself: it can use nothing outside. */

export const conditions = {
  list: () => document.querySelector("[data-letter]") !== null,
  wholeFolder: () => !location.search.includes("q=") && document.querySelectorAll("[data-letter]").length > 8,
  emptyFolder: () =>
    document.querySelector("[data-letter]") === null &&
    document.querySelector("main")?.textContent.includes("No letters") === true,
  letter: () => location.pathname.startsWith("/email/") && document.querySelector("article") !== null,
  compose: () => document.querySelector("[role=dialog] [contenteditable=true]") !== null,
  /** Rows that were not drawn before. */
  others: (before: string) =>
    [...document.querySelectorAll<HTMLElement>("[data-letter]")].filter(
      ({ dataset }) => !before.split(" ").includes(dataset["letter"] ?? ""),
    ).length > 5,
  without: (id: string) =>
    document.querySelector("[data-letter]") !== null && document.querySelector(`[data-letter="${id}"]`) === null,
  pressed: (id: string, pressed: string) =>
    document.querySelector(`li:has([data-letter="${id}"]) button[aria-pressed]`)?.getAttribute("aria-pressed") ===
    pressed,
} satisfies Record<string, (...args: string[]) => boolean>;

export interface Shown {
  name: keyof typeof conditions;
  args: readonly string[];
}

export const shows = (name: keyof typeof conditions, ...args: string[]): Shown => ({ name, args });

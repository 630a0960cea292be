/** Which stories `npm test` runs today: those of the specification and of what must never break, and a third of the others. */
import { filesOfOtherDays, thirdOfToday } from "../../packages/server/test/support/of-today.ts";

/** Names of files without `.spec.ts`, by the reason that they run daily. */
const reasons = {
  "the specification, as docs/specification-checklist.md names them":
    "accounts categories compose-files compose-popup dates email email-actions header hostile-messages keyboard list " +
    "list-files list-selection main-job navigation routes settings shell shell-widths stored-settings theme-contrast " +
    "theme-palette themes",
  "safety, durability, and how the page loads and moves":
    "durability hostile-files initial-render misleading-links nothing-moves one-request reload safe-messages sign-in",
  "variants of three and more, which take turns over all days":
    "compose-editor fact-cards go-to-date identities mail-links newsletters outbox print signature",
  "what most people meet daily": "all-accounts compose-drafts conversations labels saved-searches search undo-send",
};
const daily = new Set(Object.values(reasons).flatMap((names) => names.split(" ")));

const nameOf = (file: string): string => file.replace(/\.spec\.ts$/, "");

/** The files of stories that are left out today, of all. */
export function storiesOfOtherDays(files: readonly string[], day?: number): string[] {
  const others = files.filter((file) => /^[\w-]+\.spec\.ts$/.test(file) && !daily.has(nameOf(file))).toSorted();
  const today = new Set(thirdOfToday(others, day));
  return [...filesOfOtherDays(files, day), ...others.filter((file) => !today.has(file))];
}

/** Of those above that no file has. */
export const missingStories = (files: readonly string[]): string[] =>
  [...daily].filter((name) => !files.includes(`${name}.spec.ts`));

import type { Translation } from "../catalogue.ts";
import type { letter as russian } from "../ru/letter.ts";

export const letter: Translation<typeof russian> = {
  download: "Download",
  downloadAll: "Download all",
  files_one: "{{count}} file(s)",
  files_other: "{{count}} file(s)",
};

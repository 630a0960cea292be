import type { Translation } from "../catalogue.ts";
import type { fileNames as russian } from "../ru/file-names.ts";

export const fileNames: Translation<typeof russian> = {
  letter: "Letter",
  calendar: "Event",
  unnamed: "Unnamed file",
};

import type { Translation } from "../catalogue.ts";
import type { settings as russian } from "../ru/settings.ts";
import { sight } from "./sight.ts";

export const settings: Translation<typeof russian> = {
  ...sight.settings,
  close: "Close settings",
  ru: "Русский",
  en: "English",
};

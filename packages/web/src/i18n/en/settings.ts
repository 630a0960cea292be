import type { Translation } from "../catalogue.ts";
import type { settings as russian } from "../ru/settings.ts";
import { initialRender } from "./initial-render.ts";

export const settings: Translation<typeof russian> = {
  ...initialRender.settings,
  close: "Close settings",
  appearance: "Appearance",
  language: "Language",
  ru: "Русский",
  en: "English",
};

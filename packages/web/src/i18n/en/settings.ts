import type { Translation } from "../catalogue.ts";
import type { settings as russian } from "../ru/settings.ts";

export const settings: Translation<typeof russian> = {
  settings: "Settings",
  close: "Close settings",
  appearance: "Appearance",
  changeLanguage: "Change language",
  language: "Language",
  chooseLanguage: "Choose language",
  ru: "Русский",
  en: "English",
  colours: "How your mail looks",
  specials: "Special themes",
  themes: {
    white: "Light",
    dark: "Dark",
  },
};

import type { Translation } from "../catalogue.ts";
import type { settings as russian } from "../ru/settings.ts";
import { sight } from "./sight.ts";

export const settings: Translation<typeof russian> = {
  ...sight.settings,
  close: "Close settings",
  appearance: "Appearance",
  changeLanguage: "Change language",
  language: "Language",
  chooseLanguage: "Choose language",
  ru: "Русский",
  en: "English",
  colours: "How your mail looks",
  specials: "Special themes",
  palette: "Colour themes",
  themes: {
    white: "Light",
    dark: "Dark",
    anime: "Anime",
    brown: "Brown",
    gray: "Gray",
    violet: "Violet",
    darkBlue: "Dark blue",
    blue: "Blue",
    pink: "Pink",
    orange: "Orange",
    green: "Green",
    teal: "Teal",
    beige: "Beige",
    cream: "Cream",
    celery: "Celery",
    sea: "Sea",
    purple: "Purple",
    lightGray: "Light gray",
    red: "Red",
  },
};

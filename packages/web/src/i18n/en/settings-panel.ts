import type { Translation } from "../catalogue.ts";
import type { settingsPanel as russian } from "../ru/settings-panel.ts";

export const settingsPanel: Translation<typeof russian> = {
  appearance: "Appearance",
  changeLanguage: "Change language",
  language: "Language",
  chooseLanguage: "Choose language",
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

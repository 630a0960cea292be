import type { Translation } from "../catalogue.ts";
import type { settingsViews as russian } from "../ru/settings-views.ts";

export const settingsViews: Translation<typeof russian> = {
  changeLanguage: "Change language",
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

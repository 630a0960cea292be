/** Texts in Russian and English, bundled. Russian is the default and the fallback. */
import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./en/index.ts";
import { ru } from "./ru/index.ts";

export const languages = ["ru", "en"] as const;
export type Language = (typeof languages)[number];

function isLanguage(value: string | null): value is Language {
  return languages.some((language) => language === value);
}

/** The stored language when there is one, else Russian. Storage may be closed to us. */
function storedLanguage(): Language {
  try {
    const lang = localStorage.getItem("lang");
    return isLanguage(lang) ? lang : "ru";
  } catch {
    return "ru";
  }
}

export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  // The texts are here already: the first screen is drawn in its language.
  initAsync: false,
  lng: storedLanguage(),
  fallbackLng: "ru",
  defaultNS: "translation",
  resources: { ru: { translation: ru }, en: { translation: en } },
  interpolation: { escapeValue: false },
});
document.documentElement.lang = storedLanguage();

/** Changes the language of every text at once and keeps it for the next visit. */
export function changeLanguage(language: Language): void {
  try {
    localStorage.setItem("lang", language);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  document.documentElement.lang = language;
  void i18n.changeLanguage(language);
}

/** The language now spoken, for formatting outside components. */
export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : "ru";
}

/**
 * Texts in Russian and English, bundled: the language that is shown comes with the page, the other when it is chosen or
 * the page has time. Russian is the default and the fallback.
 */
import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";
import { catalogues, isLanguage, type Language, languages, storedLanguage } from "./languages.ts";

export { isLanguage, type Language, languages, locales } from "./languages.ts";

const loaded = new Set<Language>();

export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  initAsync: false,
  lng: storedLanguage(),
  fallbackLng: "ru",
  defaultNS: "translation",
  resources: {},
  interpolation: { escapeValue: false },
});
document.documentElement.lang = storedLanguage();

async function load(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const texts = await catalogues[language]();
  // Texts of pieces of code may be there already: these are added to them.
  i18n.addResourceBundle(language, "translation", texts, true, true);
  loaded.add(language);
}

/** Fetches the texts of every language, so that a change of it does not wait. @throws TypeError */
export async function loadLanguages(): Promise<void> {
  await Promise.all(languages.map(load));
}

let chosen: Language | undefined;

/**
 * Changes the language of every text, at once where its texts are there, and keeps it for the next visit.
 * @throws TypeError where they cannot be fetched: then the next visit has them
 */
export async function changeLanguage(language: Language): Promise<void> {
  chosen = language;
  try {
    localStorage.setItem("lang", language);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  if (!loaded.has(language)) await load(language);
  if (chosen !== language) return;
  document.documentElement.lang = language;
  await i18n.changeLanguage(language);
}

/** The language now spoken, for formatting outside components. */
export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : "ru";
}

/** The first screen is drawn in its language: it waits for this. (A module that waits by itself splits the code badly.) */
export const firstTexts = load(storedLanguage());

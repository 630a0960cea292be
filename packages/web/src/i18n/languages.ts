/** The two languages and where their texts lie. Knows nothing of what shows them. */
import type { Translation } from "./catalogue.ts";
import type { ru } from "./ru/index.ts";

export const languages = ["ru", "en"] as const;
export type Language = (typeof languages)[number];
/** As Intl names them. */
export const locales: Record<Language, string> = { ru: "ru-RU", en: "en-US" };

export type Catalogue = Translation<typeof ru>;

export const catalogues: Record<Language, () => Promise<Catalogue>> = {
  ru: async () => (await import("./ru/index.ts")).ru,
  en: async () => (await import("./en/index.ts")).en,
};

export function isLanguage(value: string | null | undefined): value is Language {
  return languages.some((language) => language === value);
}

/** Russian, or what the administrator has set (PISMO_LANGUAGE). */
function defaultLanguage(): Language {
  const { defaultLang } = document.documentElement.dataset;
  return isLanguage(defaultLang) ? defaultLang : "ru";
}

/** The stored language when there is one, else the default. Storage may be closed to us. */
export function storedLanguage(): Language {
  try {
    const lang = localStorage.getItem("lang");
    return isLanguage(lang) ? lang : defaultLanguage();
  } catch {
    return defaultLanguage();
  }
}

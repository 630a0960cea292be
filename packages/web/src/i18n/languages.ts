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

export function isLanguage(value: string | null): value is Language {
  return languages.some((language) => language === value);
}

/** The stored language when there is one, else Russian. Storage may be closed to us. */
export function storedLanguage(): Language {
  try {
    const lang = localStorage.getItem("lang");
    return isLanguage(lang) ? lang : "ru";
  } catch {
    return "ru";
  }
}

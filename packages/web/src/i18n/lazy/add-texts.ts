/**
 * Texts of code that is fetched when it is first wanted: each lot is a module of this folder, fetched with the code and
 * added by it.
 */
import { i18n, type Language, languages } from "../index.ts";

/** @param texts by language, in the same shape as the catalogues */
export function addTexts(texts: Record<Language, object>): void {
  for (const language of languages) i18n.addResourceBundle(language, "translation", texts[language], true, true);
}

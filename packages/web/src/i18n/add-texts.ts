/**
 * Texts of what is fetched when it is first wanted: they come along with it, and weigh nothing before. Each lot is a module
 * `…-texts.ts`, added by the modules that show it.
 */
import { i18n, type Language, languages } from "./index.ts";

/** @param texts by language, in the same shape as the catalogues */
export function addTexts(texts: Record<Language, object>): void {
  for (const language of languages) i18n.addResourceBundle(language, "translation", texts[language], true, true);
}

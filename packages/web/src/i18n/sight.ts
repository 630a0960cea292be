/** The texts of the first sight, in both languages: fetched apart, they would come after the code that writes them. */
import { sight as en } from "./en/sight.ts";
import type { Language } from "./languages.ts";
import { sight as ru } from "./ru/sight.ts";

export type SightTexts = typeof ru;

export const sightTexts: Record<Language, SightTexts> = { ru, en };

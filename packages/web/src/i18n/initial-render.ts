/** The texts of the initial render, in both languages: they are part of the first code, because fetched apart they would come too late. */
import { initialRender as en } from "./en/initial-render.ts";
import type { Language } from "./languages.ts";
import { initialRender as ru } from "./ru/initial-render.ts";

export type InitialTexts = typeof ru;

export const initialTexts: Record<Language, InitialTexts> = { ru, en };

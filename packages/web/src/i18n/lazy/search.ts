import { search as en } from "../en/search.ts";
import { search as ru } from "../ru/search.ts";

export const texts = { ru: { search: ru }, en: { search: en } };

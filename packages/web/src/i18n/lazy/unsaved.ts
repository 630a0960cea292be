import { unsaved as en } from "../en/unsaved.ts";
import { unsaved as ru } from "../ru/unsaved.ts";

export const texts = { ru: { unsaved: ru }, en: { unsaved: en } };

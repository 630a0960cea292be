import { selection as en } from "../en/selection.ts";
import { selection as ru } from "../ru/selection.ts";

export const texts = { ru: { shell: { selection: ru } }, en: { shell: { selection: en } } };

import { letter as en } from "../en/letter.ts";
import { letter as ru } from "../ru/letter.ts";

export const texts = { ru: { letter: ru }, en: { letter: en } };

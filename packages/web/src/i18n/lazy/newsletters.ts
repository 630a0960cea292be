import { newsletters as en } from "../en/newsletters.ts";
import { newsletters as ru } from "../ru/newsletters.ts";

export const texts = { ru: { newsletters: ru }, en: { newsletters: en } };

import { screening as en } from "../en/screening.ts";
import { screening as ru } from "../ru/screening.ts";

export const texts = { ru: { screening: ru }, en: { screening: en } };

import { rules as en } from "../en/rules.ts";
import { rules as ru } from "../ru/rules.ts";

export const texts = { ru: { rules: ru }, en: { rules: en } };

import { facts as en } from "../en/facts.ts";
import { facts as ru } from "../ru/facts.ts";

export const texts = { ru: { facts: ru }, en: { facts: en } };

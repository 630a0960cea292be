import { reading as en } from "../en/reading.ts";
import { reading as ru } from "../ru/reading.ts";

export const texts = { ru: { reading: ru }, en: { reading: en } };

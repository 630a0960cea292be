import { genuine as en } from "../en/genuine.ts";
import { genuine as ru } from "../ru/genuine.ts";

export const texts = { ru: { genuine: ru }, en: { genuine: en } };

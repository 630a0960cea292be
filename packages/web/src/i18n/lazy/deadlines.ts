import { deadlines as en } from "../en/deadlines.ts";
import { deadlines as ru } from "../ru/deadlines.ts";

export const texts = { ru: { deadlines: ru }, en: { deadlines: en } };

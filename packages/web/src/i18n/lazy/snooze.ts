import { snooze as en } from "../en/snooze.ts";
import { snooze as ru } from "../ru/snooze.ts";

export const texts = { ru: { snooze: ru }, en: { snooze: en } };

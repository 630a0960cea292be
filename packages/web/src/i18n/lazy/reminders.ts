import { reminders as en } from "../en/reminders.ts";
import { reminders as ru } from "../ru/reminders.ts";

export const texts = { ru: { reminders: ru }, en: { reminders: en } };

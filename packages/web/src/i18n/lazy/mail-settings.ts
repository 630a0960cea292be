import { mailSettings as en } from "../en/mail-settings.ts";
import { mailSettings as ru } from "../ru/mail-settings.ts";

export const texts = { ru: { mailSettings: ru }, en: { mailSettings: en } };

import { notifications as en } from "../en/notifications.ts";
import { notifications as ru } from "../ru/notifications.ts";

export const texts = { ru: { notifications: ru }, en: { notifications: en } };

import { outbox as en } from "../en/outbox.ts";
import { outbox as ru } from "../ru/outbox.ts";

export const texts = { ru: { outbox: ru }, en: { outbox: en } };

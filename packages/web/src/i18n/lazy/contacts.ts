import { contacts as en } from "../en/contacts.ts";
import { contacts as ru } from "../ru/contacts.ts";

export const texts = { ru: { contacts: ru }, en: { contacts: en } };

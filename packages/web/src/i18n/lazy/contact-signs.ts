import { contactSigns as en } from "../en/contact-signs.ts";
import { contactSigns as ru } from "../ru/contact-signs.ts";

export const texts = { ru: { contactSigns: ru }, en: { contactSigns: en } };

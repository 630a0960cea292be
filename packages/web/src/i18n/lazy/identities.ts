import { identities as en } from "../en/identities.ts";
import { identities as ru } from "../ru/identities.ts";

export const texts = { ru: { identities: ru }, en: { identities: en } };

import { personCard as en } from "../en/person-card.ts";
import { personCard as ru } from "../ru/person-card.ts";

export const texts = { ru: { personCard: ru }, en: { personCard: en } };

import { cards as en } from "../en/cards.ts";
import { cards as ru } from "../ru/cards.ts";

export const texts = { ru: { cards: ru }, en: { cards: en } };

import { transfers as en } from "../en/transfers.ts";
import { transfers as ru } from "../ru/transfers.ts";

export const texts = { ru: { transfers: ru }, en: { transfers: en } };

import { receipts as en } from "../en/receipts.ts";
import { receipts as ru } from "../ru/receipts.ts";

export const texts = { ru: { receipts: ru }, en: { receipts: en } };

import { addressBook as en } from "../en/address-book.ts";
import { addressBook as ru } from "../ru/address-book.ts";

export const texts = { ru: { addressBook: ru }, en: { addressBook: en } };

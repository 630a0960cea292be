import { rowSigns as en } from "../en/row-signs.ts";
import { rowSigns as ru } from "../ru/row-signs.ts";

export const texts = { ru: { rowSigns: ru }, en: { rowSigns: en } };

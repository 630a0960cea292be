import { preview as en } from "../en/preview.ts";
import { preview as ru } from "../ru/preview.ts";

export const texts = { ru: { preview: ru }, en: { preview: en } };

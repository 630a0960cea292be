import { compose as en } from "../en/compose.ts";
import { compose as ru } from "../ru/compose.ts";

export const texts = { ru: { compose: ru }, en: { compose: en } };

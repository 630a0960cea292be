import { vacation as en } from "../en/vacation.ts";
import { vacation as ru } from "../ru/vacation.ts";

export const texts = { ru: { vacation: ru }, en: { vacation: en } };

import { notices as en } from "../en/notices.ts";
import { notices as ru } from "../ru/notices.ts";

export const texts = { ru, en };

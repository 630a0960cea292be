import { arrange as en } from "../en/arrange.ts";
import { arrange as ru } from "../ru/arrange.ts";

export const texts = { ru: { arrange: ru }, en: { arrange: en } };

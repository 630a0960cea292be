import { failureReasons as en } from "../en/failure-reasons.ts";
import { failureReasons as ru } from "../ru/failure-reasons.ts";

export const texts = { ru: { failureReasons: ru }, en: { failureReasons: en } };

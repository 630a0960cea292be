import { times as en } from "../en/times.ts";
import { times as ru } from "../ru/times.ts";

export const texts = { ru: { times: ru }, en: { times: en } };

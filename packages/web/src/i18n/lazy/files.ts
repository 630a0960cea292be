import { files as en } from "../en/files.ts";
import { files as ru } from "../ru/files.ts";

export const texts = { ru: { files: ru }, en: { files: en } };

import { fileNames as en } from "../en/file-names.ts";
import { fileNames as ru } from "../ru/file-names.ts";

export const texts = { ru: { fileNames: ru }, en: { fileNames: en } };

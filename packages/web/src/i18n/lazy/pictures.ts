import { pictures as en } from "../en/pictures.ts";
import { pictures as ru } from "../ru/pictures.ts";

export const texts = { ru: { pictures: ru }, en: { pictures: en } };

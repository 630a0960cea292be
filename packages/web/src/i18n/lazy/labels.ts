import { labels as en } from "../en/labels.ts";
import { labels as ru } from "../ru/labels.ts";

export const texts = { ru: { labels: ru }, en: { labels: en } };

import { settingsViews as en } from "../en/settings-views.ts";
import { settingsViews as ru } from "../ru/settings-views.ts";

export const texts = { ru: { settings: ru }, en: { settings: en } };

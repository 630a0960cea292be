import { settingsPanel as en } from "./en/settings-panel.ts";
import { settingsPanel as ru } from "./ru/settings-panel.ts";

export const texts = { ru: { settings: ru }, en: { settings: en } };

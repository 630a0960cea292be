import { shortcuts as en } from "../en/shortcuts.ts";
import { shortcuts as ru } from "../ru/shortcuts.ts";

export const texts = { ru: { shell: { shortcuts: ru } }, en: { shell: { shortcuts: en } } };

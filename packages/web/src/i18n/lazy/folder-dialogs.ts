import { folderDialogs as en } from "../en/folder-dialogs.ts";
import { folderDialogs as ru } from "../ru/folder-dialogs.ts";

export const texts = { ru: { shell: { folders: ru } }, en: { shell: { folders: en } } };

import type { Translation } from "../catalogue.ts";
import type { folderDialogs as russian } from "../ru/folder-dialogs.ts";

export const folderDialogs: Translation<typeof russian> = {
  name: "Folder name",
  parent: "Location",
  topLevel: "At the top level",
  create: "Create",
  renameTitle: "Rename folder",
  save: "Save",
  moveTitle: "Move “{{name}}” to",
  deleteTitle: "Delete folder “{{name}}”?",
  deleteEmpty: "The folder is empty. This cannot be undone.",
  deleteWithLetters_one: "{{count}} letter will move to the trash.",
  deleteWithLetters_other: "{{count}} letters will move to the trash.",
  hasChildren: "There are other folders inside. Move or delete them first.",
  nameMissing: "Enter a folder name",
  nameTaken: "A folder with this name already exists here",
};

import type { Translation } from "../catalogue.ts";
import type { folderDialogs as russian } from "../ru/folder-dialogs.ts";

export const folderDialogs: Translation<typeof russian> = {
  actions: "Actions for folder “{{name}}”",
  createIn: "New folder inside",
  rename: "Rename",
  move: "Move",
  delete: "Delete",
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
  empty: {
    trash: "Empty trash",
    spam: "Empty spam",
    confirm_one: "{{count}} letter will be deleted forever. This cannot be undone.",
    confirm_other: "{{count}} letters will be deleted forever. This cannot be undone.",
    confirmUnread: '$t(shell.folders.empty.confirm, {"count": {{count}} }) Unread: {{unread}}.',
  },
  nameMissing: "Enter a folder name",
  nameTaken: "A folder with this name already exists here",
};

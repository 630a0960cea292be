import type { Translation } from "../catalogue.ts";
import type { shortcuts as russian } from "../ru/shortcuts.ts";

export const shortcuts: Translation<typeof russian> = {
  title: "Keyboard shortcuts",
  letters: "Letters",
  navigation: "Go to",
  moving: "Among letters",
  next: "Next letter",
  previous: "Previous letter",
  open: "Open the letter",
  toList: "Back to the list",
  select: "Select the letter",
  extend: "Select its neighbours too",
  undo: "Undo the last action",
  help: "Show keyboard shortcuts",
  search: "Search",
  goInbox: "Inbox",
  goSent: "Sent",
  goDrafts: "Drafts",
  goImportant: "Important",
  goArchive: "Archive",
  goSpam: "Spam",
  goTrash: "Trash",
  keyThen: "then",
};

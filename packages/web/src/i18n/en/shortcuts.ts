import type { Translation } from "../catalogue.ts";
import type { shortcuts as russian } from "../ru/shortcuts.ts";

export const shortcuts: Translation<typeof russian> = {
  title: "Keyboard shortcuts",
  letters: "Letters",
  navigation: "Go to",
  moving: "In the list",
  next: "Next letter",
  previous: "Previous letter",
  inConversation: "Next, previous letter of the conversation",
  open: "Open the letter",
  toList: "Back to the list",
  select: "Select the letter",
  extend: "Extend the selection",
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

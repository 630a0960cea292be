import type { Translation } from "../catalogue.ts";
import type { actions as russian } from "../ru/actions.ts";

export const actions: Translation<typeof russian> = {
  reply: "Reply",
  replyAll: "Reply all",
  forward: "Forward",
  compose: "Compose",
  edit: "Continue writing",
  markRead: "Mark as read",
  markUnread: "Mark as unread",
  flag: "Flag",
  unflag: "Remove flag",
  markImportant: "Mark as important",
  unmarkImportant: "Mark as not important",
  label: "Labels",
  archive: "Archive",
  mute: "Mute conversation",
  unmute: "Unmute conversation",
  move: "Move to folder",
  reportSpam: "Report spam",
  notSpam: "Not spam",
  delete: "Delete",
  destroy: "Delete forever",
  selectAll: "Select all letters",
  clearSelection: "Clear selection",
};

import type { Translation } from "../catalogue.ts";
import type { list as russian } from "../ru/list.ts";
import { sight } from "./sight.ts";

export const list: Translation<typeof russian> = {
  ...sight.list,
  label: "Letters",
  empty: "No letters",
  emptyFiltered: "No letter matches what you have chosen",
  loading: "Loading…",
  failed: "The letters could not be loaded",
  retry: "Try again",
  arrived_one: "{{count}} new letter",
  arrived_other: "{{count}} new letters",
  arrivedFrom: "New letter from {{name}}: {{subject}}",
  found_one: "{{count}} letter found",
  found_other: "{{count}} letters found",
  unread: "Unread",
  withFiles: "with attachments",
  flagged: "Flagged",
  important: "Important",
  select: "Select the letter “{{subject}}”",
  markRead: "Mark as read",
  markUnread: "Mark as unread",
  flag: "Flag",
  flagImportant: "Important. Flag",
  unflag: "Remove the flag",
  files: "Attachments",
  showFiles: "Show attachments",
  filesFailed: "The attachments could not be loaded",
  unnamedFile: "Unnamed",
  dragged_one: "{{count}} letter",
  dragged_other: "{{count}} letters",
};

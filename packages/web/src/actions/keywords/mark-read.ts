import { SEEN } from "@pismo/jmap";
import { keywordAction } from "./keyword-action.ts";

export const markRead = keywordAction({
  id: "mark-read",
  name: "markRead",
  icon: "envelope-open",
  shortcut: "Shift+I",
  keyword: SEEN,
  sets: true,
});

export const markUnread = keywordAction({
  id: "mark-unread",
  name: "markUnread",
  icon: "envelope",
  shortcut: "Shift+U",
  keyword: SEEN,
  sets: false,
});

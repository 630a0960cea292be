import { SEEN } from "@pismo/jmap";
import { keywordAction } from "./keyword-action.ts";

export const markUnread = keywordAction({
  id: "mark-unread",
  name: "markUnread",
  icon: "envelope",
  shortcut: "Shift+U",
  keyword: SEEN,
  sets: false,
});

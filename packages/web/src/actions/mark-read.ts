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

import { FLAGGED } from "@pismo/jmap";
import { keywordAction } from "./keyword-action.ts";

export const flag = keywordAction({
  id: "flag",
  name: "flag",
  icon: "flag",
  shortcut: "S",
  keyword: FLAGGED,
  sets: true,
});

export const unflag = keywordAction({
  id: "unflag",
  name: "unflag",
  icon: "flag-filled",
  shortcut: "S",
  keyword: FLAGGED,
  sets: false,
});

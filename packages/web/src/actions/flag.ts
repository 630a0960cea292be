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

import { IMPORTANT } from "@pismo/jmap";
import { keywordAction } from "./keyword-action.ts";

export const markImportant = keywordAction({
  id: "mark-important",
  name: "markImportant",
  icon: "important",
  shortcut: "=",
  keyword: IMPORTANT,
  sets: true,
});

export const unmarkImportant = keywordAction({
  id: "unmark-important",
  name: "unmarkImportant",
  icon: "important-filled",
  shortcut: "-",
  keyword: IMPORTANT,
  sets: false,
});

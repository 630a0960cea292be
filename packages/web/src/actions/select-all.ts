import { currentList, selectAll as selectWholeList } from "../store/index.ts";
import type { Action } from "./action.ts";

export const selectAll: Action = {
  id: "select-all",
  labelKey: "actions.selectAll",
  icon: "check",
  shortcut: "Control+A",
  isAvailable: () => (currentList()?.snapshot().total ?? 0) > 0,
  perform: () => selectWholeList(),
};

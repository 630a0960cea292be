import { clearSelection as clear, currentList, selectAll as selectWholeList, selectedCount } from "../store/index.ts";
import type { Action } from "./action.ts";

export const selectAll: Action = {
  id: "select-all",
  labelKey: "actions.selectAll",
  icon: "check",
  shortcut: "Control+A",
  isAvailable: () => (currentList()?.snapshot().total ?? 0) > 0,
  perform: () => selectWholeList(),
};

export const clearSelection: Action = {
  id: "clear-selection",
  labelKey: "actions.clearSelection",
  icon: "close",
  shortcut: "Escape",
  isAvailable: ({ selection }) => selectedCount(selection) > 0,
  perform: () => clear(),
};

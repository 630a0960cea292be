import { clearSelection as clear, selectedCount } from "../store/index.ts";
import type { Action } from "./action.ts";

export const clearSelection: Action = {
  id: "clear-selection",
  labelKey: "actions.clearSelection",
  icon: "close",
  shortcut: "Escape",
  isAvailable: ({ selection }) => selectedCount(selection) > 0,
  perform: () => clear(),
};

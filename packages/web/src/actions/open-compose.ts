import { openCompose as open } from "../store/index.ts";
import type { Action } from "./action.ts";

export const openCompose: Action = {
  id: "open-compose",
  labelKey: "actions.compose",
  icon: "compose",
  shortcut: "C",
  isAvailable: () => true,
  perform: () => open(),
};

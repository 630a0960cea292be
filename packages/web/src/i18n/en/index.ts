import type { Translation } from "../catalogue.ts";
import type { ru } from "../ru/index.ts";
import { actions } from "./actions.ts";
import { categories } from "./categories.ts";
import { list } from "./list.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { units } from "./units.ts";

export const en: Translation<typeof ru> = {
  shell,
  settings,
  list,
  actions,
  categories,
  units,
};

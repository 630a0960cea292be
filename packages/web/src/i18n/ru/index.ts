import { actions } from "./actions.ts";
import { categories } from "./categories.ts";
import { list } from "./list.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { units } from "./units.ts";

export const ru = { shell, settings, list, actions, categories, units };

import type { Translation } from "../catalogue.ts";
import type { rowSigns as russian } from "../ru/row-signs.ts";

export const rowSigns: Translation<typeof russian> = {
  muted: "muted",
};

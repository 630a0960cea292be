import type { Translation } from "../catalogue.ts";
import type { list as russian } from "../ru/list.ts";

export const list: Translation<typeof russian> = {
  empty: "No letters",
  noMore: "No more letters",
};

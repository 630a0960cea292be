import type { Translation } from "../catalogue.ts";
import type { selection as russian } from "../ru/selection.ts";

export const selection: Translation<typeof russian> = {
  toolbar: "Actions for the selected letters",
  count_one: "{{count}} letter selected",
  count_other: "{{count}} letters selected",
  conversations_one: "{{count}} conversation selected",
  conversations_other: "{{count}} conversations selected",
  clear: "Clear selection",
  more: "More",
};

import type { Translation } from "../catalogue.ts";
import type { units as russian } from "../ru/units.ts";

export const units: Translation<typeof russian> = {
  today: "Today",
  todayAt: "Today, {{time}}",
  bytes_one: "{{count}} byte",
  bytes_other: "{{count}} bytes",
  kb: "{{value}} Kb",
  mb: "{{value}} Mb",
  gb: "{{value}} Gb",
};

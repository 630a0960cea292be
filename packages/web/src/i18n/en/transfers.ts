import type { Translation } from "../catalogue.ts";
import type { transfers as russian } from "../ru/transfers.ts";

export const transfers: Translation<typeof russian> = {
  copy: "Copy to another account",
  loading: "Loading folders…",
  unreachable: "The folders could not be loaded",
  moved_one: "{{count}} letter moved to “{{folder}}” of {{account}}",
  moved_other: "{{count}} letters moved to “{{folder}}” of {{account}}",
  copied_one: "{{count}} letter copied to “{{folder}}” of {{account}}",
  copied_other: "{{count}} letters copied to “{{folder}}” of {{account}}",
  waiting_one: "{{count}} letter stays here too until the server of {{account}} has it",
  waiting_other: "{{count}} letters stay here too until the server of {{account}} has them",
};

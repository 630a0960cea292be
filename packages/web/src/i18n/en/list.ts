import type { Translation } from "../catalogue.ts";
import type { list as russian } from "../ru/list.ts";
import { initialRender } from "./initial-render.ts";

export const list: Translation<typeof russian> = {
  ...initialRender.list,
  empty: "No letters",
  emptyFiltered: "No letters match your search or filter",
  closed: "This folder cannot be opened",
  closedHint: "The mail server does not let you read the letters in it",
  holdsFolders: "There are no letters here, only folders",
  loading: "Loading…",
  failed: "The letters could not be loaded",
  retry: "Try again",
  arrived_one: "{{count}} new letter",
  arrived_other: "{{count}} new letters",
  arrivedFrom: "New letter from {{name}}: {{subject}}",
  inFile: "in {{name}}",
  labels: "labels:",
  filesFailed: "The attachments could not be loaded",
  dragged_one: "{{count}} letter",
  dragged_other: "{{count}} letters",
};

import type { Translation } from "../catalogue.ts";
import type { arrange as russian } from "../ru/arrange.ts";

export const arrange: Translation<typeof russian> = {
  menu: "More: letter from {{name}}",
  splitOff: "Split off this letter",
  splitFrom: "Split off from here",
  join: "Join conversations",
  joinWith: "Join with…",
  joinText: "The conversation that you choose and this one become one.",
  find: "Find a conversation",
  conversations: "Conversations",
  nothing: "Nothing found",
  notFound: "The conversations could not be loaded",
  split_one: "{{count}} letter split off the conversation",
  split_other: "{{count}} letters split off the conversation",
  joined_one: "{{count}} conversation joined",
  joined_other: "{{count}} conversations joined",
};

import type { Translation } from "../catalogue.ts";
import type { search as russian } from "../ru/search.ts";

export const search: Translation<typeof russian> = {
  notLoaded_one: "Not all letters are loaded yet: {{number}} letter is left.",
  notLoaded_other: "Not all letters are loaded yet: {{number}} letters are left.",
  asking: "Searching on the mail server too…",
  asked: "The mail server was searched too.",
  failed: "The mail server could not be searched: there may be more results.",
  notAsked: "The mail server is searched from three characters on.",
};

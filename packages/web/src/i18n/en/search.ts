import type { Translation } from "../catalogue.ts";
import type { search as russian } from "../ru/search.ts";

export const search: Translation<typeof russian> = {
  notLoaded_one: "Not all letters are loaded yet: {{number}} letter is left.",
  notLoaded_other: "Not all letters are loaded yet: {{number}} letters are left.",
  asking: "Searching on the mail server too…",
  asked: "The mail server has searched, too.",
  failed: "The mail server could not be asked: there may be more to find.",
  notAsked: "The mail server is asked once you have typed three letters.",
};

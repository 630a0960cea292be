import type { Translation } from "../catalogue.ts";
import type { screening as russian } from "../ru/screening.ts";

export const screening: Translation<typeof russian> = {
  label: "First-time senders",
  line_one: "{{count}} first-time sender",
  line_other: "{{count}} first-time senders",
  list: "Who writes to you for the first time",
  letters_one: "{{count}} letter",
  letters_other: "{{count}} letters",
  noSubject: "No subject",
  letIn: "Let in",
  letInNamed: "Let in: {{who}}",
  not: "Not",
  notNamed: "Not: {{who}}",
  isLetIn: "Letters from {{who}} are in the inbox now",
  isRefused: "Letters from {{who}} go to spam now",
  isRefusedToTrash: "Letters from {{who}} go to the trash now",
  more_one: "{{count}} more, shown when you have decided on these",
  more_other: "{{count}} more, shown when you have decided on these",
  failed: "It was not done: {{reason}}",
  elsewhere: "It was not done: the rules of this account were written in another program. Mark the letter as spam",
};

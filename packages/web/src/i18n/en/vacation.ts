import type { Translation } from "../catalogue.ts";
import type { vacation as russian } from "../ru/vacation.ts";

export const vacation: Translation<typeof russian> = {
  hint: "People who write to you get this answer once a week. Mailing lists and programs get none.",
  none: "This mail server sends no automatic replies.",
  serverAnswers:
    "A script of your mail server answers already. While it does, nothing goes out from here: a sender gets one answer.",
  on: "Reply automatically",
  firstDay: "First day",
  lastDay: "Last day",
  daysHint: "Without dates the answer goes out for as long as it is on.",
  subject: "Subject",
  subjectHint: "If empty: “Auto:” and the subject of the letter",
  text: "Text of the answer",
  formatted: "Another program wrote this answer with formatting. Text from here takes its place.",
  contactsOnly: "Reply to contacts only",
  contactsOnlyHint: "Strangers do not learn that you are away.",
  save: "Save",
  savedOn: "Automatic replies are on",
  savedOff: "Automatic replies are off",
  notSaved: "Automatic replies did not change: no connection to the server",
  bar: {
    label: "Automatic replies",
    on: "Automatic replies are on",
    until: "Automatic replies are on until the end of {{day}}",
    from: "Automatic replies begin on {{day}}",
    server: "A script of your mail server answers already",
    turnOff: "Turn off",
    change: "Change",
  },
  problem: {
    noText: "Write what the sender gets",
    over: "That day is over",
    beforeFirst: "The last day is before the first",
    notLoaded: "Automatic replies could not be loaded: {{reason}}",
    failed: "They were not saved: {{reason}}",
  },
};

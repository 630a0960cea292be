import type { Translation } from "../catalogue.ts";
import type { mirror as russian } from "../ru/mirror.ts";

export const mirror: Translation<typeof russian> = {
  connecting: "Connecting to the server…",
  syncing: "Checking mail…",
  progress: "Getting letters: {{done}} of {{total}}",
  upToDate: "Up to date",
  offline: "No connection to the server since {{since}}",
  signIn: "You need to sign in again",
  left: {
    moment: "less than a minute left",
    minutes_one: "about {{count}} minute left",
    minutes_other: "about {{count}} minutes left",
    hours_one: "about {{count}} hour left",
    hours_other: "about {{count}} hours left",
  },
  waiting_one: "{{count}} change is not on the server yet",
  waiting_other: "{{count}} changes are not on the server yet",
  problem: {
    signIn: "The server does not take the name or the password",
    certificate: "The server's certificate cannot be trusted",
    noSuchServer: "There is no such server, or no internet",
    unreachable: "The server does not answer",
    timeout: "The server takes too long to answer",
    connection: "The connection broke",
  },
  reason: {
    notAllowed: "that is not allowed there",
    tooLarge: "the letter is too large",
    full: "the mailbox on the server is full",
    busy: "the server is busy",
    other: "the server says: {{detail}}",
  },
  refusedLetter: "The server did not take the change to the letter “{{name}}”, so it was undone: {{reason}}",
  refusedFolder: "The server did not take the change to the folder “{{name}}”, so it was undone: {{reason}}",
  noSubject: "no subject",
  look: "Check now",
  looking: "Checking the mail of {{account}}",
  notLooked: "That did not work: there is no connection to Pismo",
  needsSignIn: "{{account}}: you need to sign in again",
  longOffline: "{{account}}: no connection to the server for long",
};

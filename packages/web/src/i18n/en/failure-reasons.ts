import type { Translation } from "../catalogue.ts";
import type { failureReasons as russian } from "../ru/failure-reasons.ts";

/** Why something was not done, to stand after a colon. */
export const failureReasons: Translation<typeof russian> = {
  away: "the mail server does not answer at the moment",
  noConnection: "there is no connection to the server",
  refused: "the server no longer accepts the password of the account",
  notAllowed: "the server does not allow it",
  notFound: "it is no longer on the server",
  changed: "it was changed elsewhere, open it again",
  full: "the mailbox is full",
  tooLarge: "it is larger than the server accepts",
  tooOften: "too many requests, try again later",
  notOffered: "the server cannot do this",
  other: "the server refused it ({{type}})",
  unexpected: "an unexpected error",
};

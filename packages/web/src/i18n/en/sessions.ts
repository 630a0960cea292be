import type { Translation } from "../catalogue.ts";
import type { sessions as russian } from "../ru/sessions.ts";

export const sessions: Translation<typeof russian> = {
  open: "Where you are signed in",
  title: "Where you are signed in",
  description: "If one of these browsers is not yours, end its session and change your password on the mail server.",
  list: "Browsers in which you are signed in",
  here: "This browser",
  used: "Last used: {{date}}",
  since: "Signed in: {{date}}",
  browser: "{{browser}} on {{system}}",
  unknownBrowser: "Another browser",
  unknownSystem: "an unknown system",
  end: "End",
  endOf: "End the session of {{name}}, signed in {{date}}",
  endOthers: "End all others",
  ended: "The session has ended",
  othersEnded: "All other sessions have ended",
  onlyHere: "You are signed in nowhere else.",
  loading: "Loading…",
  failed: "No connection to the server",
  again: "Try again",
};

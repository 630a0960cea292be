import type { Translation } from "../catalogue.ts";
import type {
  folderRoles as russianRoles,
  sessions as russianSessions,
  shell as russianShell,
  signature as russianSignature,
} from "../ru/account-dialogs.ts";

export const sessions: Translation<typeof russianSessions> = {
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

export const folderRoles: Translation<typeof russianRoles> = {
  open: "Special folders",
  title: "Special folders",
  description:
    "Choose the folder for each purpose. Existing letters stay where they are; new ones go to the folder you choose.",
  sent: "Sent",
  drafts: "Drafts",
  archive: "Archive",
  junk: "Spam",
  trash: "Trash",
  save: "Save",
  saved: "Special folders saved",
  twice: "A folder can serve one purpose only",
  failed: "This failed: {{reason}}",
};

export const signature: Translation<typeof russianSignature> = {
  open: "Signature",
  title: "Signature",
  description: "It is added below the letters you write, above the quoted letter.",
  of: "Signature of {{address}}",
  more: "Edit the signature that has formatting",
  save: "Save",
  saved: "The signature is saved",
  failed: "It was not saved: {{reason}}",
  noConnection: "no connection to Pismo",
  notKept: "This mail server keeps no signatures",
};

export const shell: Translation<typeof russianShell> = {
  accounts: {
    choose: "Mailboxes",
    connecting: "Connecting…",
    online: "Connected",
    offline: "No connection",
    keyboard: "Keyboard shortcuts",
    signOut: "Sign out",
    leave: {
      title: "Sign out?",
      unsent_one: "{{count}} letter waits for its time and will not go until you sign in again: {{subjects}}.",
      unsent_other: "{{count}} letters wait for their time and will not go until you sign in again: {{subjects}}.",
      noSubject: "No subject",
      stay: "Stay signed in",
    },
  },
};

/** What writing letters, and going on after an earlier page, use of the store: code that no list waits for. */
export { resumeChanges } from "./change-journal.ts";
export { prepareContacts, suggestContacts } from "./contacts.ts";
export { type DraftContent, newMessageId } from "./draft-email.ts";
export { versionsOf } from "./draft-versions.ts";
export { DraftGone } from "./drafts.ts";
export { loadIdentities, mainIdentity, saveSignatures } from "./identities.ts";
export { prepareDatabase } from "./database.ts";
export { dropLetter, keepLastWords, keepLetter } from "./letter-journal.ts";
export { claimLetter, type LetterHold } from "./letter-locks.ts";
export type { UnsentFile, UnsentLetter } from "./unsent-letter.ts";
export {
  discardUnsent,
  forgetUnsent,
  handOver,
  latestOf,
  partLetter,
  queueLetter,
  resumeUnsentLetters,
  saveUnsent,
  sendUnsent,
  takeBack,
} from "./unsent-letters.ts";

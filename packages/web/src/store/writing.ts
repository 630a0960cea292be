/** What writing letters uses of the store: a piece of code of its own, which no list waits for. */
export { prepareContacts, suggestContacts } from "./contacts.ts";
export { type DraftContent, newMessageId } from "./draft-email.ts";
export { loadIdentities, mainIdentity } from "./identities.ts";
export { dropLetter, keepLastWords, keepLetter, prepareJournal } from "./letter-journal.ts";
export type { UnsentFile, UnsentLetter } from "./unsent-letter.ts";
export {
  discardUnsent,
  forgetUnsent,
  handOver,
  holdLetter,
  resumeUnsentLetters,
  saveUnsent,
  sendUnsent,
  takeBack,
} from "./unsent-letters.ts";

/** What writing Emails, and going on after an earlier page, use of the store: code that no list waits for. */
export { commitAll, commitMany } from "../sync/bulk/commit-many.ts";
export { resumeChanges } from "../sync/change-journal.ts";
export { resumeAgain } from "../submissions/undo-again.ts";
export { resumeBulkEdits } from "../sync/bulk/resume-bulk-edits.ts";
export { knownAddresses } from "../people/correspondents.ts";
export type { Suggestion } from "../people/entries.ts";
export { keepsNeverOffered, setOffered } from "../people/never-offered.ts";
export { preparePeople, suggestPeople } from "../people/suggest-people.ts";
export { type DraftContent, newMessageId } from "./draft-email.ts";
export { answeredSubject, threadOfDraft } from "./thread-fields.ts";
export { versionsOf } from "./draft-versions.ts";
export { loadTemplate, loadTemplates, saveTemplate, TEMPLATE, type Template } from "./templates.ts";
export { DraftGone, knownMessageId } from "./drafts.ts";
export {
  createIdentity,
  destroyIdentity,
  type GivenIdentity,
  hasRichSignature,
  identityOf,
  loadIdentities,
  mainAmong,
  prefetchIdentities,
  saveSignatures,
  updateIdentities,
} from "../records/identities.ts";
export { addressedIn, type Addressed } from "../records/addressed.ts";
export { prepareDatabase } from "../database.ts";
export { painted } from "../prefetch/painted.ts";
export { deleteUnsent, storeOnUnload, storeUnsent } from "./draft-journal.ts";
export { lockDraft, type DraftLock } from "./draft-locks.ts";
export type { LeftDraft, PictureSizes, UnsentFile, UnsentEmail } from "./unsent-email.ts";
export { cancelSubmission, type Hold, holdToUndo, maxHoldSeconds, type SendTime } from "./submit-draft.ts";
export { noticeSending, noticeSent } from "./undo-send.ts";
export {
  discardUnsent,
  forgetUnsent,
  forkUnsent,
  moveUnsent,
  type SavedUnsent,
  saveUnsent,
  sendUnsent,
} from "./unsent-emails.ts";
export {
  finishLater,
  forgetOffer,
  latestOf,
  queueUnsent,
  reopenRefused,
  resumeUnsentEmails,
  takeBack,
} from "./unsent-queue.ts";

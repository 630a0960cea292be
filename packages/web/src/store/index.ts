/** What features and actions use of the store. */
export { prefetch } from "./prefetch/prefetch-on-demand.ts";
export { announce, useAnnouncement } from "./announcements.ts";
export { explainsCategories, learnsCategory, loadCategoryReason } from "./records/category-reason.ts";
export { type Change, commit, type Commit } from "./sync/commit.ts";
export { commitEmails, type Done, type RowPatch } from "./sync/commit-emails.ts";
export { commitSelection } from "./sync/commit-selection.ts";
export {
  type ComposeRequest,
  type LetterRequest,
  openCompose,
  type RedirectRequest,
  type ResendRequest,
  useComposeRequest,
} from "./drafts/compose-request.ts";
export { askAboutLink, askingLink, forgetLink, takeAskingLink, useAskedLink } from "./session/link-question.ts";
export { mailLink, takeMailLink } from "./session/mail-link.ts";
export {
  type Connection,
  isUnreachable,
  onReachable,
  retryNow,
  useConnection,
  useIsRefused,
  useIsSessionLost,
  useServerFailure,
  whetherReachable,
} from "./sync/connection.ts";
export { failureNumber } from "./failure-number.ts";
export type { EditOptions, EmailEdit } from "./sync/email-edit.ts";
export {
  type EmailState,
  fetchEmail,
  getEmailRow,
  loadEmail,
  loadEmails,
  prefetchEmail,
  useEmail,
  useEmailRow,
} from "./records/email.ts";
export {
  currentList,
  fetchList,
  type Neighbours,
  neighboursOf,
  prefetchFolder,
  useEmailList,
} from "./lists/email-list.ts";
export {
  type EmailRow,
  isDraft,
  isFlagged,
  isImportant,
  isSeen,
  isUnread,
  type FullEmail,
} from "./records/email-properties.ts";
export {
  ALL_MAIL,
  flattenFolders,
  foldersTo,
  type Folder,
  folderName,
  type FolderNode,
  isSpecialFolder,
  type SpecialFolder,
  specialFolders,
} from "./mailboxes/folders.ts";
export { useGoal } from "./lists/goal.ts";
export { loadSearchLanguage, needsLanguage } from "./search/search-terms.ts";
export { restorePage } from "./prefetch/page-snapshot.ts";
export { folderQuery, isFiltered, type ListQuery, listQueryFromUrl, queryKey } from "./lists/list-query.ts";
export type { EmailList } from "./lists/list-shapes.ts";
export {
  findMailbox,
  type FolderCount,
  getMailbox,
  useCustomFolders,
  useFolderCounts,
  useMailbox,
  useMailboxes,
} from "./mailboxes/mailboxes.ts";
export {
  dismissNotice,
  holdNotice,
  type Notice,
  type NoticeInput,
  notify,
  notifyNotDone,
  resumeNotice,
  undoLatest,
  useNotices,
} from "./notices.ts";
export { afterPaint } from "./prefetch/painted.ts";
export { openSelection } from "./lists/open-selection.ts";
export { getPreferences, hasPreferences, useHasPreferences, usePreferences } from "./records/preferences.ts";
export { getLabels, useLabels, useLabelsCapability, useLabelsFor } from "./labels/labels.ts";
export {
  clearSelection,
  getSelection,
  isInSelection,
  keepSelectionFor,
  rowsSelection,
  selectAll,
  selectedCount,
  selectedEmails,
  type Selection,
  selectRangeTo,
  toggleSelected,
  useIsSelected,
  useSelection,
} from "./lists/selection.ts";
export {
  type AccountInfo,
  type SessionStatus,
  startSession,
  switchAccount,
  useAccountOf,
  useAccount,
  useAccounts,
  useCanAddAccounts,
  useHasOwnServer,
  useIsMirrored,
  useSessionFailure,
  useSessionStatus,
} from "./session/session.ts";
export { isLetIn, signOut, useCanSignOut, useHasSession, useOpensByLink, useSignInPath } from "./session/sign-in.ts";
export { useFromMail } from "./lists/use-from-mail.ts";
export { getView, setView, useView, type View } from "./view.ts";
export { fullName, fullNames, mayChange } from "./mailboxes/rights.ts";

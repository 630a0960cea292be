/** What features and actions use of the store. */
export { fetchAhead } from "./ahead-on-demand.ts";
export { announce, useAnnouncement } from "./announcements.ts";
export { blobUrl, fetchBlob, uploadBlob } from "./blobs.ts";
export { explainsCategories, learnsCategory, loadCategoryReason } from "./category-reason.ts";
export { type Change, commit, type Commit } from "./commit.ts";
export { commitIds, commitSelection, type Deed, type Done } from "./commit-selection.ts";
export { type ComposeRequest, openCompose, useComposeRequest } from "./compose-request.ts";
export { mailLink, takeMailLink } from "./mail-link.ts";
export {
  type Connection,
  isUnreachable,
  onReachable,
  retryNow,
  useConnection,
  whetherReachable,
} from "./connection.ts";
export { createFolder, deleteFolder, moveFolder, renameFolder } from "./edit-folders.ts";
export {
  type EmailState,
  fetchLetter,
  getEmailRow,
  loadLetter,
  loadLetters,
  prefetch,
  useEmail,
  useEmailRow,
} from "./email.ts";
export {
  currentList,
  fetchList,
  type Neighbours,
  neighboursOf,
  prefetchFolder,
  useEmailList,
  useNeighbours,
} from "./email-list.ts";
export { type EmailRow, isDraft, isFlagged, isImportant, isSeen, isUnread, type Letter } from "./email-properties.ts";
export {
  type Folder,
  folderName,
  type FolderNode,
  isSpecialFolder,
  type SpecialFolder,
  specialFolders,
} from "./folders.ts";
export { goToDate, useGoal } from "./go-to-date.ts";
export { restorePage } from "./kept-page.ts";
export { type ListQuery, listQueryFromUrl, queryKey } from "./list-query.ts";
export type { EmailList } from "./list-shapes.ts";
export {
  findMailbox,
  type FolderCount,
  getMailbox,
  useCustomFolders,
  useFolderCounts,
  useMailbox,
  useMailboxes,
} from "./mailboxes.ts";
export {
  dismissNotice,
  holdNotice,
  type Notice,
  type NoticeInput,
  notify,
  resumeNotice,
  undoLatest,
  useNotices,
} from "./notices.ts";
export { afterPaint } from "./painted.ts";
export { goToProvider, providerOf, useAccountProvider, useSignInWith } from "./provider-sign-in.ts";
export { startPush } from "./push.ts";
export { canFetchImages, fetchImage, loadSenderTrust, rememberImages, signImages } from "./remote-images.ts";
export {
  clearSelection,
  getSelection,
  isInSelection,
  keepSelectionFor,
  selectAll,
  selectedCount,
  type Selection,
  selectRangeTo,
  toggleSelected,
  useIsSelected,
  useSelection,
} from "./selection.ts";
export {
  type AccountInfo,
  openSocket,
  type SessionStatus,
  startSession,
  switchAccount,
  useAccount,
  useAccounts,
  useCanAddAccounts,
  useHasOwnServer,
  useIsMirrored,
  useSessionStatus,
} from "./session.ts";
export { signIn, signOut, type SignInRefusal, useCanSignOut, useHasSession, useSignInPath } from "./sign-in.ts";
export { useFromMail } from "./use-from-mail.ts";
export { getView, setView, useView, type View, whenLoaded } from "./view.ts";

/** All migrations in order; a database's version is the number of migrations applied. Never change a released one. */
import { initial } from "./0001-initial.ts";
import { imap } from "./0002-imap.ts";
import { categories } from "./0003-categories.ts";
import { imageSenders } from "./0004-image-senders.ts";
import { signedIn } from "./0005-signed-in.ts";
import { mirrorStatus } from "./0006-mirror-status.ts";
import { partial } from "./0007-partial.ts";
import { oauth } from "./0008-oauth.ts";
import { accountRemoval } from "./0009-account-removal.ts";
import { serverSearches } from "./0010-server-searches.ts";
import { labels } from "./0011-labels.ts";
import { sentCopies } from "./0012-sent-copies.ts";
import { lateFolders } from "./0013-late-folders.ts";
import { oauthRevocations } from "./0014-oauth-revocations.ts";
import { keptCounts } from "./0015-kept-counts.ts";
import { packs } from "./0016-packs.ts";
import { messageIds } from "./0017-message-ids.ts";
import { mailboxSpans } from "./0018-mailbox-spans.ts";
import { searchMemory } from "./0019-search-memory.ts";
import { mailboxAgreement } from "./0020-mailbox-agreement.ts";
import { sharedAddresses } from "./0021-shared-addresses.ts";
import { freedBlobs } from "./0022-freed-blobs.ts";
import { openingLinks } from "./0023-opening-links.ts";
import { knownBrowsers } from "./0024-known-browsers.ts";
import { vacationDue } from "./0025-vacation-due.ts";
import { mailboxRights } from "./0026-mailbox-rights.ts";
import { quotas } from "./0027-quotas.ts";
import { mailboxParents } from "./0028-mailbox-parents.ts";
import { partialIndex } from "./0029-partial-index.ts";
import { people } from "./0030-people.ts";
import { processes } from "./0031-processes.ts";
import { sharedSignIns } from "./0032-shared-sign-ins.ts";
import { upstreamLogins } from "./0033-upstream-logins.ts";
import { preferences } from "./0034-preferences.ts";
import { lostStates } from "./0035-lost-states.ts";
import { limits } from "./0036-limits.ts";
import { accountUse } from "./0037-account-use.ts";
import { audit } from "./0038-audit.ts";
import { blobRemovals } from "./0039-blob-removals.ts";
import { countedStates } from "./0040-counted-states.ts";
import { threadHeads } from "./0041-thread-heads.ts";
import { namedLabels } from "./0042-named-labels.ts";
import { files } from "./0043-files.ts";
import { jmapAccounts } from "./0044-jmap-accounts.ts";
import { threadsByHand } from "./0046-threads-by-hand.ts";
import { emailTransfers } from "./0047-email-transfers.ts";
import { accountInRows } from "./0048-account-in-rows.ts";
import { sessionGrants } from "./0049-session-grants.ts";
import { pendingSubmissions } from "./0050-pending-submissions.ts";
import { contacts } from "./0051-contacts.ts";
import { redirects } from "./0052-redirects.ts";
import { snooze } from "./0053-snooze.ts";
import { sieveScripts } from "./0054-sieve-scripts.ts";
import { scriptTimes } from "./0055-script-times.ts";
import { vacationAudience } from "./0056-vacation-audience.ts";
import { redirectIds } from "./0057-redirect-ids.ts";
import { reminders } from "./0058-reminders.ts";
import { notifications } from "./0059-notifications.ts";
import { addressBookServers } from "./0060-address-book-servers.ts";
import { folderStays } from "./0061-folder-stays.ts";
import { ruleUses } from "./0062-rule-uses.ts";
import { submissionReceipts } from "./0063-submission-receipts.ts";
import { facts } from "./0064-facts.ts";
import { newsletters } from "./0065-newsletters.ts";
import { ownCategories } from "./0066-own-categories.ts";
import { ruleReplies } from "./0067-rule-replies.ts";
import { foreignTransfers } from "./0068-foreign-transfers.ts";
import { manageSieve } from "./0069-manage-sieve.ts";
import { screening } from "./0070-screening.ts";
import { spamFilter } from "./0071-spam-filter.ts";
import { addressBooksByGrant } from "./0072-address-books-by-grant.ts";
import { appointments } from "./0073-appointments.ts";
import { factSenderNames } from "./0074-fact-sender-names.ts";
import { listSearch } from "./0075-list-search.ts";
import { waitingSenders } from "./0076-waiting-senders.ts";
import { foreignCopies } from "./0077-foreign-copies.ts";
import { calendarsOnce } from "./0078-calendars-once.ts";
import { submissionOriginals } from "./0079-submission-originals.ts";
import { upstreamSnooze } from "./0080-upstream-snooze.ts";
import { heldSubmissions } from "./0081-held-submissions.ts";
import { upstreamReminders } from "./0082-upstream-reminders.ts";
import { reportsUnlisted } from "./0083-reports-unlisted.ts";
import { eventRevisions } from "./0084-event-revisions.ts";
import { arrangedTransfers } from "./0085-arranged-transfers.ts";
import { letterSubjects } from "./0086-letter-subjects.ts";
import { factsOfImports } from "./0087-facts-of-imports.ts";
import { filesInLetters } from "./0088-files-in-letters.ts";

export const migrations: readonly string[] = [
  initial,
  imap,
  categories,
  imageSenders,
  signedIn,
  mirrorStatus,
  partial,
  oauth,
  accountRemoval,
  serverSearches,
  labels,
  sentCopies,
  lateFolders,
  oauthRevocations,
  keptCounts,
  packs,
  messageIds,
  mailboxSpans,
  searchMemory,
  mailboxAgreement,
  sharedAddresses,
  freedBlobs,
  openingLinks,
  knownBrowsers,
  vacationDue,
  mailboxRights,
  quotas,
  mailboxParents,
  partialIndex,
  people,
  processes,
  sharedSignIns,
  upstreamLogins,
  preferences,
  lostStates,
  limits,
  accountUse,
  audit,
  blobRemovals,
  countedStates,
  threadHeads,
  namedLabels,
  files,
  jmapAccounts,
  threadsByHand,
  emailTransfers,
  accountInRows,
  sessionGrants,
  pendingSubmissions,
  contacts,
  redirects,
  snooze,
  sieveScripts,
  scriptTimes,
  vacationAudience,
  redirectIds,
  reminders,
  notifications,
  addressBookServers,
  folderStays,
  ruleUses,
  submissionReceipts,
  facts,
  newsletters,
  ownCategories,
  ruleReplies,
  foreignTransfers,
  manageSieve,
  screening,
  spamFilter,
  addressBooksByGrant,
  appointments,
  factSenderNames,
  listSearch,
  waitingSenders,
  foreignCopies,
  calendarsOnce,
  submissionOriginals,
  upstreamSnooze,
  heldSubmissions,
  upstreamReminders,
  reportsUnlisted,
  eventRevisions,
  arrangedTransfers,
  letterSubjects,
  factsOfImports,
  filesInLetters,
];

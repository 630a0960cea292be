/** All migrations in order; a database's version is the number of migrations applied. Never change a released one. */
import type { Migration } from "../migration.ts";
import { initial } from "./0001-initial.ts";
import { namedLabels } from "./0002-named-labels.ts";
import { files } from "./0003-files.ts";
import { jmapAccounts } from "./0004-jmap-accounts.ts";
import { threadsByHand } from "./0006-threads-by-hand.ts";
import { emailTransfers } from "./0007-email-transfers.ts";
import { accountInKeys } from "./0008-account-in-keys.ts";
import { sessionGrants } from "./0009-session-grants.ts";
import { pendingSubmissions } from "./0010-pending-submissions.ts";
import { contacts } from "./0011-contacts.ts";
import { redirects } from "./0012-redirects.ts";
import { snooze } from "./0013-snooze.ts";
import { sieveScripts } from "./0014-sieve-scripts.ts";
import { scriptTimes } from "./0015-script-times.ts";
import { vacationAudience } from "./0016-vacation-audience.ts";
import { redirectIds } from "./0017-redirect-ids.ts";
import { reminders } from "./0018-reminders.ts";
import { notifications } from "./0019-notifications.ts";
import { addressBookServers } from "./0020-address-book-servers.ts";
import { folderStays } from "./0021-folder-stays.ts";
import { ruleUses } from "./0022-rule-uses.ts";
import { submissionReceipts } from "./0023-submission-receipts.ts";
import { facts } from "./0024-facts.ts";
import { newsletters } from "./0025-newsletters.ts";
import { ownCategories } from "./0026-own-categories.ts";
import { ruleReplies } from "./0027-rule-replies.ts";
import { foreignTransfers } from "./0028-foreign-transfers.ts";
import { manageSieve } from "./0029-manage-sieve.ts";
import { screening } from "./0030-screening.ts";
import { spamFilter } from "./0031-spam-filter.ts";
import { addressBooksByGrant } from "./0032-address-books-by-grant.ts";
import { appointments } from "./0033-appointments.ts";
import { factSenderNames } from "./0034-fact-sender-names.ts";
import { listSearch } from "./0035-list-search.ts";
import { waitingSenders } from "./0036-waiting-senders.ts";
import { foreignCopies } from "./0037-foreign-copies.ts";
import { calendarsOnce } from "./0038-calendars-once.ts";
import { submissionOriginals } from "./0039-submission-originals.ts";
import { upstreamSnooze } from "./0040-upstream-snooze.ts";
import { heldSubmissions } from "./0041-held-submissions.ts";
import { upstreamReminders } from "./0042-upstream-reminders.ts";
import { reportsUnlisted } from "./0043-reports-unlisted.ts";
import { eventRevisions } from "./0044-event-revisions.ts";
import { arrangedTransfers } from "./0045-arranged-transfers.ts";
import { letterSubjects } from "./0046-letter-subjects.ts";
import { dividedTerms } from "./0047-divided-terms.ts";
import { factsOfImports } from "./0048-facts-of-imports.ts";
import { filesInLetters } from "./0049-files-in-letters.ts";

export const migrations: readonly Migration[] = [
  initial,
  namedLabels,
  files,
  jmapAccounts,
  threadsByHand,
  emailTransfers,
  accountInKeys,
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
  dividedTerms,
  factsOfImports,
  filesInLetters,
];

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
];

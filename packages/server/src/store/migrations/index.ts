/** All migrations in order; a database's version is the number of those it has seen. Never change one that was released. */
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
];

/** Emails: RFC 8621 §4. Every change updates counts, thread and change log in the same transaction. */
import {
  type EmailHeaders,
  type Id,
  type Keyword,
  LOOKS_LIKE_SPAM,
  RETURNED,
  SetFailure,
  UNANSWERED,
} from "@pismo/jmap";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import type { PartNode } from "../../mime/parse/part.ts";
import { noHeaders, structureOf } from "./broken-email.ts";
import { logDestroyed, logUpdated } from "../db/changes.ts";
import { moveCounts } from "./counts.ts";
import { cancelDestroyed, cancelThrownAway } from "./deleted-pending.ts";
import {
  assertMailboxes,
  knownMailboxes,
  normalizeKeywords,
  countedEmailOf,
  type MembershipChange,
  rewriteMemberships,
} from "./email-mailboxes.ts";
import { type EmailMembership, getMemberships, readMemberships } from "./email-memberships.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import { isDamage } from "../db/errors.ts";
import { type InsertedEmail, insertEmails } from "./insert-emails.ts";
import { noteOutbound } from "../mirror/outbound-jobs.ts";
import { removeFiles } from "../files/file-rows.ts";
import { refreshNewsletterEmails } from "../newsletters/newsletter-emails.ts";
import { prepareEmail } from "./prepare-email.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";
import { noteUse } from "../people/limits.ts";
import { forgetReceipts } from "../submission/forget-receipts.ts";
import { leaveThreads } from "../threads/threads.ts";

export interface EmailRecord extends InsertedEmail {
  /** The Thread that it was made with; `threadId` is the one that the person has put it into (arrange-threads.ts). */
  firstThreadId: Id;
  /** Shortened where the header is enormous (mime/headers/short-headers.ts). */
  headers: EmailHeaders;
  /** The message's header has more than `headers`. */
  isShortened: boolean;
  /** No person answers by it (mime/headers/automatic-message.ts). */
  isAutomaticAnswer: boolean;
  structure: PartNode;
  hasAttachment: boolean;
  preview: string;
  /** The message is still on the server: structure and preview are derived from its beginning. */
  isPartial: boolean;
  /** A client made it: the account did not receive it. */
  isFromClient: boolean;
}

export interface NewEmail {
  blobId: Id;
  size: number;
  parsed: ParsedMessage;
  mailboxIds: readonly Id[];
  keywords: readonly Keyword[];
  receivedAt: Date;
  isFromClient?: boolean;
}

/** Emails changed between two turns of the event loop. */
const SLICE = 100;

interface EmailRow {
  id: number;
  blob_id: string;
  thread_id: number;
  first_thread_id: number | null;
  size: number;
  received_at: number;
  has_attachment: number;
  is_partial: number;
  is_from_client: number;
  headers: string;
  structure: string;
  preview: string;
  mailboxes: string;
  keywords: string;
}

const recordColumns = `e.id, e.blob_id, e.thread_id, e.first_thread_id, e.size, e.received_at, e.has_attachment, e.is_partial, e.is_from_client, c.headers, c.structure, c.preview,
  (select json_group_array(mailbox_id) from email_mailbox m where m.email_id = e.id and m.account_id = e.account_id) as mailboxes,
  (select json_group_array(keyword) from email_keyword k where k.email_id = e.id and +k.account_id = e.account_id) as keywords`;
const brokenColumns = recordColumns.replace(
  "c.headers, c.structure, c.preview",
  "'' as headers, '' as structure, '' as preview",
);
const joinedContent = "join email_content c on c.email_id = e.id and c.account_id = e.account_id";

type StoredHeaders = EmailHeaders & { isShortened?: boolean; isAutomaticAnswer?: boolean };

function toRecord(row: EmailRow): EmailRecord {
  const { isShortened = false, isAutomaticAnswer = false, ...headers } = JSON.parse(row.headers) as StoredHeaders;
  return {
    id: idOf("e", row.id),
    blobId: row.blob_id,
    threadId: idOf("t", row.thread_id),
    firstThreadId: idOf("t", row.first_thread_id ?? row.thread_id),
    mailboxIds: (JSON.parse(row.mailboxes) as number[]).map((key) => idOf("m", key)),
    keywords: JSON.parse(row.keywords) as Keyword[],
    size: row.size,
    receivedAt: new Date(row.received_at),
    headers,
    isShortened,
    isAutomaticAnswer,
    // Parsed on demand: lists never read it.
    get structure(): PartNode {
      return structureOf(row.structure);
    },
    hasAttachment: row.has_attachment === 1,
    preview: row.preview,
    isPartial: row.is_partial === 1,
    isFromClient: row.is_from_client === 1,
  };
}

/**
 * In the order of `ids`; unknown ids are left out. A damaged row of the database affects its own Email alone: it is
 * returned without the columns derived from its message (isBroken), or left out where nothing of it can be read.
 */
export async function getEmails(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<EmailRecord[]> {
  return inSlices(keysOf("e", ids), 100, async (keys) => {
    const found = new Map((await readRows(reader, accountId, keys)).map((row) => [row.id, row]));
    return keys.flatMap((key) => {
      const row = found.get(key);
      return row ? toRecordOrBroken(row) : [];
    });
  });
}

async function readRows(reader: Reader, accountId: Id, keys: readonly number[]): Promise<EmailRow[]> {
  try {
    return await selectRows(reader, accountId, keys, recordColumns, joinedContent);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (keys.length > 1) {
      const rows: EmailRow[] = [];
      for (const key of keys) rows.push(...(await readRows(reader, accountId, [key])));
      return rows;
    }
  }
  try {
    return await selectRows(reader, accountId, keys, brokenColumns, "");
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}

const selectRows = (reader: Reader, accountId: Id, keys: readonly number[], columns: string, joined: string) =>
  reader.all<EmailRow>(
    `select ${columns} from key_rows(?) requested ordered join email e on e.id = requested.value ${joined} where e.account_id = ?`,
    JSON.stringify(keys),
    accountKey(accountId),
  );

function toRecordOrBroken(row: EmailRow): EmailRecord {
  try {
    return toRecord(row);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...toRecord({ ...row, headers: JSON.stringify(noHeaders) }), headers: noHeaders };
  }
}

/** @throws SetFailure invalidProperties (mailboxIds) when a mailbox does not exist, or none is given */
export async function insertEmail(tx: Transactor, accountId: Id, email: NewEmail): Promise<EmailRecord> {
  const { parsed, ...rest } = email;
  const [inserted] = await insertEmails(tx, [{ accountId, ...rest, prepared: prepareEmail(parsed) }]);
  if (inserted instanceof SetFailure) throw inserted;
  const { headers, structure, hasAttachment, isAutomaticAnswer, preview } = parsed;
  return {
    ...inserted!,
    firstThreadId: inserted!.threadId,
    headers,
    isShortened: false,
    isAutomaticAnswer,
    structure,
    hasAttachment,
    preview,
    isPartial: false,
    isFromClient: email.isFromClient ?? false,
  };
}

/** What becomes of an Email; omitted properties stay. */
export interface EmailChange {
  id: Id;
  mailboxIds?: readonly Id[];
  keywords?: readonly Keyword[];
  /** It comes back at this moment, or takes the place that it had. */
  sortAt?: number;
  /** getMemberships() of this transaction, where the caller has read it. */
  known?: EmailMembership;
}

/** One of updateEmails(). @throws SetFailure notFound, invalidProperties (mailboxIds) */
export async function updateEmail(
  tx: Transactor,
  accountId: Id,
  id: Id,
  changes: Omit<EmailChange, "id">,
): Promise<void> {
  const [failure] = await updateEmails(tx, accountId, [{ ...changes, id }]);
  if (failure) throw failure;
}

/**
 * Changes Emails, each at most once.
 * @returns in their order, the SetFailure of those that could not be changed: notFound, invalidProperties (mailboxIds)
 */
export async function updateEmails(
  tx: Transactor,
  accountId: Id,
  changes: readonly EmailChange[],
): Promise<(SetFailure | undefined)[]> {
  const unread = changes.filter(({ known }) => !known).map(({ id }) => id);
  const read = unread.length > 0 ? await getMemberships(tx, accountId, unread) : new Map<Id, EmailMembership>();
  const moved = changes.flatMap(({ mailboxIds }) => mailboxIds ?? []);
  const mailboxes = moved.length > 0 ? await knownMailboxes(tx, accountId, moved) : new Set<number>();
  const failures: (SetFailure | undefined)[] = [];
  const changed: MembershipChange[] = [];
  for (const [index, { id, mailboxIds, keywords, sortAt, known = read.get(id) }] of changes.entries()) {
    try {
      if (!known) throw new SetFailure({ type: "notFound" });
      const before = known.stored;
      const after = {
        ...before,
        mailboxKeys: mailboxIds ? assertMailboxes(mailboxIds, mailboxes) : before.mailboxKeys,
        keywords: keywords ? normalizeKeywords(keywords) : before.keywords,
        sortAt: sortAt ?? before.sortAt,
      };
      // Why it came back is said where it did.
      if (!sameSet(before.mailboxKeys, after.mailboxKeys))
        after.keywords = after.keywords.filter((each) => !isReason(each) || !before.keywords.includes(each));
      const isSame =
        before.sortAt === after.sortAt &&
        sameSet(before.mailboxKeys, after.mailboxKeys) &&
        sameSet(before.keywords, after.keywords);
      if (!isSame) changed.push({ before, after });
    } catch (error) {
      if (!(error instanceof SetFailure)) throw error;
      failures[index] = error;
    }
  }
  await inSlices(changed, SLICE, async (given) => {
    const slice = await cancelThrownAway(tx, accountId, given);
    const keys = slice.map(({ after }) => after.key);
    await rewriteMemberships(tx, accountId, slice);
    await refreshNewsletterEmails(tx, accountId, keys);
    const moves = slice.map(({ before, after }) => ({
      threadKey: before.threadKey,
      before: countedEmailOf(before),
      after: countedEmailOf(after),
    }));
    await moveCounts(tx, accountId, moves);
    await logUpdated(tx, accountId, "Email", ...keys);
    await noteOutbound(tx, accountId, "Email", ...keys.map((key) => idOf("e", key)));
    return [];
  });
  return failures;
}

/** Returns the ids that existed. The next sweep removes their blobs. */
export async function destroyEmails(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<Id[]> {
  noteUse(tx, accountId);
  return inSlices(keysOf("e", ids), SLICE, async (keys) => {
    const found = await readMemberships(tx, accountId, keys);
    const known = keys.flatMap((key) => found.get(key) ?? []);
    if (known.length === 0) return [];
    const moves = known.map((before) => ({ threadKey: before.threadKey, before: countedEmailOf(before), after: null }));
    await moveCounts(tx, accountId, moves);
    await cancelDestroyed(tx, accountId, known);
    const gone = known.map(({ key }) => key);
    tx.search.remove(tx, accountId, gone);
    await removeFiles(tx, accountId, gone);
    await forgetReceipts(tx, accountId, gone);
    await tx.runAll(
      "delete from email where id = ? and account_id = ?",
      gone.map((key) => [key, accountKey(accountId)]),
    );
    await leaveThreads(
      tx,
      accountId,
      known.map(({ threadKey }) => threadKey),
    );
    await logDestroyed(tx, accountId, "Email", ...gone);
    const destroyed = gone.map((key) => idOf("e", key));
    await noteOutbound(tx, accountId, "Email", ...destroyed);
    return destroyed;
  });
}

const reasons: ReadonlySet<Keyword> = new Set([RETURNED, UNANSWERED, LOOKS_LIKE_SPAM]);
const isReason = (keyword: Keyword): boolean => reasons.has(keyword);

const sameSet = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));

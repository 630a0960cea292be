/**
 * Creates Emails for messages that no Email has: after the loss of the database, from the messages alone. Mailboxes and
 * keywords are lost; the Emails are put into one mailbox, as seen. An interrupted recovery continues where it stopped.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Id, SEEN } from "@pismo/jmap";
import { arrivalOf, looksLikeMessage } from "../../mime/parse/looks-like-message.ts";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import { readChecked } from "../blobs/verify-blobs.ts";
import { blobIdOf, isRemoteBlobId } from "../blobs/blobs.ts";
import { insertEmails, type PreparedNewEmail } from "../mail/insert-emails.ts";
import { ensureMailbox } from "../mail/mailboxes.ts";
import type { PackEntry } from "../blobs/pack-entry.ts";
import { recordPackEntries } from "../blobs/record-pack-entries.ts";
import { prepareEmail } from "../mail/prepare-email.ts";
import type { Store } from "../db/store.ts";
import { findUnnamed, unnamed } from "../sweep/unnamed-blobs.ts";

export interface RecoveredMessages {
  /** Emails created. */
  emails: number;
  /** Blobs that are no messages, such as uploaded attachments. They stay unchanged. */
  others: number;
  /** Damaged blobs. They stay unchanged. */
  damaged: number;
  /** Messages of accounts at a mail server, which are fetched again. */
  remote: number;
  /** Packs without a readable trailer. They stay unchanged. */
  silentPacks: number;
}

export interface RecoverOptions {
  accountId: Id;
  /** Name of the mailbox, created when needed. */
  folder: string;
  parse(bytes: Uint8Array): Promise<ParsedMessage>;
  onProgress(progress: { done: number; total: number }): void;
}

const BATCH = 50;

export async function recoverMessages(store: Store, options: RecoverOptions): Promise<RecoveredMessages> {
  const { blobIds, packs, silentPacks } = await findUnnamed(store);
  const summary = { emails: 0, others: 0, damaged: 0, remote: 0, silentPacks: silentPacks.length };
  const total = blobIds.length + packs.reduce((sum, entries) => sum + entries.length, 0);
  let done = 0;
  const take = async (ids: readonly Id[], entries: readonly (readonly [blobId: Id, entry: PackEntry])[]) => {
    await recoverBatch(store, ids, entries, options, summary);
    done += ids.length;
    options.onProgress({ done, total });
  };
  for (const entries of packs) {
    // Most are as large as a batch.
    await take(
      entries.map(([blobId]) => blobId),
      entries,
    );
  }
  for (let at = 0; at < blobIds.length; at += BATCH) await take(blobIds.slice(at, at + BATCH), []);
  return summary;
}

async function recoverBatch(
  store: Store,
  blobIds: readonly Id[],
  entries: readonly (readonly [blobId: Id, entry: PackEntry])[],
  { accountId, folder, parse }: RecoverOptions,
  summary: RecoveredMessages,
): Promise<void> {
  // Makes the blobs readable.
  if (entries.length > 0) await store.write((tx) => recordPackEntries(tx, entries));
  const emails: Omit<PreparedNewEmail, "mailboxIds">[] = [];
  for (const blobId of await store.read((reader) => unnamed(reader, blobIds))) {
    if (isRemoteBlobId(blobId)) {
      summary.remote++;
      continue;
    }
    const bytes = await wholeBytes(store, blobId);
    if (!bytes) {
      summary.damaged++;
      continue;
    }
    const parsed = looksLikeMessage(bytes) ? await parse(bytes) : undefined;
    if (!parsed || !hasUsualField(parsed)) {
      summary.others++;
      continue;
    }
    const { sentAt } = parsed.headers;
    const receivedAt = arrivalOf(bytes, parsed) ?? (sentAt === null ? new Date() : new Date(sentAt));
    emails.push({
      accountId,
      blobId,
      size: bytes.length,
      prepared: prepareEmail(parsed),
      keywords: [SEEN],
      receivedAt,
    });
  }
  if (emails.length === 0) return;
  await store.write(async (tx) => {
    const mailboxIds = [await ensureMailbox(tx, accountId, folder)];
    await insertEmails(
      tx,
      emails.map((email) => ({ ...email, mailboxIds })),
    );
  });
  summary.emails += emails.length;
}

async function wholeBytes(store: Store, blobId: Id): Promise<Uint8Array | undefined> {
  const { bytes, fault } = await readChecked(store.blobs, blobId);
  if (!fault) return bytes;
  if (fault === "damaged") return undefined;
  // From a backup that was unpacked by hand: moves it to its folder.
  const { folder } = store.blobs;
  if (!folder) return undefined;
  const flat = await readFile(join(folder.root, blobId));
  if (blobIdOf(flat) !== blobId) return undefined;
  await store.blobs.put(flat);
  return flat;
}

/** An uploaded file may begin with a word and a colon too. */
const hasUsualField = ({ headers: { from, to, subject, sentAt, messageId } }: ParsedMessage): boolean =>
  [from, to, subject, sentAt, messageId].some((field) => field !== null);

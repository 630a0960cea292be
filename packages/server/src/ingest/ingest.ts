/** From bytes to an Email: parsed in a worker, stored durably as a blob, inserted in one transaction per batch. */
import { type Id, type Keyword, SetFailure } from "@pismo/jmap";
import { recordFindings } from "../store/mail/email-categories.ts";
import { type InsertedEmail, insertEmails, type PreparedNewEmail } from "../store/mail/insert-emails.ts";
import { newRemoteBlobId } from "../store/blobs/blobs.ts";
import type { PackEntry } from "../store/blobs/pack-entry.ts";
import { markedOf, putInNewPack } from "../store/blobs/keep-marked.ts";
import { recordPackEntries } from "../store/blobs/record-pack-entries.ts";
import { completeEmail } from "../store/mail/partial-emails.ts";
import { inSlices } from "../store/db/reader.ts";
import { type Store, StoreError, type Transactor, type TransactionOptions } from "../store/db/store.ts";
import type { Beginning, MimePool, StoredMessage } from "../worker/pool.ts";
import { findCategories, withCategory } from "./assign-category.ts";
import { noteNews } from "./note-news.ts";
import { type Came, noteReceipts } from "./note-receipts.ts";
import { passMuted } from "./pass-muted.ts";
import { deriveRules, noteDerived } from "./rules/derive-rules.ts";
import { editLetters } from "./rules/edit-letters.ts";
import { decide, noteRules, sortArrivals, sortInserted } from "./rules/sort-arrivals.ts";
import { findSpam, moveSpam } from "./spam/find-spam.ts";
import { withPlaced } from "./screening/placed-arrivals.ts";
import { findStrangers, screenArrivals } from "./screening/screen-arrivals.ts";
import type { Envelope } from "../sieve/run/letter.ts";
import { wakeConversations } from "./wake-conversations.ts";

export interface Delivery {
  accountId: Id;
  /** The RFC 5322 message, unchanged. */
  bytes: Uint8Array;
  mailboxIds: readonly Id[];
  keywords?: readonly Keyword[];
  /** Default: now. */
  receivedAt?: Date;
  /** Received, now or earlier: it gets a category. False for what the person or a client writes. */
  isArrival?: boolean;
  /** Received just now, by SMTP: the account's rules run on it. */
  envelope?: Envelope;
  /**
   * New in the inbox of a mail server: the account's rules run on it once it is inserted, and what they change goes out
   * as a change of the person's would.
   */
  isForRules?: boolean;
  /** It has a category like what arrives, but it was here before: nothing happens because of it. */
  isMoved?: boolean;
  /** A copy of a message on the account's server. */
  isFromServer?: boolean;
}

/** An Email whose message is still on its server. `bytes` are its header and the beginning of the body. */
export interface RemoteDelivery extends Delivery, Beginning {
  /** Octets of the whole message, according to the server. */
  size: number;
  isArrival: boolean;
}

/** The message of an Email that was ingested without it. */
export interface ArrivedMessage {
  emailId: Id;
  blobId: Id;
  bytes: Uint8Array;
}

/** Runs in the transaction that inserts the batch, after the inserts: for what must be durable with it. */
export type AfterInsert = (tx: Transactor, results: readonly (InsertedEmail | Error)[]) => Promise<void>;

/** Deliveries whose messages are durable and parsed. */
export interface PreparedBatch {
  readonly deliveries: readonly Pick<Delivery, "bytes" | "isArrival" | "isMoved" | "envelope" | "isForRules">[];
  readonly emails: readonly PreparedNewEmail[];
  /** The pack entries of the messages that are in packs. */
  readonly packEntries: readonly (readonly [blobId: Id, entry: PackEntry])[];
}

export interface Ingest {
  /** Durable when it resolves. @throws SetFailure invalidProperties when a mailbox does not exist; StoreError */
  deliver(delivery: Delivery): Promise<InsertedEmail>;
  /** In the order of the deliveries. One that cannot be inserted results in its Error and does not affect the others. */
  deliverBatch(
    deliveries: readonly Delivery[],
    afterInsert?: AfterInsert,
    options?: TransactionOptions,
  ): Promise<(InsertedEmail | Error)[]>;
  /** deliverBatch in two steps: while one batch is being inserted, the next can be prepared. */
  prepareBatch(deliveries: readonly Delivery[]): Promise<PreparedBatch>;
  insertBatch(
    batch: PreparedBatch,
    afterInsert?: AfterInsert,
    options?: TransactionOptions,
  ): Promise<(InsertedEmail | Error)[]>;
  /** `work` with the message of this blobId, within the memory budget. @throws StoreError blobMissing */
  withMessage<T>(blobId: Id, size: number, work: (bytes: Uint8Array) => Promise<T>): Promise<T>;
  /** Emails that lists show now and whose messages are fetched later. Nothing is written to the disk before the insert. */
  prepareRemote(deliveries: readonly RemoteDelivery[]): Promise<PreparedBatch>;
  /** The messages have been fetched; durable when it resolves. */
  complete(accountId: Id, messages: readonly ArrivedMessage[]): Promise<void>;
  /** The same for a message that is already stored under its blobId. @returns whether it was */
  completeStored(accountId: Id, emailId: Id, blobId: Id): Promise<boolean>;
}

/** Fewer messages are parsed here: a worker would take longer. */
const MANY = 8;
const COMPLETED_AT_ONCE = 10;

interface Parts {
  store: Store;
  mime: MimePool;
}

export function createIngest(parts: Parts): Ingest {
  const { store, mime } = parts;
  const deliverBatch: Ingest["deliverBatch"] = async (deliveries, afterInsert, options) =>
    insertBatch(parts, await prepareBatch(parts, deliveries), afterInsert, options);
  return {
    deliverBatch,
    prepareBatch: (deliveries) => prepareBatch(parts, deliveries),
    insertBatch: (batch, afterInsert, options) => insertBatch(parts, batch, afterInsert, options),
    prepareRemote: (deliveries) => prepareRemote(parts, deliveries),
    complete: (accountId, messages) => complete(parts, accountId, messages),
    completeStored: (accountId, emailId, blobId) => completeStored(parts, accountId, emailId, blobId),
    withMessage: (blobId, size, work) =>
      mime.room.with(size, async () => {
        const bytes = await store.blobs.get(blobId);
        if (!bytes) throw new StoreError("blobMissing", `The message ${blobId} has gone`);
        return work(bytes);
      }),
    async deliver(delivery) {
      const { accountId } = delivery;
      const [result] = await deliverBatch([delivery], undefined, { accountId });
      if (result instanceof SetFailure || result instanceof Error) throw result;
      return result!;
    },
  };
}

async function prepareBatch({ store, mime }: Parts, deliveries: readonly Delivery[]): Promise<PreparedBatch> {
  const all = deliveries.map(({ bytes }) => bytes);
  const stored =
    all.length < MANY ? await parseAndStoreFew({ store, mime }, all) : await parseAndStoreMany({ store, mime }, all);
  const emails = deliveries.map(
    (
      { accountId, bytes, mailboxIds, keywords = [], receivedAt = new Date(), isFromServer = false },
      index,
    ): PreparedNewEmail => {
      const { blobId, prepared } = stored[index]!;
      return { accountId, blobId, size: bytes.length, prepared, mailboxIds, keywords, receivedAt, isFromServer };
    },
  );
  const packEntries = stored.flatMap(({ blobId, entry }) => (entry ? [[blobId, entry] as const] : []));
  return { deliveries, emails, packEntries };
}

async function parseAndStoreFew({ store, mime }: Parts, all: readonly Uint8Array[]): Promise<StoredMessage[]> {
  const [prepared, stored] = await Promise.all([
    Promise.all(all.map((bytes) => mime.prepare(bytes))),
    store.blobs.putAll(all),
  ]);
  return prepared.map((message, index) => ({ blobId: stored[index]!.blobId, prepared: message }));
}

/** Files are written by the threads that parse; other blobs meanwhile. */
async function parseAndStoreMany(
  { store: { blobs }, mime }: Parts,
  all: readonly Uint8Array[],
  names?: readonly Id[],
): Promise<StoredMessage[]> {
  if (blobs.folder) return mime.parseAndStore(all, blobs.folder, names);
  const [parsed, stored] = await Promise.all([
    mime.parseAndStore(all, undefined, names),
    names ? blobs.putAll(all, names) : blobs.putBatch(all),
  ]);
  return parsed.map(({ prepared }, index) => ({ ...stored[index]!, prepared }));
}

async function prepareRemote({ mime }: Parts, deliveries: readonly RemoteDelivery[]): Promise<PreparedBatch> {
  const prepared = await mime.begin(deliveries);
  const emails = deliveries.map(
    (
      { accountId, size, mailboxIds, keywords = [], receivedAt = new Date(), isFromServer = false },
      index,
    ): PreparedNewEmail => ({
      accountId,
      blobId: newRemoteBlobId(),
      size,
      prepared: prepared[index]!,
      mailboxIds,
      keywords,
      receivedAt,
      isPartial: true,
      isFromServer,
    }),
  );
  return { deliveries, emails, packEntries: [] };
}

async function insertBatch(
  parts: Parts,
  asItCame: PreparedBatch,
  afterInsert?: AfterInsert,
  options: TransactionOptions = {},
): Promise<(InsertedEmail | Error)[]> {
  const { store } = parts;
  const decisions = await decide(store, asItCame);
  const batch = { ...asItCame, ...(await editLetters(parts, asItCame, decisions)) };
  const { deliveries } = batch;
  const spam = await findSpam(store, batch);
  const strangers = await findStrangers(store, batch);
  const derived = await deriveRules(store, batch);
  return store.write(
    async (tx) => {
      await putSweptAgain(tx, batch);
      const emails = await sortArrivals(tx, batch, decisions);
      const arrivals = emails.filter((_, index) => deliveries[index]!.isArrival);
      const found = await findCategories(tx, arrivals);
      const findings = new Map(arrivals.map((email, index) => [email, found[index]]));
      const inserted = await insertEmails(
        tx,
        emails.map((email) => withCategory(email, findings.get(email))),
      );
      for (const accountId of new Set(arrivals.map((email) => email.accountId))) {
        await recordFindings(
          tx,
          accountId,
          inserted.flatMap((result, index) => {
            const email = emails[index]!;
            const finding = email.accountId === accountId ? findings.get(email) : undefined;
            return finding && !(result instanceof Error) ? [[result.id, finding] as const] : [];
          }),
        );
      }
      await afterInsert?.(tx, inserted);
      const sorted = await sortInserted(tx, inserted, batch, decisions);
      await noteRules(tx, sorted, batch, decisions);
      await noteDerived(tx, sorted, batch, derived);
      const arrived = sorted.flatMap((email, index) => {
        const { isArrival, isMoved } = deliveries[index]!;
        return isArrival && !isMoved && !(email instanceof Error) ? { accountId: emails[index]!.accountId, email } : [];
      });
      const passed = await passMuted(tx, arrived);
      const placed = sorted.map((email) => (email instanceof Error ? email : (passed.get(email.id) ?? email)));
      const moved = await moveSpam(tx, placed, batch, spam);
      const judged = placed.map((email, index) => moved.get(index) ?? email);
      const waiting = await screenArrivals(tx, judged, batch, strangers);
      const results = judged.map((email, index) => waiting.get(index) ?? email);
      await wakeConversations(tx, arrived);
      await noteNews(tx, batch, results, await withPlaced(tx, results, batch, waiting));
      const came = results.flatMap((email, index): Came[] => {
        const { isArrival, isMoved, bytes } = deliveries[index]!;
        if (!isArrival || isMoved || email instanceof Error) return [];
        const { accountId, prepared } = emails[index]!;
        return [{ accountId, emailId: email.id, bytes, prepared }];
      });
      await noteReceipts(tx, came);
      return results;
    },
    { isRepeatable: batch.emails.every(({ isFromServer }) => isFromServer), ...options },
  );
}

async function complete({ store, mime }: Parts, accountId: Id, messages: readonly ArrivedMessage[]): Promise<void> {
  const names = messages.map(({ blobId }) => blobId);
  const all = messages.map(({ bytes }) => bytes);
  const stored = await parseAndStoreMany({ store, mime }, all, names);
  const whole = messages.map(({ emailId, bytes }, index) => ({
    emailId,
    bytes,
    size: bytes.length,
    prepared: stored[index]!.prepared,
  }));
  // Indexing a long message takes milliseconds, and other writers are waiting.
  await inSlices(whole, COMPLETED_AT_ONCE, (slice) =>
    store.write(
      async (tx) => {
        for (const { emailId, ...message } of slice) await completeEmail(tx, accountId, emailId, message);
        await noteReceipts(
          tx,
          slice.map((message) => ({ accountId, ...message })),
        );
        return [];
      },
      { isRepeatable: true, accountId },
    ),
  );
}

async function completeStored({ store, mime }: Parts, accountId: Id, emailId: Id, blobId: Id): Promise<boolean> {
  const size = await store.blobs.size(blobId);
  if (size === undefined) return false;
  return mime.room.with(size, async () => {
    const bytes = await store.blobs.get(blobId);
    if (!bytes) return false;
    const message = { size: bytes.length, prepared: await mime.prepare(bytes) };
    await store.write((tx) => completeEmail(tx, accountId, emailId, message), { isRepeatable: true, accountId });
    return true;
  });
}

/** What a sweep has removed since it was put, or is removing now. Other blobs stay until this transaction refers to them. */
async function putSweptAgain(tx: Transactor, { deliveries, emails, packEntries }: PreparedBatch): Promise<void> {
  const packed = new Set(packEntries.map(([blobId]) => blobId));
  const swept = await recordPackEntries(tx, packEntries);
  const alone = emails.filter(({ blobId, isPartial }) => !isPartial && !packed.has(blobId));
  const marked =
    alone.length === 0
      ? new Set<Id>()
      : await markedOf(
          tx,
          alone.map(({ blobId }) => blobId),
        );
  const isMissing = await Promise.all(
    emails.map(async ({ blobId, isPartial }) => {
      if (isPartial) return false;
      if (packed.has(blobId)) return swept.has(blobId);
      return marked.has(blobId) || (await tx.blobs.size(blobId)) === undefined;
    }),
  );
  await putInNewPack(
    tx,
    deliveries.flatMap(({ bytes }, index) => (isMissing[index] ? [{ blobId: emails[index]!.blobId, bytes }] : [])),
  );
}

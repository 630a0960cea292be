/** From bytes to an Email: parsed in a worker, durable as a blob, one transaction for a batch. */
import { type Id, type Keyword, SetFailure } from "@pismo/jmap";
import { type CategoryFinding, recordFinding } from "../store/email-categories.ts";
import { type InsertedEmail, insertEmails, type PreparedNewEmail } from "../store/emails.ts";
import { newRemoteBlobId } from "../store/blobs.ts";
import type { PackPlace } from "../store/pack-files.ts";
import { recordPlaces } from "../store/packed-blobs.ts";
import { completeEmail } from "../store/partial-emails.ts";
import { prepareEmail } from "../store/prepare-email.ts";
import { inSlices } from "../store/reader.ts";
import type { Store, Transactor, WriteOptions } from "../store/store.ts";
import type { Beginning, MimePool, TakenIn } from "../worker/pool.ts";
import { Arrivals, withCategory } from "./arrivals.ts";

export interface Delivery {
  accountId: Id;
  /** The RFC 5322 message, kept as it is. */
  bytes: Uint8Array;
  mailboxIds: readonly Id[];
  keywords?: readonly Keyword[];
  /** Now when left out. */
  receivedAt?: Date;
  /** It comes to the person, now or at some time: it gets a category. Not for what the person or a client writes. */
  isArrival?: boolean;
  /** It comes from its server, just as it is there. */
  isFromServer?: boolean;
}

/** A letter of which the rest is still on its server. `bytes` are its header and the beginning of what follows. */
export interface RemoteDelivery extends Delivery, Beginning {
  /** Octets of the whole, as the server says. */
  size: number;
  isArrival: boolean;
}

/** The message of a letter that was taken in without it. */
export interface ArrivedMessage {
  emailId: Id;
  blobId: Id;
  bytes: Uint8Array;
}

/** Runs in the transaction that inserts the batch, after it: for what must be durable with it. */
export type AfterInsert = (tx: Transactor, results: readonly (InsertedEmail | Error)[]) => Promise<void>;

/** Deliveries whose messages are durable and parsed. */
export interface PreparedBatch {
  readonly deliveries: readonly Pick<Delivery, "bytes" | "isArrival">[];
  readonly emails: readonly PreparedNewEmail[];
  /** Where their messages lie in packs, for those that do. */
  readonly places: readonly (readonly [blobId: Id, place: PackPlace])[];
}

export interface Ingest {
  /** Durable when it resolves. @throws SetFailure invalidProperties when a mailbox is not there; StoreError */
  deliver(delivery: Delivery): Promise<InsertedEmail>;
  /** In the order of the deliveries. One that cannot be inserted gives its Error and leaves the others alone. */
  deliverBatch(deliveries: readonly Delivery[], afterInsert?: AfterInsert): Promise<(InsertedEmail | Error)[]>;
  /** deliverBatch in two steps: while one batch is being inserted, the next can be prepared. */
  prepareBatch(deliveries: readonly Delivery[]): Promise<PreparedBatch>;
  insertBatch(
    batch: PreparedBatch,
    afterInsert?: AfterInsert,
    options?: WriteOptions,
  ): Promise<(InsertedEmail | Error)[]>;
  /** Letters that show in lists now and whose messages come later. Nothing of them is written to the disk before they are inserted. */
  prepareRemote(deliveries: readonly RemoteDelivery[]): Promise<PreparedBatch>;
  /** Their messages have come; durable when it resolves. */
  complete(accountId: Id, messages: readonly ArrivedMessage[]): Promise<void>;
  /** The same for a message that lies under its blobId already. @returns whether it did */
  completeStored(accountId: Id, emailId: Id, blobId: Id): Promise<boolean>;
}

/** Fewer messages are not worth the way to a worker and back. */
const MANY = 8;
const COMPLETED_AT_ONCE = 10;

export function createIngest({ store, mime }: { store: Store; mime: MimePool }): Ingest {
  const prepareBatch: Ingest["prepareBatch"] = async (deliveries) => {
    const all = deliveries.map(({ bytes }) => bytes);
    const taken = all.length < MANY ? await takeInFew(all) : await mime.takeIn(all, store.blobs.folder);
    const emails = deliveries.map(
      (
        { accountId, bytes, mailboxIds, keywords = [], receivedAt = new Date(), isFromServer = false },
        index,
      ): PreparedNewEmail => {
        const { blobId, prepared } = taken[index]!;
        return { accountId, blobId, size: bytes.length, prepared, mailboxIds, keywords, receivedAt, isFromServer };
      },
    );
    const places = taken.flatMap(({ blobId, place }) => (place ? [[blobId, place] as const] : []));
    return { deliveries, emails, places };
  };

  const prepareRemote: Ingest["prepareRemote"] = async (deliveries) => {
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
    return { deliveries, emails, places: [] };
  };

  const complete: Ingest["complete"] = async (accountId, messages) => {
    const names = messages.map(({ blobId }) => blobId);
    const all = messages.map(({ bytes }) => bytes);
    const taken = await mime.takeIn(all, store.blobs.folder, names);
    const whole = messages.map(({ emailId, bytes }, index) => ({
      emailId,
      size: bytes.length,
      prepared: taken[index]!.prepared,
    }));
    // Indexing a long letter takes milliseconds, and others want to write as well.
    await inSlices(whole, COMPLETED_AT_ONCE, (slice) =>
      store.write(
        async (tx) => {
          for (const { emailId, ...message } of slice) await completeEmail(tx, accountId, emailId, message);
          return [];
        },
        { isRepeatable: true },
      ),
    );
  };

  const completeStored: Ingest["completeStored"] = async (accountId, emailId, blobId) => {
    const bytes = await store.read((reader) => reader.blobs.get(blobId));
    if (!bytes) return false;
    const message = { size: bytes.length, prepared: prepareEmail(await mime.parse(bytes)) };
    await store.write((tx) => completeEmail(tx, accountId, emailId, message), { isRepeatable: true });
    return true;
  };

  async function takeInFew(all: readonly Uint8Array[]): Promise<TakenIn[]> {
    const [parsed, stored] = await Promise.all([
      Promise.all(all.map((bytes) => mime.parse(bytes))),
      store.blobs.putAll(all),
    ]);
    return parsed.map((message, index) => ({ blobId: stored[index]!.blobId, prepared: prepareEmail(message) }));
  }

  const insertBatch: Ingest["insertBatch"] = (batch, afterInsert, options = {}) => {
    const { deliveries, emails } = batch;
    return store.write(
      async (tx) => {
        await putSweptAgain(tx, batch);
        const arrivals = new Arrivals(tx);
        const findings: (CategoryFinding | undefined)[] = [];
        for (const [index, email] of emails.entries()) {
          findings.push(deliveries[index]!.isArrival ? await arrivals.categorize(email) : undefined);
        }
        const results = await insertEmails(
          tx,
          emails.map((email, index) => withCategory(email, findings[index])),
        );
        for (const [index, result] of results.entries()) {
          const finding = findings[index];
          if (finding && !(result instanceof Error)) await recordFinding(tx, result.id, finding);
        }
        await afterInsert?.(tx, results);
        return results;
      },
      { isRepeatable: emails.every(({ isFromServer }) => isFromServer), ...options },
    );
  };

  const deliverBatch: Ingest["deliverBatch"] = async (deliveries, afterInsert) =>
    insertBatch(await prepareBatch(deliveries), afterInsert);

  return {
    prepareBatch,
    insertBatch,
    deliverBatch,
    prepareRemote,
    complete,
    completeStored,
    async deliver(delivery) {
      const [result] = await deliverBatch([delivery]);
      if (result instanceof SetFailure || result instanceof Error) throw result;
      return result!;
    },
  };
}

/** The sweep removes blobs inside a transaction only; what is there now stays until this one has referred to it. */
async function putSweptAgain(tx: Transactor, { deliveries, emails, places }: PreparedBatch): Promise<void> {
  const packed = new Set(places.map(([blobId]) => blobId));
  const swept = await recordPlaces(tx, places);
  const isMissing = await Promise.all(
    emails.map(async ({ blobId, isPartial }) => {
      if (isPartial) return false;
      return packed.has(blobId) ? swept.has(blobId) : (await tx.blobs.size(blobId)) === undefined;
    }),
  );
  const missing = deliveries.filter((_, index) => isMissing[index]);
  if (missing.length > 0) await tx.blobs.putAll(missing.map(({ bytes }) => bytes));
}

/** From bytes to an Email: parsed in a worker, durable as a blob, one transaction for a batch. */
import { type Id, type Keyword, SetFailure } from "@pismo/jmap";
import { type EmailRecord, insertEmail, type NewEmail } from "../store/emails.ts";
import type { Store, Transactor } from "../store/store.ts";
import type { MimePool } from "../worker/pool.ts";

export interface Delivery {
  accountId: Id;
  /** The RFC 5322 message, kept as it is. */
  bytes: Uint8Array;
  mailboxIds: readonly Id[];
  keywords?: readonly Keyword[];
  /** Now when left out. */
  receivedAt?: Date;
}

/** Runs in the transaction that inserts the batch, after it: for what must be durable with it. */
export type AfterInsert = (tx: Transactor, results: readonly (EmailRecord | Error)[]) => Promise<void>;

export interface Ingest {
  /** Durable when it resolves. @throws SetFailure invalidProperties when a mailbox is not there; StoreError */
  deliver(delivery: Delivery): Promise<EmailRecord>;
  /** In the order of the deliveries. One that cannot be inserted gives its Error and leaves the others alone. */
  deliverBatch(deliveries: readonly Delivery[], afterInsert?: AfterInsert): Promise<(EmailRecord | Error)[]>;
}

export function createIngest({ store, mime }: { store: Store; mime: MimePool }): Ingest {
  const deliverBatch: Ingest["deliverBatch"] = async (deliveries, afterInsert) => {
    const all = deliveries.map(({ bytes }) => bytes);
    const [parsed, stored] = await Promise.all([
      Promise.all(all.map((bytes) => mime.parse(bytes))),
      store.blobs.putAll(all),
    ]);
    const emails = deliveries.map(({ mailboxIds, keywords = [], receivedAt = new Date() }, index): NewEmail => ({
      blobId: stored[index]!.blobId,
      size: stored[index]!.size,
      parsed: parsed[index]!,
      mailboxIds,
      keywords,
      receivedAt,
    }));
    return store.write(async (tx) => {
      await putSweptAgain(tx, deliveries, emails);
      const results: (EmailRecord | Error)[] = [];
      for (const [index, email] of emails.entries()) {
        results.push(await insertAlone(tx, deliveries[index]!.accountId, email));
      }
      await afterInsert?.(tx, results);
      return results;
    });
  };
  return {
    deliverBatch,
    async deliver(delivery) {
      const [result] = await deliverBatch([delivery]);
      if (result instanceof Error) throw result;
      return result!;
    },
  };
}

/** The sweep removes blobs inside a transaction only; what is there now stays until this one has referred to it. */
async function putSweptAgain(tx: Transactor, deliveries: readonly Delivery[], emails: NewEmail[]): Promise<void> {
  const sizes = await Promise.all(emails.map(({ blobId }) => tx.blobs.size(blobId)));
  const missing = deliveries.filter((_, index) => sizes[index] === undefined);
  if (missing.length > 0) await tx.blobs.putAll(missing.map(({ bytes }) => bytes));
}

async function insertAlone(tx: Transactor, accountId: Id, email: NewEmail): Promise<EmailRecord | Error> {
  try {
    return await tx.savepoint(() => insertEmail(tx, accountId, email));
  } catch (error) {
    if (error instanceof SetFailure) return error;
    throw error;
  }
}

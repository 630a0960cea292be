/**
 * Derives every column that depends on messages again from their blobs: after a change of the parser, or to repair. The
 * stored columns of an Email whose message is damaged are better than its bytes, and stay.
 */
import type { Id } from "@pismo/jmap";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import { listAccounts } from "../auth/accounts.ts";
import { logUpdated } from "../db/changes.ts";
import { recount } from "./counts.ts";
import { readChecked } from "../blobs/verify-blobs.ts";
import { knownFaults, recordFaults, clearFaults } from "../blobs/damaged-blobs.ts";
import { accountKey } from "../db/ids.ts";
import { type FaultyBlob, type FaultyMessage, describeEmails } from "../backup/describe-emails.ts";
import { prepareEmail } from "./prepare-email.ts";
import type { Transactor } from "../db/reader.ts";
import { rewriteEmail } from "./rewrite-email.ts";
import type { Store } from "../db/store.ts";

export interface RebuildSummary {
  /** Emails that were checked. */
  emails: number;
  /** Those whose message is missing or damaged: they stay unchanged. */
  faults: FaultyMessage[];
}

interface Row {
  id: number;
  blob_id: string;
  thread_id: number;
  size: number;
}

const BATCH = 100;

/** May run beside a server; each batch is one transaction. Skips partial Emails. @param parse the mime pool's */
export async function rebuild(
  store: Store,
  parse: (bytes: Uint8Array) => Promise<ParsedMessage>,
  onProgress: (progress: { done: number; total: number }) => void = () => {},
): Promise<RebuildSummary> {
  const faults = new Map<Id, FaultyBlob>();
  let emails = 0;
  const total = await store.read(
    async (reader) => (await reader.get<{ n: number }>("select count(*) as n from email where is_partial = 0"))!.n,
  );
  for (const { id: accountId } of await store.read(listAccounts)) {
    for (let after = 0; ;) {
      const sql =
        "select id, blob_id, thread_id, size from email where account_id = ? and id > ? and is_partial = 0 order by id limit ?";
      const rows = await store.read((reader) => reader.all<Row>(sql, accountKey(accountId), after, BATCH));
      if (rows.length === 0) break;
      after = rows.at(-1)!.id;
      const parsed = await Promise.all(
        rows.map(async (row) => {
          const { bytes, fault } = await readChecked(store.blobs, row.blob_id, row.size);
          if (fault) faults.set(row.blob_id, { blobId: row.blob_id, fault });
          return fault ? undefined : parse(bytes);
        }),
      );
      await store.write(async (tx) => {
        for (const [index, row] of rows.entries()) {
          const message = parsed[index];
          if (message) await rewrite(tx, accountId, row, message);
        }
        await noteFaults(tx, rows, faults);
      });
      emails += rows.length;
      onProgress({ done: emails, total });
    }
    await store.write((tx) => recount(tx, accountId));
  }
  return { emails, faults: await store.read((reader) => describeEmails(reader, [...faults.values()])) };
}

/** Records the faults of these Emails' messages, and clears those of messages that are intact again. */
async function noteFaults(tx: Transactor, rows: readonly Row[], faults: ReadonlyMap<Id, FaultyBlob>): Promise<void> {
  const ids = rows.map(({ blob_id }) => blob_id);
  await recordFaults(
    tx,
    ids.flatMap((id) => faults.get(id) ?? []),
  );
  const known = await knownFaults(tx, ids);
  await clearFaults(
    tx,
    [...known.keys()].filter((id) => !faults.has(id)),
  );
}

async function rewrite(tx: Transactor, accountId: Id, { id, thread_id }: Row, parsed: ParsedMessage): Promise<void> {
  const { isSeenInLists, structure } = await rewriteEmail(
    tx,
    accountId,
    { key: id, threadKey: thread_id },
    prepareEmail(parsed),
  );
  if (isSeenInLists || structure) await logUpdated(tx, accountId, "Email", id);
}

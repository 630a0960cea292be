/** Makes every column that is derived from messages again from their blobs: after a better parser, or to repair. */
import type { Id } from "@pismo/jmap";
import type { ParsedMessage } from "../mime/parse.ts";
import { listAccounts } from "./accounts.ts";
import { logUpdated } from "./changes.ts";
import { recount } from "./counts.ts";
import { accountKey } from "./ids.ts";
import { prepareEmail } from "./prepare-email.ts";
import type { Transactor } from "./reader.ts";
import { rewriteEmail } from "./rewrite-email.ts";
import type { Store } from "./store.ts";

export interface RebuildSummary {
  emails: number;
  /** Emails whose blob is not there: they stay as they are. */
  missing: Id[];
}

interface Row {
  id: number;
  blob_id: string;
  thread_id: number;
}

const BATCH = 100;

/** May run beside a server; each batch is one transaction. Letters whose message has not come are left alone. `parse` is the mime pool's. */
export async function rebuild(
  store: Store,
  parse: (bytes: Uint8Array) => Promise<ParsedMessage>,
  onProgress: (progress: { done: number; total: number }) => void = () => {},
): Promise<RebuildSummary> {
  const summary: RebuildSummary = { emails: 0, missing: [] };
  const total = await store.read(
    async (reader) => (await reader.get<{ n: number }>("select count(*) as n from email where not is_partial"))!.n,
  );
  for (const { id: accountId } of await store.read(listAccounts)) {
    for (let after = 0; ;) {
      const sql =
        "select id, blob_id, thread_id from email where account_id = ? and id > ? and not is_partial order by id limit ?";
      const rows = await store.read((reader) => reader.all<Row>(sql, accountKey(accountId), after, BATCH));
      if (rows.length === 0) break;
      after = rows.at(-1)!.id;
      const parsed = await Promise.all(
        rows.map(async (row) => {
          const bytes = await store.blobs.get(row.blob_id);
          return bytes && parse(bytes);
        }),
      );
      await store.write(async (tx) => {
        for (const [index, row] of rows.entries()) {
          const message = parsed[index];
          if (message) await rewrite(tx, accountId, row, message);
          else summary.missing.push(`e${row.id}`);
        }
      });
      summary.emails += rows.length;
      onProgress({ done: summary.emails, total });
    }
    await store.write((tx) => recount(tx, accountId));
  }
  return summary;
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

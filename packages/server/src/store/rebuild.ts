/** Makes every column that is derived from messages again from their blobs: after a better parser, or to repair. */
import type { Id } from "@pismo/jmap";
import type { ParsedMessage } from "../mime/parse.ts";
import { listAccounts } from "./accounts.ts";
import { logUpdated } from "./changes.ts";
import { recount } from "./counts.ts";
import { emailColumns } from "./email-columns.ts";
import { accountKey } from "./ids.ts";
import type { Transactor } from "./reader.ts";
import { indexEmail, indexTerms, unindexEmail } from "./search/sqlite-fts.ts";
import type { Store } from "./store.ts";
import { linksOf, linkThread } from "./threads.ts";

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

/** May run beside a server; each batch is one transaction. `parse` is the mime pool's. */
export async function rebuild(
  store: Store,
  parse: (bytes: Uint8Array) => Promise<ParsedMessage>,
  onProgress: (progress: { done: number; total: number }) => void = () => {},
): Promise<RebuildSummary> {
  const summary: RebuildSummary = { emails: 0, missing: [] };
  const total = await store.read(
    async (reader) => (await reader.get<{ n: number }>("select count(*) as n from email"))!.n,
  );
  for (const { id: accountId } of await store.read(listAccounts)) {
    for (let after = 0; ;) {
      const sql = "select id, blob_id, thread_id from email where account_id = ? and id > ? order by id limit ?";
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
  const columns = emailColumns(parsed);
  const { changes } = await tx.run(
    "update email set sent_at = ?, has_attachment = ?, from_key = ?, to_key = ?, subject_key = ? where id = ?",
    columns.sent_at,
    columns.has_attachment,
    columns.from_key,
    columns.to_key,
    columns.subject_key,
    id,
  );
  // Gone since it was read.
  if (changes === 0) return;
  await tx.run("update email_mailbox set has_attachment = ? where email_id = ?", columns.has_attachment, id);
  const content = await tx.run(
    `update email_content set headers = ?1, structure = ?2, preview = ?3
     where email_id = ?4 and (headers <> ?1 or structure <> ?2 or preview <> ?3)`,
    JSON.stringify(parsed.headers),
    JSON.stringify(parsed.structure),
    parsed.preview,
    id,
  );
  unindexEmail(tx, id);
  indexEmail(tx, id, indexTerms(parsed.searchText));
  await linkThread(tx, accountId, linksOf(parsed.headers), thread_id);
  if (content.changes > 0) await logUpdated(tx, accountId, "Email", id);
}

/** How far an import has come: saved in the transaction of each batch, so that it goes on where it stopped. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";

export interface ImportProgress {
  /** Where to go on, in the source's own measure (an mbox: the byte offset). */
  position: number;
  imported: number;
  /** There already. */
  skipped: number;
  failed: number;
  isDone: boolean;
}

/** `source` names the file and what is in it, e.g. a hash of its path, size and beginning. */
export async function getImportProgress(
  reader: Reader,
  accountId: Id,
  source: string,
): Promise<ImportProgress | undefined> {
  const row = await reader.get<Record<"position" | "imported" | "skipped" | "failed" | "is_done", number>>(
    "select position, imported, skipped, failed, is_done from import_progress where account_id = ? and source = ?",
    accountKey(accountId),
    source,
  );
  return row && { ...pick(row), isDone: row.is_done === 1 };
}

export async function saveImportProgress(
  tx: Transactor,
  accountId: Id,
  source: string,
  progress: ImportProgress,
): Promise<void> {
  await tx.run(
    `insert or replace into import_progress (account_id, source, position, imported, skipped, failed, is_done, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    accountKey(accountId),
    source,
    progress.position,
    progress.imported,
    progress.skipped,
    progress.failed,
    Number(progress.isDone),
    Date.now(),
  );
}

export async function forgetImportProgress(tx: Transactor, accountId: Id, source: string): Promise<void> {
  await tx.run("delete from import_progress where account_id = ? and source = ?", accountKey(accountId), source);
}

const pick = ({ position, imported, skipped, failed }: Omit<ImportProgress, "isDone">) => ({
  position,
  imported,
  skipped,
  failed,
});

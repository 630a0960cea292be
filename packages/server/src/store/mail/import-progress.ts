/** The progress of an import: saved in the transaction of each batch, so that it resumes where it stopped. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface ImportProgress {
  /** Where to resume, in the job's own unit. */
  position: number;
}

/** @param job identifies source and target of the import */
export async function getImportProgress(
  reader: Reader,
  accountId: Id,
  job: string,
): Promise<ImportProgress | undefined> {
  const sql = "select position from import_progress where account_id = ? and job = ?";
  return reader.get<ImportProgress>(sql, accountKey(accountId), job);
}

/** Everything before `position` has been ingested. */
export async function setImportProgress(tx: Transactor, accountId: Id, job: string, position: number): Promise<void> {
  const sql =
    "insert into import_progress (account_id, job, position) values (?, ?, ?) on conflict (account_id, job) do update set position = excluded.position";
  await tx.run(sql, accountKey(accountId), job, position);
}

/** The import is over. */
export async function clearImportProgress(tx: Transactor, accountId: Id, job: string): Promise<void> {
  await tx.run("delete from import_progress where account_id = ? and job = ?", accountKey(accountId), job);
}

/** How far an import has come: saved in the transaction of each batch, so that it goes on where it stopped. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";

export interface ImportProgress {
  /** Where to go on, in the job's own measure. */
  position: number;
}

/** `job` names the very same work: what is imported, to where. */
export async function getImportProgress(
  reader: Reader,
  accountId: Id,
  job: string,
): Promise<ImportProgress | undefined> {
  const sql = "select position from import_progress where account_id = ? and job = ?";
  return reader.get<ImportProgress>(sql, accountKey(accountId), job);
}

/** What stands before `position` has been taken in. */
export async function setImportProgress(tx: Transactor, accountId: Id, job: string, position: number): Promise<void> {
  const sql = "insert or replace into import_progress (account_id, job, position) values (?, ?, ?)";
  await tx.run(sql, accountKey(accountId), job, position);
}

/** The import is over. */
export async function clearImportProgress(tx: Transactor, accountId: Id, job: string): Promise<void> {
  await tx.run("delete from import_progress where account_id = ? and job = ?", accountKey(accountId), job);
}

/** Quotas that an account's mail server reported last (RFC 9208), in the form of JMAP (RFC 9425). */
import type { Id } from "@pismo/jmap";
import { logCounts, logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface NewQuota {
  /** The name of the quota root; it may be empty. */
  root: string;
  resourceType: "count" | "octets";
  used: number;
  hardLimit: number;
}

export interface QuotaRecord extends NewQuota {
  id: Id;
}

interface QuotaRow {
  id: number;
  root: string;
  resource_type: NewQuota["resourceType"];
  used: number;
  hard_limit: number;
}

/** All of the account, oldest first. */
export async function listQuotas(reader: Reader, accountId: Id): Promise<QuotaRecord[]> {
  const rows = await reader.all<QuotaRow>(
    "select id, root, resource_type, used, hard_limit from quota where account_id = ? order by id",
    accountKey(accountId),
  );
  return rows.map(({ id, root, resource_type, used, hard_limit }) => ({
    id: idOf("q", id),
    root,
    resourceType: resource_type,
    used,
    hardLimit: hard_limit,
  }));
}

const isSame = (one: NewQuota, other: NewQuota): boolean =>
  one.root === other.root && one.resourceType === other.resourceType;

/** Replaces all quotas; one with the same root and resource keeps its id. */
export async function replaceQuotas(tx: Transactor, accountId: Id, found: readonly NewQuota[]): Promise<void> {
  const before = await listQuotas(tx, accountId);
  for (const { id } of before.filter((old) => !found.some((quota) => isSame(quota, old)))) {
    await tx.run("delete from quota where id = ? and account_id = ?", keyOf("q", id), accountKey(accountId));
    await logDestroyed(tx, accountId, "Quota", keyOf("q", id));
  }
  for (const quota of found) {
    const old = before.find((each) => isSame(each, quota));
    if (old) await update(tx, accountId, old, quota);
    else await insert(tx, accountId, quota);
  }
}

async function insert(tx: Transactor, accountId: Id, { root, resourceType, used, hardLimit }: NewQuota) {
  const row = await tx.get<{ id: number }>(
    "insert into quota (account_id, root, resource_type, used, hard_limit) values (?, ?, ?, ?, ?) returning id",
    accountKey(accountId),
    root,
    resourceType,
    used,
    hardLimit,
  );
  await logCreated(tx, accountId, "Quota", row!.id);
}

async function update(tx: Transactor, accountId: Id, old: QuotaRecord, { used, hardLimit }: NewQuota) {
  if (old.used === used && old.hardLimit === hardLimit) return;
  const key = keyOf("q", old.id);
  await tx.run(
    "update quota set used = ?, hard_limit = ? where id = ? and account_id = ?",
    used,
    hardLimit,
    key,
    accountKey(accountId),
  );
  if (old.hardLimit === hardLimit) await logCounts(tx, accountId, "Quota", key);
  else await logUpdated(tx, accountId, "Quota", key);
}

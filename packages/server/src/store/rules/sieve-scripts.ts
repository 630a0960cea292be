/** Sieve scripts of an account (RFC 9661). */
import { type Id, SetFailure, type SieveScript, utcDateOf } from "@pismo/jmap";
import { NEVER_EXPIRES, recordUploads, type Upload } from "../blobs/uploads.ts";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

interface Row {
  id: number;
  name: string;
  blob_id: Id;
  is_active: number;
  failed_at: number | null;
  failure: string | null;
  is_at_server: number;
  runs_beside: number;
}

const toScript = ({ id, name, blob_id, is_active, failed_at, failure, ...row }: Row): SieveScript => ({
  id: idOf("y", id),
  name,
  blobId: blob_id,
  isActive: is_active === 1,
  isAtServer: row.is_at_server === 1,
  runsBeside: row.runs_beside === 1,
  lastFailure: failed_at === null ? null : { at: utcDateOf(failed_at), description: failure ?? "" },
});

/** @param ids null: all of the account, oldest first */
export async function getSieveScripts(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[] | null,
): Promise<SieveScript[]> {
  const rows = await reader.all<Row>(
    `select id, name, blob_id, is_active, failed_at, failure, is_at_server, runs_beside from sieve_script where account_id = ? ${ids ? "and id in key_list(?)" : ""} order by id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("y", ids))] : []),
  );
  return rows.map(toScript);
}

/** What a script says, and the blob that has it. */
export interface ScriptContent {
  blobId: Id;
  text: string;
  /** Octets. */
  size: number;
  /** The account's mail server runs it, and not Pismo. */
  isAtServer?: boolean;
}

export interface ScriptFields {
  name: string;
  content: ScriptContent;
}

const uploadOf = ({ blobId, size }: ScriptContent): Upload => ({ blobId, type: "application/sieve", size });

/** @throws SetFailure overQuota */
export async function insertSieveScripts(
  tx: Transactor,
  accountId: Id,
  scripts: readonly ScriptFields[],
): Promise<Id[]> {
  await keepBlobs(tx, accountId, scripts);
  // The account's counter never gives a number twice.
  const first = await tx.nextModSeq(accountId, scripts.length);
  await tx.runAll(
    `insert into sieve_script (account_id, id, name, blob_id, content, is_active, is_at_server)
     values (?, ?, ?, ?, ?, 0, ?)`,
    scripts.map(({ name, content }, index) => [
      accountKey(accountId),
      first + index,
      name,
      content.blobId,
      content.text,
      Number(content.isAtServer ?? false),
    ]),
  );
  const keys = scripts.map((_, index) => first + index);
  await logCreated(tx, accountId, "SieveScript", ...keys);
  return keys.map((key) => idOf("y", key));
}

export interface ScriptChange {
  id: Id;
  name: string;
  /** undefined: as it was. */
  content: ScriptContent | undefined;
}

/** @throws SetFailure overQuota */
export async function storeSieveScripts(
  tx: Transactor,
  accountId: Id,
  scripts: readonly ScriptChange[],
): Promise<void> {
  const account = accountKey(accountId);
  const rewritten = scripts.flatMap(({ id, content }) => (content ? [{ id, content }] : []));
  const before = await blobIdsOf(
    tx,
    accountId,
    rewritten.map(({ id }) => id),
  );
  await keepBlobs(tx, accountId, rewritten);
  await tx.runAll(
    "update sieve_script set name = ? where account_id = ? and id = ?",
    scripts.map(({ id, name }) => [name, account, keyOf("y", id)]),
  );
  await tx.runAll(
    // One that goes to the mail server still sorts here what has come before, and is not mirrored yet.
    `update sieve_script set blob_id = ?1, content = ?2, is_at_server = ?3, failed_at = null, failure = null,
       active_since = case when is_active = 1 and is_at_server < ?3 then active_since else ?4 end,
       handed_at = case when ?3 = 1 then handed_at end
     where account_id = ?5 and id = ?6`,
    rewritten.map(({ id, content: { blobId, text, isAtServer = false } }) => [
      blobId,
      text,
      Number(isAtServer),
      Date.now(),
      account,
      keyOf("y", id),
    ]),
  );
  await letBlobsGo(tx, accountId, before);
  await logUpdated(
    tx,
    accountId,
    "SieveScript",
    ...keysOf(
      "y",
      scripts.map(({ id }) => id),
    ),
  );
}

export async function destroySieveScripts(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  const before = await blobIdsOf(tx, accountId, ids);
  const keys = keysOf("y", ids);
  const sql = "delete from sieve_script where account_id = ? and id in key_list(?)";
  await tx.run(sql, accountKey(accountId), JSON.stringify(keys));
  await letBlobsGo(tx, accountId, before);
  await logDestroyed(tx, accountId, "SieveScript", ...keys);
}

/** One is active at most. @param id null: none @returns what changed, by id */
export async function activateScript(tx: Transactor, accountId: Id, id: Id | null): Promise<Map<Id, boolean>> {
  const active = id === null ? 0 : keyOf("y", id);
  const rows = await tx.all<{ id: number; is_active: number }>(
    `update sieve_script set is_active = 1 - is_active, active_since = ?3, handed_at = null where account_id = ?1 and is_active <> (case when id = ?2 then 1 else 0 end)
     returning id, is_active`,
    accountKey(accountId),
    active,
    Date.now(),
  );
  await logUpdated(tx, accountId, "SieveScript", ...rows.map((row) => row.id));
  return new Map(rows.map((row) => [idOf("y", row.id), row.is_active === 1]));
}

/** @throws SetFailure overQuota; StoreError blobMissing: a blob was swept since it was put */
async function keepBlobs(tx: Transactor, accountId: Id, scripts: readonly Pick<ScriptFields, "content">[]) {
  if (scripts.length === 0) return;
  const outcomes = await recordUploads(
    tx,
    accountId,
    scripts.map(({ content }) => uploadOf(content)),
    NEVER_EXPIRES,
  );
  // Its blob would expire, and the script stay.
  const failure = outcomes.find((outcome) => outcome instanceof SetFailure);
  if (failure) throw failure;
}

async function blobIdsOf(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<Id[]> {
  if (ids.length === 0) return [];
  const rows = await reader.all<{ blob_id: Id }>(
    "select blob_id from sieve_script where account_id = ? and id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keysOf("y", ids)),
  );
  return rows.map(({ blob_id }) => blob_id);
}

/** How long a client may still read what a script said. */
const READABLE_MS = 24 * 60 * 60 * 1000;

/** Of the blobs those that no script of the account has any more: from now on they are uploads like others. */
async function letBlobsGo(tx: Transactor, accountId: Id, blobIds: readonly Id[]): Promise<void> {
  if (blobIds.length === 0) return;
  await tx.run(
    `update upload set expires_at = ?1 where account_id = ?2 and blob_id in text_list(?3)
     and not exists (select 1 from sieve_script s where s.account_id = ?2 and s.blob_id = upload.blob_id)`,
    Date.now() + READABLE_MS,
    accountKey(accountId),
    JSON.stringify(blobIds),
  );
}

export interface ActiveScript {
  id: Id;
  blobId: Id;
  text: string;
  /** Since when it says this, and sorts; not before the account was there. Milliseconds. */
  since: number;
  /** It is on the mail server. */
  isAtServer: boolean;
  /** Letters that are received before that sort here; Infinity: all. Milliseconds. */
  until: number;
}

export async function activeScript(reader: Reader, accountId: Id): Promise<ActiveScript | undefined> {
  const row = await reader.get<{
    id: number;
    blob_id: Id;
    content: string;
    since: number;
    is_at_server: number;
    handed_at: number | null;
  }>(
    `select s.id, s.blob_id, s.content, s.is_at_server, s.handed_at, greatest(s.active_since, a.created_at) as since
     from sieve_script s join account a on a.id = s.account_id where s.account_id = ? and s.is_active = 1`,
    accountKey(accountId),
  );
  return (
    row && {
      id: idOf("y", row.id),
      blobId: row.blob_id,
      text: row.content,
      since: row.since,
      isAtServer: row.is_at_server === 1,
      until: row.is_at_server === 1 ? (row.handed_at ?? Infinity) : Infinity,
    }
  );
}

/** A letter stayed in the inbox because of it. Of a script that was changed since it says nothing. */
export async function noteScriptFailure(
  tx: Transactor,
  accountId: Id,
  { id, blobId }: Pick<ActiveScript, "id" | "blobId">,
  failure: string,
): Promise<void> {
  const rows = await tx.all<{ id: number }>(
    "update sieve_script set failed_at = ?, failure = ? where account_id = ? and id = ? and blob_id = ? returning id",
    Date.now(),
    failure,
    accountKey(accountId),
    keyOf("y", id),
    blobId,
  );
  await logUpdated(tx, accountId, "SieveScript", ...rows.map((row) => row.id));
}

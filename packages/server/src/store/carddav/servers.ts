/** Which address book server an account's contacts are kept the same with, and how that stands. */
import {
  type AddressBookServer,
  type AddressBookServerProblem,
  type AddressBookServerState,
  type Id,
  utcDateOf,
} from "@pismo/jmap";
import type { Vault } from "../auth/vault.ts";
import { logTouched } from "../db/changes.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { noteAudit } from "../people/audit-log.ts";

export interface StoredServer {
  address: string;
  url: string;
  username: string;
  /** undefined where the vault has another key, as after a restore; empty beside a provider. */
  password: string | undefined;
  /** The id of the OAuth provider whose grant opens it. */
  provider: string | null;
  /** The last change of the contacts that was noted in carddav_change; null: none was, and all cards are looked at. */
  seenModSeq: number | null;
  /** Of its settings: what was begun with others is not finished with these. */
  revision: number;
}

interface Row {
  account_id: number;
  address: string;
  url: string;
  username: string;
  password: string;
  provider: string | null;
  state: string;
  problem: string | null;
  synced_at: number | null;
  seen_modseq: number | null;
  revision: number;
  looked_at: number;
}

export const addressBookPurpose = (accountId: Id): string => `carddav ${accountId}`;

const select = "select * from carddav_server where account_id = ?";

export async function getServer(reader: Reader, accountId: Id, vault: Vault): Promise<StoredServer | undefined> {
  const row = await reader.get<Row>(select, accountKey(accountId));
  return (
    row && {
      address: row.address,
      url: row.url,
      username: row.username,
      password: vault.open(row.password, addressBookPurpose(accountId)),
      provider: row.provider,
      seenModSeq: row.seen_modseq,
      revision: row.revision,
    }
  );
}

/** As clients see it, without the password. */
export async function describeServer(reader: Reader, accountId: Id): Promise<AddressBookServer | null> {
  const account = accountKey(accountId);
  const row = await reader.get<Row>(select, account);
  if (!row) return null;
  const counts = await reader.get<{ cards: number; waiting: number; refused: number; refusal: string | null }>(
    `select (select count(distinct card_id) from carddav_resource where account_id = ?1) as cards,
       (select count(*) from carddav_change where account_id = ?1 and refusal is null) as waiting,
       (select count(*) from carddav_change where account_id = ?1 and refusal is not null) as refused,
       (select max(refusal) from carddav_change where account_id = ?1) as refusal`,
    account,
  );
  return {
    address: row.address,
    url: row.url,
    username: row.username,
    provider: row.provider,
    state: row.state as AddressBookServerState,
    problem: row.problem === null ? null : (JSON.parse(row.problem) as AddressBookServerProblem),
    syncedAt: row.synced_at === null ? null : utcDateOf(row.synced_at),
    ...(counts ?? { cards: 0, waiting: 0, refused: 0, refusal: null }),
  };
}

export type ServerSettings = Pick<StoredServer, "address" | "url" | "username" | "provider"> & { password: string };

export async function putServer(tx: Transactor, accountId: Id, server: ServerSettings, vault: Vault): Promise<void> {
  const { address, url, username, password, provider } = server;
  await forgetOther(tx, accountId, server);
  await tx.run(
    `insert into carddav_server (account_id, address, url, username, password, provider, state, revision, looked_at)
     values (?, ?, ?, ?, ?, ?, 'syncing', ?, ?)
     on conflict (account_id) do update set address = excluded.address, url = excluded.url, username = excluded.username,
       password = excluded.password, provider = excluded.provider, state = excluded.state, problem = null, seen_modseq = null,
       revision = excluded.revision, looked_at = excluded.looked_at`,
    accountKey(accountId),
    address,
    url,
    username,
    vault.seal(password, addressBookPurpose(accountId)),
    provider,
    // Never given twice, also where the server was removed in between.
    await tx.nextModSeq(accountId),
    Date.now(),
  );
  await noteAudit(tx, { event: "mailServerSet", accountId, detail: `${username} at ${url}` });
  await logTouched(tx, accountId, "AddressBookServer");
}

const ofServer = ["carddav_collection", "carddav_resource", "carddav_change"] as const;

/** The books of another server, or of another person there, are not asked with this password. Their cards stay here. */
async function forgetOther(tx: Transactor, accountId: Id, { url, username }: ServerSettings): Promise<void> {
  const sql = "select url, username from carddav_server where account_id = ?";
  const before = await tx.get<{ url: string; username: string }>(sql, accountKey(accountId));
  if (!before || (new URL(before.url).origin === new URL(url).origin && before.username === username)) return;
  for (const table of ofServer) await tx.run(`delete from ${table} where account_id = ?`, accountKey(accountId));
}

/** With all that is known of its cards, which stay. */
export async function deleteServer(tx: Transactor, accountId: Id): Promise<void> {
  for (const table of ["carddav_server", ...ofServer])
    await tx.run(`delete from ${table} where account_id = ?`, accountKey(accountId));
  await logTouched(tx, accountId, "AddressBookServer");
}

/** Both sides are to be compared soon. */
export async function requestLook(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run(
    "update carddav_server set looked_at = greatest(?, looked_at + 1) where account_id = ?",
    Date.now(),
    accountKey(accountId),
  );
  // Wakes the process that syncs.
  await tx.nextModSeq(accountId);
}

export interface ServerDemand {
  accountId: Id;
  revision: number;
  lookedAt: number;
  /** Contacts have changed that were not looked at. */
  hasChanges: boolean;
}

/** @param accountIds left out: of all that have a server */
export async function listDemands(reader: Reader, accountIds?: readonly Id[]): Promise<ServerDemand[]> {
  const rows = await reader.all<Row & { newest: number | null }>(
    `select s.*, (select max(modseq) from change c where c.account_id = s.account_id and c.type = 'ContactCard') as newest
     from carddav_server s join account a on a.id = s.account_id
     where a.is_disabled = 0 and a.is_removed = 0 ${accountIds ? "and s.account_id in key_list(?)" : ""} order by s.account_id`,
    ...(accountIds ? [JSON.stringify(keysOf("a", accountIds))] : []),
  );
  return rows.map((row) => ({
    accountId: idOf("a", row.account_id),
    revision: row.revision,
    lookedAt: row.looked_at,
    hasChanges: row.seen_modseq === null || (row.newest ?? 0) > row.seen_modseq,
  }));
}

export interface Standing {
  state: AddressBookServerState;
  problem: AddressBookServerProblem | null;
  /** Both sides are the same now. */
  isSynced: boolean;
}

/** Clients hear of it only where it is another state. */
export async function noteStanding(
  tx: Transactor,
  accountId: Id,
  { state, problem, isSynced }: Standing,
): Promise<void> {
  const text = problem && JSON.stringify(problem);
  const before = await tx.get<Row>(select, accountKey(accountId));
  if (!before) return;
  await tx.run(
    "update carddav_server set state = ?, problem = ?, synced_at = coalesce(cast(? as bigint), synced_at) where account_id = ?",
    state,
    text,
    isSynced ? Date.now() : null,
    accountKey(accountId),
  );
  if (before.state !== state || before.problem !== text) await logTouched(tx, accountId, "AddressBookServer");
}

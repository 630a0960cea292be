/** Where the scripts of accounts at mail servers are managed (RFC 5804). */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { leaveServer } from "./server-scripts.ts";

export interface SievePlace {
  /** null: none is known. */
  at: { host: string; port: number } | null;
  /** The settings of the mail server that it was looked for with. */
  forServer: string;
  /** What scripts may require there. */
  extensions: readonly string[];
  /** Milliseconds. */
  lookedAt: number;
  /** Since when nothing answers there; null: it did the last time. Milliseconds. */
  failingSince: number | null;
}

/** As it is stored when the server has answered, or does not manage scripts. */
export type NewPlace = Omit<SievePlace, "failingSince">;

interface Row {
  host: string | null;
  port: number | null;
  for_server: string;
  extensions: string;
  looked_at: number;
  failing_since: number | null;
}

/** What the place is looked for with. */
export const serverKeyOf = ({ username, host }: { username: string; host: string }): string =>
  `${username}@${host}`.toLowerCase();

/** undefined: it was never looked for. */
export async function getSievePlace(reader: Reader, accountId: Id): Promise<SievePlace | undefined> {
  const row = await reader.get<Row>(
    "select host, port, for_server, extensions, looked_at, failing_since from manage_sieve where account_id = ?",
    accountKey(accountId),
  );
  return (
    row && {
      at: row.host === null || row.port === null ? null : { host: row.host, port: row.port },
      forServer: row.for_server,
      extensions: JSON.parse(row.extensions) as string[],
      lookedAt: row.looked_at,
      failingSince: row.failing_since,
    }
  );
}

/**
 * Accounts whose mail server manages scripts, or may do so again, in their order. Those whose password it refuses are not
 * among them: servers lock out who asks again and again.
 * @param after null: from the first one
 */
export async function accountsWithScripts(reader: Reader, after: Id | null, limit: number): Promise<Id[]> {
  const rows = await reader.all<{ account_id: number }>(
    `select m.account_id from manage_sieve m join account a on a.id = m.account_id
     join imap_account i on i.account_id = m.account_id
     where a.is_disabled = 0 and a.is_removed = 0 and i.state <> 'signIn' and m.account_id > ?
     order by m.account_id limit ?`,
    after === null ? 0 : accountKey(after),
    limit,
  );
  return rows.map(({ account_id }) => idOf("a", account_id));
}

/** It answers there, or is known to be nowhere. */
export async function putSievePlace(tx: Transactor, accountId: Id, place: NewPlace): Promise<void> {
  await tx.run(
    `insert into manage_sieve (account_id, host, port, for_server, extensions, looked_at) values (?, ?, ?, ?, ?, ?)
     on conflict (account_id) do update set host = excluded.host, port = excluded.port, failing_since = null,
       for_server = excluded.for_server, extensions = excluded.extensions, looked_at = excluded.looked_at`,
    accountKey(accountId),
    place.at?.host ?? null,
    place.at?.port ?? null,
    place.forServer,
    JSON.stringify(place.extensions),
    place.lookedAt,
  );
}

/** Stores the place where it has changed. Scripts of another server, or of one that no longer manages any, are left to it. */
export async function changeSievePlace(tx: Transactor, accountId: Id, place: NewPlace): Promise<void> {
  const { at, forServer, extensions } = place;
  const before = await getSievePlace(tx, accountId);
  if (before && (before.forServer !== forServer || (before.at && !at))) await leaveServer(tx, accountId);
  const isSame = JSON.stringify(before?.extensions) === JSON.stringify(extensions) && before?.at?.host === at?.host;
  if (isSame && before?.forServer === forServer && at && before.failingSince === null) return;
  await putSievePlace(tx, accountId, place);
}

/** Nothing answers there. */
export async function noteSieveFailure(tx: Transactor, accountId: Id): Promise<void> {
  const sql = "update manage_sieve set failing_since = ? where account_id = ? and failing_since is null";
  await tx.run(sql, Date.now(), accountKey(accountId));
}

/** Whether the account's mail server is still the one that scripts were read of. */
export async function isSieveServer(reader: Reader, accountId: Id, forServer: string): Promise<boolean> {
  const sql = "select username, host from imap_account where account_id = ?";
  const now = await reader.get<{ username: string; host: string }>(sql, accountKey(accountId));
  return now !== undefined && serverKeyOf(now) === forServer;
}

/** The account has this mail server from now on: of another one nothing is known any more. */
export async function forgetOtherServer(
  tx: Transactor,
  accountId: Id,
  server: { username: string; host: string },
): Promise<void> {
  const place = await getSievePlace(tx, accountId);
  if (!place || place.forServer === serverKeyOf(server)) return;
  await tx.run("delete from manage_sieve where account_id = ?", accountKey(accountId));
  await leaveServer(tx, accountId);
}

/** For one at a time, in all processes: ManageSieve has no condition for a change. @returns whether it is free */
export async function takeSieveTurn(tx: Transactor, accountId: Id, owner: string, lastsMs: number): Promise<boolean> {
  const now = Date.now();
  const { changes } = await tx.run(
    "update manage_sieve set busy_by = ?, busy_until = ? where account_id = ? and (busy_by is null or busy_until <= ?)",
    owner,
    now + lastsMs,
    accountKey(accountId),
    now,
  );
  return changes > 0;
}

export async function endSieveTurn(tx: Transactor, accountId: Id, owner: string): Promise<void> {
  const sql = "update manage_sieve set busy_by = null where account_id = ? and busy_by = ?";
  await tx.run(sql, accountKey(accountId), owner);
}

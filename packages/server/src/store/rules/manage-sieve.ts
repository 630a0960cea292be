/** Where the scripts of accounts at mail servers are managed (RFC 5804). */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface SievePlace {
  /** null: none is known. */
  at: { host: string; port: number } | null;
  /** The settings of the mail server that it was looked for with. */
  forServer: string;
  /** What scripts may require there. */
  extensions: readonly string[];
  /** Milliseconds. */
  lookedAt: number;
}

interface Row {
  host: string | null;
  port: number | null;
  for_server: string;
  extensions: string;
  looked_at: number;
}

/** undefined: it was never looked for. */
export async function getSievePlace(reader: Reader, accountId: Id): Promise<SievePlace | undefined> {
  const row = await reader.get<Row>(
    "select host, port, for_server, extensions, looked_at from manage_sieve where account_id = ?",
    accountKey(accountId),
  );
  return (
    row && {
      at: row.host === null || row.port === null ? null : { host: row.host, port: row.port },
      forServer: row.for_server,
      extensions: JSON.parse(row.extensions) as string[],
      lookedAt: row.looked_at,
    }
  );
}

export async function putSievePlace(tx: Transactor, accountId: Id, place: SievePlace): Promise<void> {
  await tx.run(
    `insert into manage_sieve (account_id, host, port, for_server, extensions, looked_at) values (?, ?, ?, ?, ?, ?)
     on conflict (account_id) do update set host = excluded.host, port = excluded.port,
       for_server = excluded.for_server, extensions = excluded.extensions, looked_at = excluded.looked_at`,
    accountKey(accountId),
    place.at?.host ?? null,
    place.at?.port ?? null,
    place.forServer,
    JSON.stringify(place.extensions),
    place.lookedAt,
  );
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

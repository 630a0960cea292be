/** Migrates a database to this program's version in one transaction, one process at a time. */
import { StoreError } from "../db/errors.ts";
import { ADVISORY_LOCKS } from "./locks.ts";
import type { PostgresConnection } from "./connection.ts";
import { migrations } from "./migrations/index.ts";

/** Features that the schema and the SQL need: PostgreSQL 15. */
const MIN_SERVER_VERSION = 150_000;

/** @throws StoreError newerVersion, unreadable */
export async function migrate(connection: PostgresConnection, all: readonly string[] = migrations): Promise<void> {
  const { server_version_num: server } = (await connection.get("show server_version_num")) as {
    server_version_num: string;
  };
  if (Number(server) < MIN_SERVER_VERSION) {
    throw new StoreError(
      "unreadable",
      `Pismo needs PostgreSQL 15 or newer; this one is ${Math.floor(Number(server) / 10_000)}`,
    );
  }
  if ((await versionOf(connection)) === all.length) return;
  await connection.exec("begin");
  try {
    await connection.get("select pg_advisory_xact_lock(?)", [ADVISORY_LOCKS.migration]);
    await connection.exec("create table if not exists schema_version (version bigint not null)");
    // Another process may have migrated it first.
    const version = await versionOf(connection);
    if (version > all.length) throw newerVersion(version, all.length);
    for (const sql of all.slice(version)) await connection.exec(sql);
    await connection.exec("delete from schema_version");
    await connection.run("insert into schema_version (version) values (?)", [all.length]);
    await connection.exec("commit");
  } catch (error) {
    await connection.rollback();
    throw error;
  }
}

async function versionOf(connection: PostgresConnection): Promise<number> {
  const table = (await connection.get("select to_regclass('schema_version') as name")) as { name: string | null };
  if (table.name === null) return 0;
  return (
    ((await connection.get("select version from schema_version")) as { version: number } | undefined)?.version ?? 0
  );
}

const newerVersion = (version: number, known: number): StoreError =>
  new StoreError(
    "newerVersion",
    `The database was written by a newer version of Pismo (database version ${version}, this program knows ${known})`,
  );

/** Migrates a database to this program's version in one transaction, one process at a time. */
import { StoreError } from "../db/errors.ts";
import { ADVISORY_LOCKS } from "./locks.ts";
import type { PostgresConnection } from "./connection.ts";
import type { Migration } from "./migration.ts";
import { migrations } from "./migrations/index.ts";

/** Features that the schema and the SQL need: PostgreSQL 15. */
const MIN_SERVER_VERSION = 150_000;

/** @throws StoreError newerVersion, olderServers, unreadable */
export async function migrate(connection: PostgresConnection, all: readonly Migration[] = migrations): Promise<void> {
  const { server_version_num: server } = (await connection.get("show server_version_num")) as {
    server_version_num: string;
  };
  if (Number(server) < MIN_SERVER_VERSION) {
    throw new StoreError(
      "unreadable",
      `Pismo needs PostgreSQL 15 or newer; this one is ${Math.floor(Number(server) / 10_000)}`,
    );
  }
  const { server_encoding: encoding } = (await connection.get("show server_encoding")) as { server_encoding: string };
  if (encoding !== "UTF8") {
    throw new StoreError(
      "unreadable",
      `Pismo needs a database in UTF8, and this one is in ${encoding}: create database … encoding 'UTF8' template template0`,
    );
  }
  if (isUsable(await schemaOf(connection), all.length)) return;
  await connection.exec("begin");
  try {
    await connection.get("select pg_advisory_xact_lock(?)", [ADVISORY_LOCKS.migration]);
    await connection.exec(
      "create table if not exists schema_version (version bigint not null, needs bigint not null default 0)",
    );
    // Another process may have migrated it first.
    const schema = await schemaOf(connection);
    if (!isUsable(schema, all.length)) {
      let { needs } = schema;
      for (const migration of all.slice(schema.version)) {
        if (typeof migration === "string") await connection.exec(migration);
        else {
          ({ needs } = migration);
          await assertNoOlderServers(connection, needs);
          await connection.exec(migration.contract);
        }
      }
      await connection.exec("delete from schema_version");
      await connection.run("insert into schema_version (version, needs) values (?, ?)", [all.length, needs]);
    }
    await connection.exec("commit");
  } catch (error) {
    await connection.rollback();
    throw error;
  }
}

interface Schema {
  /** The number of migrations that were applied. */
  version: number;
  /** The number of migrations that a program has to know to live with it. */
  needs: number;
}

async function schemaOf(connection: PostgresConnection): Promise<Schema> {
  const table = (await connection.get("select to_regclass('schema_version') as name")) as { name: string | null };
  const row = table.name === null ? undefined : await connection.get("select version, needs from schema_version");
  return (row as Schema | undefined) ?? { version: 0, needs: 0 };
}

/** Whether a program that knows so many migrations can use it as it is. @throws StoreError newerVersion */
function isUsable({ version, needs }: Schema, known: number): boolean {
  if (needs > known) throw newerVersion(version, known);
  return version >= known;
}

/** @throws StoreError olderServers */
async function assertNoOlderServers(connection: PostgresConnection, needs: number): Promise<void> {
  const older = await connection.get("select 1 from process where knows < ? limit 1", [needs]);
  if (!older) return;
  throw new StoreError(
    "olderServers",
    "Servers of an older Pismo still run on this database: end them, and start this one again",
  );
}

export const newerVersion = (version: number, known: number): StoreError =>
  new StoreError(
    "newerVersion",
    `The database was written by a newer version of Pismo (database version ${version}, this program knows ${known})`,
  );

/** Migrates a database to this program's version in one transaction. SQLite stores the version in its header. */
import { StoreError } from "../db/errors.ts";
import { migrations } from "../migrations/index.ts";
import type { Connection } from "./connection.ts";

const versionOf = (connection: Connection): number =>
  (connection.get("pragma user_version") as { user_version: number }).user_version;

/** @throws StoreError newerVersion when a newer program has written the database */
export function migrate(connection: Connection, all: readonly string[] = migrations): void {
  if (isCurrent(connection, all)) return;
  connection.exec("begin immediate");
  try {
    // Another process may have migrated it first.
    if (!isCurrent(connection, all)) {
      for (const sql of all.slice(versionOf(connection))) connection.exec(sql);
      connection.exec(`pragma user_version = ${all.length}`);
    }
    connection.exec("commit");
  } catch (error) {
    connection.exec("rollback");
    throw error;
  }
}

function isCurrent(connection: Connection, all: readonly string[]): boolean {
  const version = versionOf(connection);
  if (version > all.length) {
    throw new StoreError(
      "newerVersion",
      `${connection.file} was written by a newer version of Pismo (database version ${version}, this program knows ${all.length})`,
    );
  }
  return version === all.length;
}

/** A store that leaves nothing behind: SQLite in memory, or a new database of the PostgreSQL server that the tests run on. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { Logger } from "../../src/log.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";

/** The database that others are copied from; undefined: the tests run on SQLite. */
let templateUrl: string | undefined;

/** For tests of what SQLite alone has: its plans, its files. */
export let isOnPostgres = false;

/** Called before the tests of the project "postgres" (on-postgres.ts). */
export function copyDatabasesFrom(url: string): void {
  templateUrl = url;
  isOnPostgres = true;
}

export async function openMemoryStore(log: Logger): Promise<Store> {
  if (templateUrl === undefined) return openStore({ memory: true }, log);
  const { url, drop } = await createDatabase(templateUrl);
  const store = await openStore({ memory: true, databaseUrl: url }, log);
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    await drop();
  };
  return store;
}

/** A copy of the template. */
export async function createDatabase(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `pismo_test_${randomBytes(8).toString("hex")}`;
  await administer(template, `create database ${name} template ${new URL(template).pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(template, `drop database if exists ${name} with (force)`) };
}

async function administer(url: string, sql: string): Promise<void> {
  const server = new URL(url);
  server.pathname = "/postgres";
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

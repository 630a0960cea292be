/** A backup goes from one engine to the other: no table and no column of either is forgotten. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { Connection } from "../../src/store/sqlite/connection.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { columnsOf, sequencesOf } from "../../src/store/convert/columns.ts";
import { copiedTables, type CopiedTable, leftTables, orderedRows } from "../../src/store/convert/tables.ts";
import { createDatabase } from "../support/memory-store.ts";
import { log } from "../store/test-store.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let store: Store;
let sqlite: Connection;

beforeAll(async () => {
  database = await createDatabase(inject("templateUrl"));
  store = await openStore({ memory: true, databaseUrl: database.url }, log);
  sqlite = new Connection({ file: ":memory:", readOnly: false, durable: false });
  migrate(sqlite);
});
afterAll(async () => {
  sqlite.close();
  await store.close();
  await database.drop();
});

const known = new Set<string>([...copiedTables, ...Object.keys(leftTables)]);

test("SQLite's tables are copied, or left for a reason", () => {
  const names = sqlite.all<{ name: string }>(
    "select name from pragma_table_list where schema = 'main' and type <> 'shadow' and name not like 'sqlite_%'",
  );
  expect(names.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect(copiedTables.filter((name) => !names.some((row) => row.name === name))).toEqual([]);
});

test("PostgreSQL's tables are copied, or left for a reason", async () => {
  const names = await store.read((reader) =>
    reader.all<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace",
    ),
  );
  // It has its version in a table, and blobs.
  expect(names.map(({ name }) => name).toSorted()).toEqual([...known].toSorted());
});

test.each(copiedTables)("%s has the same columns in both", async (table: CopiedTable) => {
  const columns = await store.read((reader) => columnsOf(reader, table));
  const others = sqlite.all<{ name: string }>(`select name from pragma_table_info('${table}')`);
  expect(columns.map(({ name }) => name).toSorted()).toEqual(others.map(({ name }) => name).toSorted());
  for (const { type } of columns) expect(["bigint", "text", "json"]).toContain(type);
});

test("a table is copied after those that its rows refer to", async () => {
  const references = await store.read((reader) =>
    reader.all<{ name: CopiedTable; referred: CopiedTable }>(
      `select conrelid::regclass::text as name, confrelid::regclass::text as referred from pg_constraint where contype = 'f'`,
    ),
  );
  const copied = references.filter(({ name }) => copiedTables.includes(name));
  expect(copied.length).toBeGreaterThan(20);
  for (const { name, referred } of copied) {
    const isOrdered =
      name === referred ? orderedRows[name] !== undefined : copiedTables.indexOf(name) > copiedTables.indexOf(referred);
    expect([name, referred, isOrdered]).toEqual([name, referred, true]);
  }
});

test("ids that SQLite never gives twice, PostgreSQL does not either", async () => {
  const sequences = await store.read(sequencesOf);
  const counted = sqlite.all<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'",
  );
  expect(counted.map(({ name }) => name).filter((name) => !sequences.has(name))).toEqual([]);
});

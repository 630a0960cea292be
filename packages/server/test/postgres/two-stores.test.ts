/** Two stores on one database of PostgreSQL, as two processes have it. */
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createLogger } from "../../src/log.ts";
import { createAccount, renameAccount } from "../../src/store/auth/accounts.ts";
import type { Release } from "../../src/store/db/lock.ts";
import { tryJobLock } from "../../src/store/db/shared-lock.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { findMailboxByName, insertMailbox } from "../../src/store/mail/mailboxes.ts";
import { createDatabase } from "../support/memory-store.ts";

const log = createLogger("silent");
let database: Awaited<ReturnType<typeof createDatabase>>;
let one: Store;
let other: Store;

beforeEach(async () => {
  database = await createDatabase(inject("templateUrl"));
  one = await openStore({ memory: true, databaseUrl: database.url }, log);
  other = await openStore({ memory: true, databaseUrl: database.url }, log);
});
afterEach(async () => {
  await one.close();
  await other.close();
  await database.drop();
});

const addAccount = (store: Store, name: string): Promise<string> =>
  store.write(async (tx) => (await createAccount(tx, { name, email: `${name}@pismo.localhost` })).id);

const addMailbox = (store: Store, accountId: string, name: string) =>
  store.write((tx) =>
    insertMailbox(tx, accountId, { name, parentId: null, role: null, sortOrder: 10, isSubscribed: true }),
  );

test("what one has committed the other sees at once, and hears of", async () => {
  const heard: string[] = [];
  other.onCommit((accountIds) => heard.push(...accountIds));
  const accountId = await addAccount(one, "anna");
  await addMailbox(one, accountId, "Trips");
  const found = await other.read((reader) => findMailboxByName(reader, accountId, { parentId: null, name: "Trips" }));
  expect(found?.name).toBe("Trips");
  await expect.poll(() => heard).toContain(accountId);
});

test("a commit whose notification was lost is heard of all the same", async () => {
  const accountId = await addAccount(one, "anna");
  const heard: string[] = [];
  other.onCommit((accountIds) => heard.push(...accountIds));
  await expect.poll(() => heard).toContain(accountId);
  heard.length = 0;
  // As a process that dies between its commit and the notification.
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("update account set modseq = modseq + 1");
  await client.end();
  await expect.poll(() => heard).toContain(accountId);
});

test("writers of both take turns: no number of an account's counter is given twice", async () => {
  const accountId = await addAccount(one, "anna");
  const stores = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other));
  const numbers = await Promise.all(stores.map((store) => store.write((tx) => tx.nextModSeq(accountId))));
  expect(new Set(numbers).size).toBe(20);
});

test("a transaction that fails leaves nothing, and its connection serves the next", async () => {
  const accountId = await addAccount(one, "anna");
  const failing = one.write(async (tx) => {
    await renameAccount(tx, accountId, "changed");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const name = await one.read((reader) => reader.get<{ name: string }>("select name from account"));
  expect(name).toEqual({ name: "anna" });
});

test("connections that the server ends are replaced", async () => {
  const accountId = await addAccount(one, "anna");
  const heard: string[] = [];
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
  other.onCommit((accountIds) => heard.push(...accountIds));
  await expect
    .poll(() => addMailbox(one, accountId, `m${Math.random()}`).catch(() => undefined))
    .toMatchObject({ role: null });
  await expect.poll(() => heard).toContain(accountId);
});

test("jobs of a process share one lock, which the last one gives back; once it is lost, it is taken again", async () => {
  const [first, second] = await Promise.all([tryJobLock(one), tryJobLock(one)]);
  // Other tests have databases on the same server.
  const held = "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
  const holders = () =>
    one.read((reader) => reader.get<{ n: number }>(`select count(*) as n from pg_locks where ${held}`));
  expect(await holders()).toEqual({ n: 1 });
  expect(await tryJobLock(other)).toBeUndefined();
  await first!();
  expect(await tryJobLock(other)).toBeUndefined();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_locks where ${held}`);
  await client.end();
  let third: Release | undefined;
  await expect.poll(async () => (third = await tryJobLock(other))).toBeDefined();
  // What it has lost it does not take for its own.
  const again = async () => {
    const release = await tryJobLock(one);
    await release?.();
    return release;
  };
  await expect.poll(again).toBeUndefined();
  await second!();
  await third!();
});

test("U+0000 in a name is kept as U+FFFD", async () => {
  const accountId = await addAccount(one, "anna");
  await one.write((tx) => renameAccount(tx, accountId, "an\0na"));
  const row = await one.read((reader) => reader.get<{ name: string }>("select name from account"));
  expect(row).toEqual({ name: "an\uFFFDna" });
});

/** A mailbox moves from a data directory to PostgreSQL, into another database, and back: nothing is lost. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { createIngest } from "../../src/ingest/ingest.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { addressBookPurpose } from "../../src/store/carddav/servers.ts";
import { grantPurpose } from "../../src/store/auth/oauth-grants.ts";
import { credentialPurpose } from "../../src/store/auth/upstream-logins.ts";
import { openStoreVault } from "../../src/store/auth/open-vault.ts";
import { backup } from "../../src/store/backup/backup.ts";
import { folderSource } from "../../src/store/backup/folder-source.ts";
import { restore } from "../../src/store/backup/restore.ts";
import { restoreShared } from "../../src/store/backup/restore-shared.ts";
import { sharedSource } from "../../src/store/backup/shared-source.ts";
import { changesSince, stateOf } from "../../src/store/db/changes.ts";
import { databaseFile } from "../../src/store/db/data-dir.ts";
import { keyOf } from "../../src/store/db/ids.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { destroyEmails, getEmails } from "../../src/store/mail/emails.ts";
import { getMailboxes, insertMailbox } from "../../src/store/mail/mailboxes.ts";
import { getImapServer, putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { copiedTables } from "../../src/store/convert/tables.ts";
import { createMimePool } from "../../src/worker/pool.ts";
import { fillEmptyTables } from "../support/fill-tables.ts";
import { createDatabase } from "../support/memory-store.ts";
import { expectReturn, expectSnoozedLetters, makeSnoozedLetters } from "../support/snoozed-letters.ts";
import { keys, type S3Server, startS3 } from "../support/s3-server.ts";
import { insertTestEmail, log, storeWithAccount, type TestStore } from "../store/test-store.ts";

let folder: string;
let databases: Awaited<ReturnType<typeof createDatabase>>[];
let stores: Store[];
let bucket: S3Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pismo-move-"));
  databases = [];
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  for (const { drop } of databases) await drop();
  await bucket?.close();
  bucket = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function openIn(dataDir: string): Promise<Store> {
  const store = await openStore({ dataDir }, log);
  stores.push(store);
  return store;
}

async function openDatabase(place?: S3Server): Promise<Store> {
  const database = await createDatabase(inject("templateUrl"));
  databases.push(database);
  const blobs = place && { blobs: place.location, ...keys };
  const store = await openStore({ memory: true, databaseUrl: database.url, ...blobs }, log);
  stores.push(store);
  return store;
}

const fixtures = join(import.meta.dirname, "../fixtures/mime");
const letters = readdirSync(fixtures, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(?:msg|eml)$|\/m\d+$/.test(name))
  .toSorted();

const words = [
  "mail",
  "test",
  "письмо",
  "счёт",
  "договор",
  "hello",
  "message",
  "example",
  "john",
  "обед",
  "attachment",
];
const queries = [
  ...words.map((word) => ({ filter: { text: word } })),
  ...words.map((word) => ({ filter: { body: `"${word} the"` } })),
  { filter: { text: '"оплатить счёт до"' } },
  { filter: { subject: "счета" } },
  { filter: { hasKeyword: "$flagged" } },
  { filter: null, sort: [{ property: "subject" }] },
  { filter: null, sort: [{ property: "receivedAt", isAscending: false }] },
];

/** Real letters, folders in folders, keywords, destroyed letters, a large upload, an account at a mail server. */
async function fill(dataDir: string, key: Uint8Array): Promise<TestStore> {
  const t = await storeWithAccount({ dataDir });
  stores.push(t.store);
  writeFileSync(join(dataDir, "secret.key"), key);
  const mime = createMimePool(1);
  const ingest = createIngest({ store: t.store, mime });
  const trips = await t.store.write((tx) =>
    insertMailbox(tx, t.accountId, { name: "Поездки", parentId: null, role: null, sortOrder: 10, isSubscribed: true }),
  );
  // A folder in a newer one: its row comes before that which it refers to.
  await t.store.write((tx) =>
    tx.run("update mailbox set parent_id = ? where id = ?", keyOf("m", trips.id), keyOf("m", t.mailbox.archive)),
  );
  const own = [
    "From: Анна <anna@example.ru>\r\nSubject: =?utf-8?B?0KHRh9GR0YI=?=\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nПросим оплатить счёт до пятницы.\r\n",
    "From: bob@example.com\r\nSubject: Lunch\r\nMessage-ID: <\0nul@example.com>\r\n\r\nhello the obed\r\n",
    "Subject:\r\n\r\n",
  ].map((text) => Buffer.from(text));
  const all = [...letters.map((name) => readFileSync(join(fixtures, name))), ...own];
  await ingest.deliverBatch(
    all.map((bytes, index) => ({
      accountId: t.accountId,
      bytes,
      mailboxIds: [index % 3 === 0 ? trips.id : t.mailbox.inbox],
      keywords: index % 4 === 0 ? ["$seen", "$flagged"] : index % 5 === 0 ? ["$draft", "важное"] : [],
      receivedAt: new Date(1.7e12 + index * 1e9),
    })),
  );
  await t.store.write((tx) => destroyEmails(tx, t.accountId, ["e3", `e${all.length}`]));
  await mime.close();
  const large = await t.store.blobs.put(randomBytes(5_000_000));
  await t.store.write((tx) =>
    tx.run(
      "insert into upload (account_id, blob_id, type, size, expires_at) values (?, ?, 'image/png', ?, ?)",
      1,
      large.blobId,
      large.size,
      Date.now() + 1e9,
    ),
  );
  await t.store.write((tx) =>
    putImapServer(
      tx,
      t.accountId,
      { host: "mail.example", port: 993, security: "tls", username: "anna", password: "тайна", smtpUrl: null },
      vaultWith(key),
    ),
  );
  fillEmptyTables(databaseFile(dataDir), {
    account_id: 1,
    mailbox_id: keyOf("m", t.mailbox.inbox),
    email_id: 5,
    thread_id: 5,
    blob_id: large.blobId,
    search_id: 1000,
    submission_id: 1000,
  });
  const sealed = vaultWith(key).seal("{}", grantPurpose(t.accountId));
  await t.store.write(async (tx) => {
    for (const table of ["oauth_grant", "oauth_revocation"]) await tx.run(`update ${table} set tokens = ?`, sealed);
    await tx.run("update browser_session set oauth_tokens = ?", sealed);
    await tx.run("update carddav_server set password = ?", vaultWith(key).seal("{}", addressBookPurpose(t.accountId)));
    const credential = vaultWith(key).seal("{}", credentialPurpose(t.accountId));
    for (const table of ["browser_session", "upstream_login"]) {
      await tx.run(`update ${table} set credential = ?`, credential);
    }
  });
  return t;
}

type Row = Record<string, unknown>;

/** All rows of all tables, in an order of their own; JSON as what it means. */
async function dump(store: Store): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {};
  for (const table of copiedTables) {
    const rows = await store.read((reader) => reader.all<Row>(`select * from ${table}`));
    tables[table] = rows
      .map((row) => without(row, "changed_at"))
      .map((row) => (table === "email_content" ? withJson(row) : row))
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  return tables;
}

const without = (row: Row, column: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));

const withJson = (row: Row): Row => ({
  ...row,
  headers: JSON.parse(String(row["headers"])) as unknown,
  structure: JSON.parse(String(row["structure"])) as unknown,
});

async function rowsOf(store: Store): Promise<[table: string, row: Row][]> {
  const tables = await dump(store);
  return Object.entries(tables).flatMap(([table, rows]) => rows.map((row): [string, Row] => [table, row]));
}

/** Without what a restore changes on purpose, which other tests look at: the counter of states, and what the key sealed. */
async function lasting(store: Store): Promise<Record<string, Row[]>> {
  const all = await dump(store);
  return {
    ...all,
    account: all["account"]!.map((row) => without(row, "modseq")),
    carddav_server: all["carddav_server"]!.map((row) => without(row, "password")),
    imap_account: all["imap_account"]!.map((row) => without(row, "password")),
    oauth_grant: all["oauth_grant"]!.map((row) => without(row, "tokens")),
    oauth_revocation: all["oauth_revocation"]!.map((row) => without(row, "tokens")),
    browser_session: all["browser_session"]!.map((row) => without(without(row, "credential"), "oauth_tokens")),
    upstream_login: all["upstream_login"]!.map((row) => without(row, "credential")),
    lost_states: [],
    submission_recipient: all["submission_recipient"]!.map((row) => without(row, "claimed_by")),
    setting: all["setting"]!.filter(({ name }) => name !== "secretKeyCheck" && name !== "serverAddress"),
  };
}

const found = (store: Store, accountId: string) =>
  store.read(async (reader) => {
    const results: unknown[] = [];
    for (const query of queries) results.push((await queryEmails(reader, accountId, query)).ids);
    return results;
  });

async function messages(store: Store, accountId: string): Promise<Record<string, string>> {
  const { ids } = await store.read((reader) => queryEmails(reader, accountId, {}));
  const emails = await store.read((reader) => getEmails(reader, accountId, ids));
  const all: Record<string, string> = {};
  for (const { id, blobId } of emails) all[id] = Buffer.from((await store.blobs.get(blobId))!).toString("latin1");
  return all;
}

const states = (store: Store, accountId: string) =>
  store.read(async (reader) => ({
    Email: await stateOf(reader, accountId, "Email"),
    Mailbox: await stateOf(reader, accountId, "Mailbox"),
    Thread: await stateOf(reader, accountId, "Thread"),
  }));

async function everything(store: Store, accountId: string) {
  return {
    tables: await lasting(store),
    found: await found(store, accountId),
    messages: await messages(store, accountId),
    mailboxes: await store.read((reader) => getMailboxes(reader, accountId)),
    states: await states(store, accountId),
  };
}

test("ids, states, keywords, counts, blobs, accounts, passwords and what a search finds, there and back", async () => {
  const [folderKey, databaseKey] = [randomBytes(32), randomBytes(32)];
  const t = await fill(join(folder, "data"), folderKey);
  const before = await everything(t.store, t.accountId);
  expect(before.found[0]).not.toEqual([]);
  expect(before.found[3]).not.toEqual([]);
  expect(Object.keys(before.messages).length).toBeGreaterThan(30);
  for (const [table, rows] of Object.entries(await dump(t.store)))
    expect([table, rows.length > 0]).toEqual([table, true]);

  await backup(folderSource(join(folder, "data")), join(folder, "one.tar"));
  const shared = await openDatabase();
  const summary = await restoreShared(join(folder, "one.tar"), shared, vaultWith(databaseKey), { key: folderKey });
  expect(summary).toMatchObject({ faults: [], damage: [], unreadableSecrets: 0 });
  expect(await everything(shared, t.accountId)).toEqual(before);
  const vault = await openStoreVault({ dataDir: folder, secretKey: databaseKey }, shared);
  const server = await shared.read((reader) => getImapServer(reader, t.accountId, vault));
  expect(server).toMatchObject({ username: "anna", password: "тайна" });

  // From PostgreSQL to PostgreSQL, with the same key, and with blobs in a bucket.
  await backup(sharedSource(shared), join(folder, "two.tar"));
  bucket = await startS3();
  const other = await openDatabase(bucket);
  await restoreShared(join(folder, "two.tar"), other, vault);
  expect(await everything(other, t.accountId)).toEqual(before);

  await backup(sharedSource(other), join(folder, "three.tar"));
  const back = join(folder, "back");
  mkdirSync(back);
  await restore(join(folder, "three.tar"), back, log, { key: databaseKey });
  const store = await openIn(back);
  expect(await everything(store, t.accountId)).toEqual(before);
  const backVault = await openStoreVault({ dataDir: back }, store);
  expect(await store.read((reader) => getImapServer(reader, t.accountId, backVault))).toMatchObject({
    password: "тайна",
  });
});

test("a snoozed letter keeps its time, and one that came back its place on top, there and back", async () => {
  const key = randomBytes(32);
  const t = await storeWithAccount({ dataDir: join(folder, "data") });
  stores.push(t.store);
  writeFileSync(join(folder, "data", "secret.key"), key);
  const snoozed = await makeSnoozedLetters(t.store, t.accountId, t.mailbox.inbox);
  await backup(folderSource(join(folder, "data")), join(folder, "one.tar"));
  const shared = await openDatabase();
  const summary = await restoreShared(join(folder, "one.tar"), shared, vaultWith(key));
  expect(summary).toMatchObject({ faults: [], damage: [] });
  await expectSnoozedLetters(shared, snoozed);

  await backup(sharedSource(shared), join(folder, "two.tar"));
  const other = await openDatabase();
  await restoreShared(join(folder, "two.tar"), other, vaultWith(key));
  await restore(join(folder, "two.tar"), join(folder, "back"), log, { key });
  for (const store of [other, await openIn(join(folder, "back"))]) {
    await expectSnoozedLetters(store, snoozed);
    await expectReturn(store, snoozed);
  }
});

test("a client goes on from the state that it has, and ids are not given twice", async () => {
  const key = randomBytes(32);
  const t = await fill(join(folder, "data"), key);
  const old = await states(t.store, t.accountId);
  const last = await t.store.write((tx) => insertTestEmail(tx, t.accountId, [t.mailbox.inbox], { subject: "last" }));
  await t.store.write((tx) => destroyEmails(tx, t.accountId, [last.id]));
  await backup(folderSource(join(folder, "data")), join(folder, "one.tar"));
  // What came after the backup is lost, and so are the states that name it.
  const lost = await t.store.write((tx) => insertTestEmail(tx, t.accountId, [t.mailbox.inbox], { subject: "lost" }));
  const lostStates = await states(t.store, t.accountId);

  const shared = await openDatabase();
  await restoreShared(join(folder, "one.tar"), shared, vaultWith(key));
  await backup(sharedSource(shared), join(folder, "two.tar"));
  await restore(join(folder, "two.tar"), join(folder, "back"), log, { key });
  for (const store of [shared, await openIn(join(folder, "back"))]) {
    const fresh = await store.write((tx) => insertTestEmail(tx, t.accountId, [t.mailbox.inbox], { subject: "new" }));
    expect(keyOf("e", fresh.id)).toBeGreaterThan(keyOf("e", last.id));
    await store.read(async (reader) => {
      expect(await changesSince(reader, t.accountId, "Email", old.Email)).toMatchObject({
        created: [fresh.id],
        updated: [],
        destroyed: [],
      });
      expect((await changesSince(reader, t.accountId, "Mailbox", old.Mailbox)).updated).toEqual([t.mailbox.inbox]);
      for (const type of ["Email", "Mailbox", "Thread"] as const) {
        await expect(changesSince(reader, t.accountId, type, lostStates[type])).rejects.toMatchObject({
          type: "cannotCalculateChanges",
        });
      }
    });
  }
  expect(lost.id).toBeDefined();
});

test("headers that are damaged in the database are left blank, and all else moves", async () => {
  const key = randomBytes(32);
  const t = await fill(join(folder, "data"), key);
  await t.store.write(async (tx) => {
    await tx.run("drop index email_content_message_id");
    await tx.run("update email_content set headers = '{\"from', structure = '[' where email_id = 5");
  });
  await backup(folderSource(join(folder, "data")), join(folder, "one.tar"));
  const shared = await openDatabase();
  await restoreShared(join(folder, "one.tar"), shared, vaultWith(key));
  const [email] = await shared.read((reader) => getEmails(reader, t.accountId, ["e5"]));
  expect(email?.headers.subject).toBeNull();
  expect(await messages(shared, t.accountId)).toEqual(await messages(t.store, t.accountId));
});

describe("a restore that cannot be changes nothing", () => {
  test("into a database that holds mail, that a server uses, or without the key; then it can be", async () => {
    const key = randomBytes(32);
    const t = await fill(join(folder, "data"), key);
    const file = join(folder, "one.tar");
    await backup(folderSource(join(folder, "data")), file);
    const shared = await openDatabase();
    const before = await rowsOf(shared);
    const otherVault = vaultWith(randomBytes(32));

    await expect(restoreShared(file, shared, otherVault)).rejects.toMatchObject({ code: "wrongKey" });
    expect(await rowsOf(shared)).toEqual(before);
    for (const name of ["setup", "sweep"] as const) {
      const release = await shared.tryLock(name);
      await expect(restoreShared(file, shared, vaultWith(key))).rejects.toMatchObject({ code: "locked" });
      await release!();
    }
    const broken = join(folder, "broken.tar");
    writeFileSync(broken, readFileSync(file).fill(0, 5000, 60_000));
    await expect(restoreShared(broken, shared, vaultWith(key))).rejects.toMatchObject({ code: "badBackup" });
    expect(await rowsOf(shared)).toEqual(before);

    // The blobs of the attempts are there, and are no hindrance.
    const summary = await restoreShared(file, shared, otherVault, { mayLackKey: true });
    expect(summary.unreadableSecrets).toBeGreaterThan(0);
    expect(await messages(shared, t.accountId)).toEqual(await messages(t.store, t.accountId));
    const after = await rowsOf(shared);
    await expect(restoreShared(file, shared, vaultWith(key))).rejects.toMatchObject({ code: "notEmpty" });
    expect(await rowsOf(shared)).toEqual(after);
  });
});

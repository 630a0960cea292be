import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getAccount, listAccounts } from "../../src/store/auth/accounts.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { getMailboxes, insertMailbox } from "../../src/store/mail/mailboxes.ts";
import { Connection } from "../../src/store/sqlite/connection.ts";
import { lockDataDir, openStore, type Reader, StoreError, type Transactor } from "../../src/store/db/store.ts";
import { insertTestEmail, log, storeWithAccount, type TestStore } from "./test-store.ts";

let dataDir: string;
let t: TestStore;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pismo-test-"));
  t = await storeWithAccount({ dataDir });
});
afterEach(async () => {
  await t.store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const names = async (reader: Reader) => (await getMailboxes(reader, t.accountId)).map(({ name }) => name);
const folder = (name: string) => (tx: Transactor) => insertMailbox(tx, t.accountId, { name });
const slow = (name: string) => async (tx: Transactor) => {
  await folder(name)(tx);
  await sleep(20);
};
function gate() {
  const waiting: (() => void)[] = [];
  const promise = new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
  return { promise, open: () => waiting.forEach((resolve) => resolve()) };
}

describe("transactions", () => {
  test("a reader sees the snapshot of its call, waits for no writer and sees no partial write", async () => {
    const [written, mayCommit, read, mayReadOn] = [gate(), gate(), gate(), gate()];
    const writing = t.store.write(async (tx) => {
      await folder("New")(tx);
      written.open();
      await mayCommit.promise;
    });
    await written.promise;
    const reading = t.store.read(async (reader) => {
      expect(await names(reader)).not.toContain("New");
      read.open();
      await mayReadOn.promise;
      expect(await names(reader)).not.toContain("New");
    });
    await read.promise;
    mayCommit.open();
    await writing;
    expect(await t.store.read(names)).toContain("New");
    mayReadOn.open();
    await reading;
  });

  test("writers come one after the other, in their order", async () => {
    const order: string[] = [];
    await Promise.all(
      [1, 2, 3, 4].map((n) =>
        t.store.write(async (tx) => {
          order.push(`begin ${n}`);
          await folder(`F${n}`)(tx);
          await sleep(5 - n);
          order.push(`end ${n}`);
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4].flatMap((n) => [`begin ${n}`, `end ${n}`]));
  });

  test("a transaction that throws leaves nothing, and the next one runs", async () => {
    const failing = t.store.write(async (tx) => {
      await folder("Lost")(tx);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await t.store.write(folder("Kept"));
    const found = await t.store.read(names);
    expect(found).toContain("Kept");
    expect(found).not.toContain("Lost");
  });

  test("a savepoint rolls back its own part alone, the search index included", async () => {
    await t.store.write(async (tx) => {
      await folder("Kept")(tx);
      const inner = tx.savepoint(async () => {
        await folder("Lost")(tx);
        await insertTestEmail(tx, t.accountId, [t.mailbox.inbox], { body: "lost" });
        throw new Error("no");
      });
      await expect(inner).rejects.toThrow("no");
      await insertTestEmail(tx, t.accountId, [t.mailbox.inbox], { body: "kept" });
    });
    await t.store.read(async (reader) => {
      expect(await names(reader)).toContain("Kept");
      expect(await names(reader)).not.toContain("Lost");
      expect(await reader.all("select rowid from email_search where email_search match 'lost'")).toEqual([]);
      expect(await reader.all("select rowid from email_search where email_search match 'kept'")).toHaveLength(1);
    });
  });

  test("a Reader cannot write, and neither it nor a Transactor outlives its work", async () => {
    await t.store.read(async (reader) => {
      await expect(folder("No")(reader as Transactor)).rejects.toMatchObject({ code: "unreadable" });
    });
    const late = await t.store.read(async (reader) => reader);
    await expect(listAccounts(late)).rejects.toThrow("has ended");
    const lateTx = await t.store.write(async (tx) => tx);
    await expect(folder("Late")(lateTx)).rejects.toThrow("has ended");
  });

  test("a write inside a write throws instead of waiting for itself", async () => {
    await expect(t.store.write(() => t.store.write(folder("Inner")))).rejects.toThrow("pass the Transactor on");
  });

  test("more readers at once than connections all get their turn", async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => t.store.read(names)));
    expect(all).toHaveLength(30);
  });
});

describe("commits are reported", () => {
  test("after they are durable, with their accounts, and not when nothing changed", async () => {
    const told: Id[][] = [];
    const stop = t.store.onCommit((accountIds) => told.push([...accountIds]));
    await t.store.write(async (tx) => {
      await folder("A")(tx);
      expect(told).toEqual([]);
    });
    await t.store.write((tx) => getAccount(tx, t.accountId));
    await t.store.write(() => Promise.reject(new Error("no"))).catch(() => {});
    stop();
    await t.store.write(folder("B"));
    expect(told).toEqual([[t.accountId]]);
  });

  test("also those of another process, once", async () => {
    const other = await openStore({ dataDir }, log);
    const told: Id[][] = [];
    t.store.onCommit((accountIds) => told.push([...accountIds]));
    await other.write(folder("Elsewhere"));
    await expect.poll(() => told, { timeout: 5000 }).toEqual([[t.accountId]]);
    await t.store.write(folder("Here"));
    await sleep(500);
    expect(told).toHaveLength(2);
    await other.close();
  });

  test("two processes that write at once wait for each other", async () => {
    const other = await openStore({ dataDir }, log);
    await Promise.all([1, 2, 3].flatMap((n) => [t.store.write(slow(`a${n}`)), other.write(slow(`b${n}`))]));
    expect(await t.store.read(names)).toEqual(expect.arrayContaining(["a1", "a2", "a3", "b1", "b2", "b3"]));
    await other.close();
  });
});

describe("the data directory", () => {
  test("is locked by one server at a time; a killed one releases it", async () => {
    const release = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(StoreError);
    expect(() => lockDataDir(dataDir)).toThrow("in use by another Pismo");
    release();
    const child: ChildProcess = fork(join(import.meta.dirname, "lock-holder.ts"), [dataDir]);
    const gone = once(child, "exit");
    try {
      await once(child, "message");
      expect(() => lockDataDir(dataDir)).toThrow(StoreError);
    } finally {
      child.kill("SIGKILL");
      await gone;
    }
    lockDataDir(dataDir)();
  });

  test("of a newer version is left alone", async () => {
    const database = new DatabaseSync(join(dataDir, "pismo.sqlite"));
    database.exec("pragma user_version = 999");
    database.close();
    await expect(openStore({ dataDir }, log)).rejects.toMatchObject({ name: "StoreError", code: "newerVersion" });
  });

  test("with a file that is no database is reported in one line", async () => {
    const broken = await mkdtemp(join(tmpdir(), "pismo-test-"));
    await writeFile(join(broken, "pismo.sqlite"), "not a database, but long enough to be looked at".repeat(100));
    await expect(openStore({ dataDir: broken }, log)).rejects.toMatchObject({ code: "corrupt" });
    await rm(broken, { recursive: true });
  });

  test("on a full disk fails clearly and stays unchanged", async () => {
    await t.store.write(folder("Before"));
    await t.store.write((tx) => tx.all("pragma max_page_count = 1"));
    const big = (tx: Transactor) =>
      insertTestEmail(tx, t.accountId, [t.mailbox.inbox], { body: "x".repeat(5_000_000), messageId: "a@x" });
    const filling = async () => {
      for (let n = 0; n < 5; n++)
        await t.store.write((tx) =>
          tx.run("insert into setting values (?, ?)", `k${n}`, "x".repeat(1_000_000)).then(() => big(tx)),
        );
    };
    await expect(filling()).rejects.toMatchObject({ code: "diskFull" });
    expect(await t.store.read(names)).toContain("Before");
    await t.store.write((tx) => tx.all("pragma max_page_count = 1000000"));
    await t.store.write(folder("After"));
    expect(await t.store.read(names)).toContain("After");
  });

  test("a store in memory leaves nothing behind", async () => {
    const memory = await storeWithAccount();
    const file = await memory.store.read((reader) => reader.all<{ file: string }>("pragma database_list"));
    expect(existsSync(file[0]!.file)).toBe(true);
    await memory.store.close();
    expect(existsSync(file[0]!.file)).toBe(false);
    await expect(memory.store.read(names)).rejects.toMatchObject({ code: "closed" });
  });

  test("a failed migration is rolled back as a whole", () => {
    const connection = new Connection({ file: join(dataDir, "other.sqlite"), readOnly: false, durable: false });
    expect(() => migrate(connection, ["create table a (x)", "create table b (x); nonsense"])).toThrow("syntax");
    expect(connection.all("select name from sqlite_schema")).toEqual([]);
    migrate(connection, ["create table a (x)"]);
    migrate(connection, ["create table a (x)", "create table b (x)"]);
    expect(connection.all<{ name: string }>("select name from sqlite_schema").map(({ name }) => name)).toEqual([
      "a",
      "b",
    ]);
    connection.close();
  });
});

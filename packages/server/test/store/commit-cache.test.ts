/** Derived results are cached until any process commits, and not longer. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createCommitCache, type CommitCache } from "../../src/store/db/commit-cache.ts";
import { getMailboxes, insertMailbox } from "../../src/store/mail/mailboxes.ts";
import { openStore, type Transactor } from "../../src/store/db/store.ts";
import { log, storeWithAccount, type TestStore } from "./test-store.ts";

let dataDir: string;
let t: TestStore;
let kept: CommitCache<string>;
let made: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pismo-test-"));
  t = await storeWithAccount({ dataDir });
  kept = createCommitCache(t.store, 10);
  made = [];
});
afterEach(async () => {
  await t.store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const folder = (name: string) => (tx: Transactor) => insertMailbox(tx, t.accountId, { name });
const folders = async () => {
  const found = await t.store.read((reader) => getMailboxes(reader, t.accountId));
  return found.map(({ name }) => name).join(" ");
};
/** @param weight of the value */
const ask = (key: string, weight = 1, before: () => Promise<unknown> = async () => {}) =>
  kept.get(key, async () => {
    made.push(key);
    const value = await folders();
    await before();
    return { value, weight };
  });

test("a value is computed once", async () => {
  const first = await ask("a");
  expect(await ask("a")).toBe(first);
  await ask("b");
  expect(made).toEqual(["a", "b"]);
});

test("a commit invalidates it at once", async () => {
  await ask("a");
  await t.store.write(folder("New"));
  expect(await ask("a")).toContain("New");
});

test("so does a commit of another process, before its notification", async () => {
  await ask("a");
  const other = await openStore({ dataDir }, log);
  await other.write(folder("New"));
  expect(await ask("a")).toContain("New");
  await other.close();
});

test("a value read before a commit and computed after it is returned to its caller, and not cached", async () => {
  const commitDuring = async () => {
    await t.store.write(folder("New"));
    await ask("b");
  };
  expect(await ask("a", 1, commitDuring)).not.toContain("New");
  expect(await ask("a")).toContain("New");
  expect(await ask("b")).toContain("New");
  expect(made).toEqual(["a", "b", "a"]);
});

test("a value without a weight is not cached", async () => {
  for (const value of ["first", "second"]) {
    expect(await kept.get("a", async () => ({ value, weight: undefined }))).toBe(value);
  }
});

test("beyond the maximum weight the least recently used values are dropped", async () => {
  await ask("a", 5);
  await ask("b", 5);
  await ask("a", 5);
  await ask("c", 5);
  await ask("a", 5);
  await ask("b", 5);
  expect(made).toEqual(["a", "b", "c", "b"]);
  await ask("huge", 11);
  await ask("huge", 11);
  expect(made.filter((key) => key === "huge")).toHaveLength(2);
});

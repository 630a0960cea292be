/** What was made of the store is kept while nothing is committed, and not a moment longer. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKept, type Kept } from "../../src/store/kept.ts";
import { getMailboxes, insertMailbox } from "../../src/store/mailboxes.ts";
import { openStore, type Transactor } from "../../src/store/store.ts";
import { log, storeWithAccount, type TestStore } from "./letters.ts";

let dataDir: string;
let t: TestStore;
let kept: Kept<string>;
let made: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pismo-test-"));
  t = await storeWithAccount({ dataDir });
  kept = createKept(t.store, 10);
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
/** @param weight of what is made */
const ask = (key: string, weight = 1, before: () => Promise<unknown> = async () => {}) =>
  kept.get(key, async () => {
    made.push(key);
    const value = await folders();
    await before();
    return { value, weight };
  });

test("what was made once is given again", async () => {
  const first = await ask("a");
  expect(await ask("a")).toBe(first);
  await ask("b");
  expect(made).toEqual(["a", "b"]);
});

test("a commit ends it at once", async () => {
  await ask("a");
  await t.store.write(folder("New"));
  expect(await ask("a")).toContain("New");
});

test("so does a commit of another process, before anybody has told of it", async () => {
  await ask("a");
  const other = await openStore({ dataDir }, log);
  await other.write(folder("New"));
  expect(await ask("a")).toContain("New");
  await other.close();
});

test("what was read before a commit and made after it is given to who waits, and not kept", async () => {
  const meanwhile = async () => {
    await t.store.write(folder("New"));
    await ask("b");
  };
  expect(await ask("a", 1, meanwhile)).not.toContain("New");
  expect(await ask("a")).toContain("New");
  expect(await ask("b")).toContain("New");
  expect(made).toEqual(["a", "b", "a"]);
});

test("what has no weight is not kept", async () => {
  for (const value of ["first", "second"]) {
    expect(await kept.get("a", async () => ({ value, weight: undefined }))).toBe(value);
  }
});

test("there is room for so much; what was not asked for the longest goes first", async () => {
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

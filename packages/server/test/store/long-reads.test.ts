import { MethodError } from "@pismo/jmap";
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stateOf } from "../../src/store/changes.ts";
import { queryEmails } from "../../src/store/email-query.ts";
import { emailQueryChanges } from "../../src/store/email-query-changes.ts";
import { isLong, startLongReads } from "../../src/store/long-reads.ts";
import { storeInFolder, insertLetter, storeWithAccount, type TestStore } from "./letters.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

const search = { filter: { text: "garden" }, calculateTotal: true };
const insert = (subject: string) =>
  t.store.write((tx) => insertLetter(tx, t.accountId, [t.mailbox.inbox], { subject, body: "about it" }));

test("the thread finds what reading in place finds, and what was written a moment ago", async () => {
  const before = await t.store.read((reader) => stateOf(reader, t.accountId, "Email"));
  for (const subject of ["The garden", "A train", "Gardens"]) {
    await insert(subject);
    const here = await t.store.read(async (reader) => ({
      queryState: await stateOf(reader, t.accountId, "Email"),
      ...(await queryEmails(reader, t.accountId, search)),
    }));
    expect(await t.store.longReads.query(t.accountId, search)).toEqual(here);
  }
  const changes = { ...search, sinceQueryState: before };
  expect(await t.store.longReads.queryChanges(t.accountId, changes)).toEqual(
    await t.store.read((reader) => emailQueryChanges(reader, t.accountId, changes)),
  );
});

test("its errors are the errors of the methods", async () => {
  const { longReads } = t.store;
  const lost = longReads.query(t.accountId, { ...search, anchor: "e999" });
  await expect(lost).rejects.toThrow(new MethodError("anchorNotFound"));
  const wrong = await longReads.query(t.accountId, { filter: { text: "x", before: "never" } }).catch((error) => error);
  expect(wrong).toBeInstanceOf(MethodError);
  expect(wrong).toMatchObject({ type: "invalidArguments", details: { description: '"before" is no date' } });
});

test("what is under way when the store closes is refused, and so is what comes after", async () => {
  const { longReads } = t.store;
  const running = longReads.query(t.accountId, search).catch((error: Error) => error.message);
  await t.store.close();
  expect(await running).toMatch("closed");
  await expect(longReads.query(t.accountId, search)).rejects.toThrow("closed");
});

test("the thread stands while a page is open, and ends when nobody has needed it for a while", async () => {
  const { dataDir, store, accountId, remove } = await storeInFolder();
  const started: Worker[] = [];
  const note = (worker: Worker): void => void started.push(worker);
  process.on("worker", note);
  const longReads = startLongReads({ dataDir, durable: false }, { startAfter: 0, staysFor: 0 });
  try {
    const letGo = longReads.hold();
    await vi.waitFor(() => expect(started).toHaveLength(1));
    for (let turn = 0; turn < 3; turn++) {
      await longReads.query(accountId, search);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(started).toHaveLength(1);
    const ended = once(started[0]!, "exit");
    letGo();
    await ended;
    // Without a page: for this query alone.
    await longReads.query(accountId, search);
    expect(started).toHaveLength(2);
    await once(started[1]!, "exit");
  } finally {
    process.off("worker", note);
    await longReads.close();
    await store.close();
    await remove();
  }
});

test.each([
  [false, { filter: null }],
  [false, { filter: { inMailbox: "m1", notKeyword: "$seen" }, sort: [{ property: "receivedAt" }] }],
  [false, { filter: { header: ["Message-ID", "1@example.com"] } }],
  [true, { filter: { header: ["Message-ID", "example"] } }],
  [true, { filter: { inMailbox: "m1", text: "x" } }],
  [true, { filter: { operator: "NOT" as const, conditions: [{ header: ["X-Spam"] }] } }],
  [true, { filter: { someInThreadHaveKeyword: "$seen" } }],
  [true, { sort: [{ property: "subject" }] }],
  [true, { collapseThreads: true }],
])("what an index answers is read in place, the rest is not (%#)", (long, query) => {
  expect(isLong(query)).toBe(long);
});

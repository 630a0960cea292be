import { MethodError } from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { stateOf } from "../../src/store/db/changes.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { emailQueryChanges } from "../../src/store/query/email-query-changes.ts";
import {
  isLong,
  type LongQueries,
  type LongQueryTimeouts,
  startLongQueries,
} from "../../src/store/query/long/long-queries.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { FairQueue } from "../../src/store/query/long/fair-queue.ts";
import { type FolderStore, storeInFolder, insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

const search = { filter: { text: "garden" }, calculateTotal: true };
const insert = (subject: string) =>
  t.store.write((tx) => insertTestEmail(tx, t.accountId, [t.mailbox.inbox], { subject, body: "about it" }));

test("the process finds what this process finds, and what was just written", async () => {
  const before = await t.store.read((reader) => stateOf(reader, t.accountId, "Email"));
  for (const subject of ["The garden", "A train", "Gardens"]) {
    await insert(subject);
    const here = await t.store.read(async (reader) => ({
      queryState: await stateOf(reader, t.accountId, "Email"),
      ...(await queryEmails(reader, t.accountId, search)),
    }));
    expect(await t.store.longQueries.query(t.accountId, search)).toEqual(here);
  }
  const changes = { ...search, sinceQueryState: before };
  expect(await t.store.longQueries.queryChanges(t.accountId, changes)).toEqual(
    await t.store.read((reader) => emailQueryChanges(reader, t.accountId, changes)),
  );
});

test("its errors are the errors of the methods", async () => {
  const { longQueries } = t.store;
  const lost = longQueries.query(t.accountId, { ...search, anchor: "e999" });
  await expect(lost).rejects.toThrow(new MethodError("anchorNotFound"));
  const wrong = await longQueries
    .query(t.accountId, { filter: { text: "x", before: "never" } })
    .catch((error) => error);
  expect(wrong).toBeInstanceOf(MethodError);
  expect(wrong).toMatchObject({ type: "invalidArguments", details: { description: '"before" is no date' } });
});

test("a running query is refused when the store closes, and so are later ones", async () => {
  const { longQueries } = t.store;
  const running = longQueries.query(t.accountId, search).catch((error: Error) => error.message);
  await t.store.close();
  expect(await running).toMatch("closed");
  await expect(longQueries.query(t.accountId, search)).rejects.toThrow("closed");
});

/** Whether a process runs. */
function runs(pid: number | undefined): boolean {
  try {
    return process.kill(pid!, 0);
  } catch {
    return false;
  }
}

test("a process stays while a page is open, and ends after it was idle for a while", async () => {
  const { dataDir, store, accountId, remove } = await storeInFolder();
  const longQueries = startLongQueries({ dataDir, durable: false }, { startAfterMs: 0, idleMs: 0 });
  try {
    const release = longQueries.keepReady();
    await eventually(() => expect(longQueries.pids()).toHaveLength(1));
    const [pid] = longQueries.pids();
    for (let turn = 0; turn < 3; turn++) {
      await longQueries.query(accountId, search);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(longQueries.pids()).toEqual([pid]);
    release();
    await eventually(() => expect(runs(pid)).toBe(false));
    // Without a page: for this query alone.
    await longQueries.query(accountId, search);
    await eventually(() => expect(longQueries.pids()).toEqual([]));
  } finally {
    await longQueries.close();
    await store.close();
    await remove();
  }
});

describe("a query that would take an hour", () => {
  /** Each condition scans the whole thread for each Email. */
  const slow = {
    filter: {
      operator: "OR" as const,
      conditions: Array.from({ length: 100 }, (_, index) => ({ someInThreadHaveKeyword: `k${index}` })),
    },
  };
  let f: FolderStore;
  let other: string;
  beforeAll(async () => {
    f = await storeInFolder();
    other = await f.store.write(async (tx) => {
      for (let n = 0; n < 4000; n++) {
        await insertTestEmail(tx, f.accountId, [f.mailbox.inbox], { subject: "one", references: ["thread@x"] });
      }
      const { id } = await createAccount(tx, { name: "Other", email: "other@pismo.localhost" });
      const inbox = (await findMailboxByRole(tx, id, "inbox"))!;
      await insertTestEmail(tx, id, [inbox.id], { subject: "The garden" });
      return id;
    });
  });
  afterAll(async () => {
    await f.store.close();
    await f.remove();
  });

  let longQueries: LongQueries;
  const open = (times: Partial<LongQueryTimeouts>) => {
    longQueries = startLongQueries({ dataDir: f.dataDir, durable: false }, times);
    return longQueries;
  };
  afterEach(() => longQueries.close());
  const findGarden = () => longQueries.query(other, search);
  const found = { total: 1 };

  test("is stopped with its process after its time limit, while others are answered", async () => {
    const { query, pids } = bound(open({ limitMs: 5000 }));
    const order: string[] = [];
    const running = query(f.accountId, slow).catch((error: Error) => order.push(error.message));
    await eventually(() => expect(pids()).toHaveLength(1));
    const [pid] = pids();
    expect(await findGarden()).toMatchObject(found);
    order.push("other");
    await running;
    expect(order).toEqual(["other", "The query took too long"]);
    await eventually(() => expect(runs(pid)).toBe(false));
    // Its account is answered again as well.
    expect(await query(f.accountId, search)).toMatchObject({ total: 0 });
  });

  test("is stopped when its caller disconnects, and not started for one that disconnected before its turn", async () => {
    const { query, pids } = bound(open({ graceMs: 0 }));
    const gone = new AbortController();
    const running = query(f.accountId, slow, gone.signal).catch((error: Error) => error.message);
    const next = query(f.accountId, slow, gone.signal).catch((error: Error) => error.message);
    await eventually(() => expect(pids()).toHaveLength(1));
    const [pid] = pids();
    gone.abort();
    expect(await Promise.all([running, next])).toEqual(["The caller is gone", "The caller is gone"]);
    await eventually(() => expect(runs(pid)).toBe(false));
    expect(await query(f.accountId, search)).toMatchObject({ total: 0 });
    await expect(query(f.accountId, slow, gone.signal)).rejects.toThrow("The caller is gone");
  });

  test("and counts is not waited for by a window of its account, and one that does not count is", async () => {
    const { query, pids } = bound(open({}));
    const [order, gone]: [string[], AbortController] = [[], new AbortController()];
    const count = (signal?: AbortSignal) => query(f.accountId, { ...slow, calculateTotal: true }, signal);
    void count(gone.signal).catch(() => order.push("counted"));
    const second = count(gone.signal).catch(() => order.push("counted"));
    const window = { filter: { text: "garden" } };
    expect(await query(f.accountId, window)).toMatchObject({ ids: [] });
    expect(order).toEqual([]);
    expect(pids()).toHaveLength(2);
    // In turn, as ever.
    const running = query(f.accountId, slow, gone.signal).catch(() => order.push("listed"));
    const waiting = query(f.accountId, window).then(() => order.push("window"));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([order, pids().length]).toEqual([[], 2]);
    gone.abort();
    await Promise.all([second, running, waiting]);
    expect(order.at(-1)).toBe("window");
  });

  test("while it counts for a page, another process is made ready", async () => {
    open({ startAfterMs: 0 });
    const release = longQueries.keepReady();
    await eventually(() => expect(longQueries.pids()).toHaveLength(1));
    const gone = new AbortController();
    const listed = longQueries.query(f.accountId, { filter: { text: "garden" } });
    await listed;
    expect(longQueries.pids()).toHaveLength(1);
    const counted = longQueries
      .query(f.accountId, { ...slow, calculateTotal: true }, gone.signal)
      .catch((error: Error) => error.message);
    await eventually(() => expect(longQueries.pids()).toHaveLength(2));
    gone.abort();
    expect(await counted).toBe("The caller is gone");
    release();
  });

  test("is stopped when the store closes", async () => {
    const { query, pids, close } = bound(open({}));
    const running = query(f.accountId, slow).catch((error: Error) => error.message);
    await eventually(() => expect(pids()).toHaveLength(1));
    const [pid] = pids();
    await close();
    expect(runs(pid)).toBe(false);
    expect(await running).toMatch("closed");
  });

  test("of as many accounts as there are processes leaves a slot for one more", async () => {
    const { query, pids } = bound(open({ shareMs: 100 }));
    // More names for the same account: its Emails are scanned all the same.
    const accounts = await f.store.write(async (tx) => {
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) {
        const { id } = await createAccount(tx, { name: "", email: `n${n}@pismo.localhost` });
        const inbox = (await findMailboxByRole(tx, id, "inbox"))!;
        for (let email = 0; email < 500; email++) {
          await insertTestEmail(tx, id, [inbox.id], { subject: "one", references: [`thread-${n}@x`] });
        }
        ids.push(id);
      }
      return ids;
    });
    const ends: string[] = [];
    const running = [f.accountId, ...accounts].map((id) =>
      query(id, slow).catch((error: Error) => ends.push(error.message)),
    );
    await eventually(() => expect(pids()).toHaveLength(4));
    expect(await findGarden()).toMatchObject(found);
    expect(ends).toEqual(["The query took too long while others waited"]);
    await longQueries.close();
    await Promise.all(running);
  });
});

/** Methods as functions. */
const bound = (longQueries: LongQueries): LongQueries => ({
  query: longQueries.query.bind(longQueries),
  rows: longQueries.rows.bind(longQueries),
  ranks: longQueries.ranks.bind(longQueries),
  queryChanges: longQueries.queryChanges.bind(longQueries),
  keepReady: longQueries.keepReady.bind(longQueries),
  load: longQueries.load.bind(longQueries),
  pids: longQueries.pids.bind(longQueries),
  close: longQueries.close.bind(longQueries),
});

const all = () => true;

test("an account with many tasks does not delay another's turn", () => {
  const queue = new FairQueue<string>();
  for (const task of ["a1", "a2", "a3"]) queue.add("a", task);
  queue.add("b", "b1");
  expect([queue.take(all), queue.take(all), queue.take(all), queue.take(all), queue.take(all)]).toEqual([
    "a1",
    "b1",
    "a2",
    "a3",
    undefined,
  ]);
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
  [true, { filter: { operator: "OR" as const, conditions: Array.from({ length: 9 }, () => ({ hasKeyword: "x" })) } }],
])("what an index answers is read in place, the rest is not (%#)", (long, query) => {
  expect(isLong(query)).toBe(long);
});

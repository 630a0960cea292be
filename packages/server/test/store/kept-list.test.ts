/** Windows of a long list of conversations: it is gone through once, and mended where Emails change. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateOf } from "../../src/store/db/changes.ts";
import type { Reader } from "../../src/store/db/reader.ts";
import type { EmailFilter } from "../../src/store/query/email-filter.ts";
import { type EmailQuery, type EmailQueryResult, queryEmails } from "../../src/store/query/email-query.ts";
import { emailQueryChanges } from "../../src/store/query/email-query-changes.ts";
import { ranksIn } from "../../src/store/query/email-ranks.ts";
import { KeptList } from "../../src/store/query/long/kept-list.ts";
import { isLong } from "../../src/store/query/long/long-queries.ts";
import { runQuery } from "../../src/store/query/long/query-runner.ts";
import { destroyEmails, getEmails, updateEmails } from "../../src/store/mail/emails.ts";
import { arrangeThreads } from "../../src/store/threads/arrange-threads.ts";
import { type ManyEmails, storeWithManyEmails } from "./many-emails.ts";
import { randomFrom } from "./random.ts";
import { insertTestEmail } from "./test-store.ts";

let many: ManyEmails;
beforeAll(async () => {
  many = await storeWithManyEmails();
});
afterAll(() => many.t.store.close());

/** A reader that records the statements which go through a list or count it. */
function watched(reader: Reader): { watching: Reader; seen: string[] } {
  const seen: string[] = [];
  const note = (sql: string): void =>
    void (/ limit \? offset \?|count\((?!\*\) from lost_states)|select distinct/.test(sql) && seen.push(sql));
  const all = (sql: string, ...params: never[]): Promise<unknown[]> => (note(sql), reader.all(sql, ...params));
  const get = (sql: string, ...params: never[]): Promise<unknown> => (note(sql), reader.get(sql, ...params));
  return { watching: Object.create(reader, { all: { value: all }, get: { value: get } }) as Reader, seen };
}

/** What a runner answers, and how many statements went through the list. */
const run = (kept: KeptList, query: EmailQuery): Promise<[EmailQueryResult, number]> =>
  many.t.store.read(async (reader) => {
    const { watching, seen } = watched(reader);
    const result = await runQuery(watching, { accountId: many.t.accountId, kind: "query", query }, kept);
    const { queryState: _, ...rest } = result as EmailQueryResult & { queryState: string };
    return [rest, seen.length];
  });
const fresh = (query: EmailQuery): Promise<EmailQueryResult> =>
  many.t.store.read((reader) => queryEmails(reader, many.t.accountId, query));

const queryState = (reader: Reader): Promise<string> => stateOf(reader, many.t.accountId, "Email");

const filters = (): EmailFilter[] => {
  const { inbox, trash } = many.t.mailbox;
  return [
    { inMailbox: inbox, notKeyword: "$seen" },
    { inMailbox: inbox, hasAttachment: true },
    { inMailboxOtherThan: [trash] },
    { hasKeyword: "$flagged", inMailboxOtherThan: [trash] },
  ];
};
const windowAt = (filter: EmailFilter, position: number): EmailQuery => ({
  filter,
  collapseThreads: true,
  position,
  limit: 5,
  calculateTotal: true,
});

test("a window costs its rows alone once the list was gone through, and is what it would be otherwise", async () => {
  for (const filter of filters()) {
    const kept = new KeptList();
    expect(isLong(windowAt(filter, 0))).toBe(true);
    const [first, statements] = await run(kept, windowAt(filter, 0));
    expect(statements).toBeGreaterThan(0);
    expect(first.total).toBeGreaterThan(5);
    for (const position of [0, 3, first.total! - 2, 500, -3]) {
      expect(await run(kept, windowAt(filter, position))).toEqual([await fresh(windowAt(filter, position)), 0]);
    }
    const atAnchor = { ...windowAt(filter, 0), anchor: first.ids[3]!, anchorOffset: -1 };
    const [found, again] = await run(kept, atAnchor);
    expect([found, found.position, again]).toEqual([await fresh(atAnchor), 2, 0]);
  }
});

const random = randomFrom(20);

/** One change of some kind, to random Emails. */
async function changeSome(ids: string[]): Promise<void> {
  const { store, accountId, mailbox } = many.t;
  const boxes = Object.values(mailbox);
  await store.write(async (tx) => {
    const some = [...new Set([random.pick(ids), random.pick(ids)])];
    const kind = random.below(6);
    if (kind === 0) {
      const { id } = await insertTestEmail(tx, accountId, [random.pick(boxes)], {
        references: [`thread-${random.below(70)}@x`],
        keywords: ["$seen", "$flagged"].filter(() => random.chance(0.4)),
        hasAttachment: random.chance(0.3),
        receivedAt: new Date(Date.UTC(2026, 0, 1 + random.below(40))),
      });
      ids.push(id);
    } else if (kind === 1) {
      await destroyEmails(tx, accountId, some);
      ids.splice(0, ids.length, ...ids.filter((id) => !some.includes(id)));
    } else if (kind === 2) {
      await updateEmails(
        tx,
        accountId,
        some.map((id) => ({ id, mailboxIds: [random.pick(boxes)] })),
      );
    } else if (kind === 3) {
      const [target] = await getEmails(tx, accountId, [random.pick(ids)]);
      const threadId = random.chance(0.5) ? null : target!.threadId;
      await arrangeThreads(
        tx,
        accountId,
        some.map((id) => [id, threadId] as const),
      );
    } else {
      const keywords = ["$seen", "$flagged"].filter(() => random.chance(0.5));
      await updateEmails(
        tx,
        accountId,
        some.map((id) => ({ id, keywords })),
      );
    }
  });
}

test("after random changes it is mended, and is what it would be if it were gone through", async () => {
  const { store, accountId, mailbox } = many.t;
  const { ids } = await fresh({});
  const inThread: EmailFilter = { inMailbox: mailbox.inbox, someInThreadHaveKeyword: "$flagged" };
  const queries = [...filters(), inThread].flatMap((filter): EmailQuery[] => [
    { ...windowAt(filter, 0), limit: null },
    { ...windowAt(filter, 0), limit: null, sort: [{ property: "receivedAt", isAscending: true }] },
  ]);
  // Of one all rows are known, of the other as many as were shown: 10, then 20.
  const lists = queries.map((query) => ({ query, whole: new KeptList(), begun: new KeptList(10), walks: 0 }));
  let before = await store.read((reader) => queryState(reader));
  for (let step = 0; step < 40; step++) {
    for (let n = random.below(4); n >= 0; n--) await changeSome(ids);
    for (const each of [random.pick(lists), random.pick(lists)]) {
      const { query } = each;
      const expected = await fresh(query);
      const [found, statements] = await run(each.whole, query);
      expect(found).toEqual(expected);
      each.walks += statements;
      const [beginning] = await run(each.begun, { ...query, limit: 7 });
      expect(beginning).toEqual({ ...expected, ids: expected.ids.slice(0, 7) });
    }
    const { query, begun } = random.pick(lists);
    const since = { ...query, sinceQueryState: before };
    const points = [3, 30].map((received) => ({ id: 1, received: Date.UTC(2026, 0, received) }));
    await store.read(async (reader) => {
      const changes = { accountId, kind: "queryChanges" as const, query: since };
      expect(await runQuery(reader, changes, begun)).toEqual(await emailQueryChanges(reader, accountId, since));
      const ranks = { accountId, kind: "ranks" as const, query, points };
      expect(await runQuery(reader, ranks, begun)).toEqual(await ranksIn(reader, accountId, query, points));
      before = await queryState(reader);
    });
  }
  // It was gone through the first time alone.
  expect(lists.map(({ walks }) => walks)).toEqual(lists.map(() => 1));
});

test("lists of one runner do not mix, whatever their accounts, orders and filters", async () => {
  const kept = new KeptList();
  const [one, other] = filters();
  const oldest = { ...windowAt(one!, 0), sort: [{ property: "receivedAt" }] };
  for (const query of [windowAt(one!, 0), windowAt(other!, 0), oldest, windowAt(one!, 2)]) {
    expect((await run(kept, query))[0]).toEqual(await fresh(query));
  }
  const foreign = await many.t.store.read((reader) => {
    const query = windowAt({ inMailboxOtherThan: [] }, 0);
    const task = { accountId: "a99", kind: "query" as const, query };
    return runQuery(reader, task, kept);
  });
  expect(foreign).toMatchObject({ ids: [], total: 0 });
});

test("of a page's lists each is kept, the last four", async () => {
  const kept = new KeptList();
  const queries = filters().map((filter) => windowAt(filter, 0));
  for (const query of queries) await run(kept, query);
  for (const query of queries) expect((await run(kept, query))[1]).toBe(0);
  await run(kept, { ...windowAt({ inMailboxOtherThan: [] }, 0) });
  expect((await run(kept, queries[3]!))[1]).toBe(0);
  expect((await run(kept, queries[0]!))[1]).toBeGreaterThan(0);
});

test("words are looked for each time: what they match may change without an Email", async () => {
  const kept = new KeptList();
  const query = windowAt({ text: "invoice" }, 0);
  await run(kept, query);
  const [found, statements] = await run(kept, query);
  expect(found).toEqual(await fresh(query));
  expect(statements).toBeGreaterThan(0);
});

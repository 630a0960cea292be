/** Windows of a long list of conversations: the list is gone through once, as long as no Email changes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reader } from "../../src/store/db/reader.ts";
import type { EmailFilter } from "../../src/store/query/email-filter.ts";
import { type EmailQuery, type EmailQueryResult, queryEmails } from "../../src/store/query/email-query.ts";
import { KeptList } from "../../src/store/query/long/kept-list.ts";
import { isLong } from "../../src/store/query/long/long-queries.ts";
import { runQuery } from "../../src/store/query/long/query-runner.ts";
import { destroyEmails, updateEmails } from "../../src/store/mail/emails.ts";
import { type ManyEmails, storeWithManyEmails } from "./many-emails.ts";

let many: ManyEmails;
beforeAll(async () => {
  many = await storeWithManyEmails();
});
afterAll(() => many.t.store.close());

/** A reader that records the statements which go through a list or count it. */
function watched(reader: Reader): { watching: Reader; seen: string[] } {
  const seen: string[] = [];
  const note = (sql: string): void => void (/ limit \? offset \?|count\(/.test(sql) && seen.push(sql));
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

test("after a change of an Email it is gone through again", async () => {
  const { t } = many;
  for (const filter of filters()) {
    const kept = new KeptList();
    const [{ ids }] = await run(kept, windowAt(filter, 0));
    await t.store.write((tx) => destroyEmails(tx, t.accountId, [ids[0]!]));
    expect((await run(kept, windowAt(filter, 0)))[0]).toEqual(await fresh(windowAt(filter, 0)));
    await t.store.write((tx) => updateEmails(tx, t.accountId, [{ id: ids[1]!, keywords: ["$seen"] }]));
    expect((await run(kept, windowAt(filter, 0)))[0]).toEqual(await fresh(windowAt(filter, 0)));
  }
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

test("words are looked for each time: what they match may change without an Email", async () => {
  const kept = new KeptList();
  const query = windowAt({ text: "invoice" }, 0);
  await run(kept, query);
  const [found, statements] = await run(kept, query);
  expect(found).toEqual(await fresh(query));
  expect(statements).toBeGreaterThan(0);
});

import type { Comparator, EmailFilterCondition, Filter, Id } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queryEmails } from "../../src/store/query/email-query.ts";
import type { EmailRecord } from "../../src/store/mail/emails.ts";
import type { TestStore } from "./test-store.ts";
import { storeWithManyEmails } from "./many-emails.ts";
import { explained } from "../support/explained.ts";
import { isOnPostgres } from "../support/memory-store.ts";

type EmailFilter = Filter<EmailFilterCondition>;

let t: TestStore;
let emails: EmailRecord[];
let foreignInbox: Id;

beforeAll(async () => {
  ({ t, emails, foreignInbox } = await storeWithManyEmails());
});
afterAll(() => t.store.close());

const query = (args: Parameters<typeof queryEmails>[2]) =>
  t.store.read((reader) => queryEmails(reader, t.accountId, args));
const idOf = (at: number): string => emails[at]!.headers.messageId![0]!;
const threadOf = (email: EmailRecord) => emails.filter(({ threadId }) => threadId === email.threadId);
const has = (keyword: string) => (email: EmailRecord) => email.keywords.includes(keyword);

describe("[8621 §4.4.1] a filter matches", () => {
  const rules: [string, () => EmailFilter | null, (email: EmailRecord) => boolean][] = [
    ["none", () => null, () => true],
    ["empty", () => ({}), () => true],
    ["inMailbox", () => ({ inMailbox: t.mailbox.inbox }), (l) => l.mailboxIds.includes(t.mailbox.inbox)],
    ["inMailbox of another account", () => ({ inMailbox: foreignInbox }), () => false],
    ["inMailbox that is no id", () => ({ inMailbox: "nonsense" }), () => false],
    [
      "inMailboxOtherThan",
      () => ({ inMailboxOtherThan: [t.mailbox.inbox, t.mailbox.trash] }),
      (l) => l.mailboxIds.some((id) => id !== t.mailbox.inbox && id !== t.mailbox.trash),
    ],
    ["before", () => ({ before: "2026-01-20T00:00:00Z" }), (l) => l.receivedAt < new Date("2026-01-20T00:00:00Z")],
    ["after", () => ({ after: "2026-01-20T00:00:00Z" }), (l) => l.receivedAt >= new Date("2026-01-20T00:00:00Z")],
    ["minSize and maxSize", () => ({ minSize: 200, maxSize: 600 }), (l) => l.size >= 200 && l.size < 600],
    ["hasKeyword in any case", () => ({ hasKeyword: "CUSTOM" }), has("custom")],
    [
      "hasKeyword in a mailbox",
      () => ({ inMailbox: t.mailbox.inbox, hasKeyword: "custom" }),
      (l) => has("custom")(l) && l.mailboxIds.includes(t.mailbox.inbox),
    ],
    [
      "one keyword and not another",
      () => ({ hasKeyword: "custom", notKeyword: "$seen" }),
      (l) => has("custom")(l) && !has("$seen")(l),
    ],
    [
      "hasKeyword with a file and a size",
      () => ({ hasKeyword: "custom", hasAttachment: true, minSize: 300 }),
      (l) => has("custom")(l) && l.hasAttachment && l.size >= 300,
    ],
    [
      "hasKeyword in threads with another",
      () => ({ hasKeyword: "custom", someInThreadHaveKeyword: "$flagged" }),
      (l) => has("custom")(l) && threadOf(l).some(has("$flagged")),
    ],
    ["notKeyword", () => ({ notKeyword: "$seen" }), (l) => !has("$seen")(l)],
    ["hasAttachment", () => ({ hasAttachment: true }), (l) => l.hasAttachment],
    ["hasAttachment: false", () => ({ hasAttachment: false }), (l) => !l.hasAttachment],
    ["allInThreadHaveKeyword", () => ({ allInThreadHaveKeyword: "$seen" }), (l) => threadOf(l).every(has("$seen"))],
    ["someInThreadHaveKeyword", () => ({ someInThreadHaveKeyword: "custom" }), (l) => threadOf(l).some(has("custom"))],
    ["noneInThreadHaveKeyword", () => ({ noneInThreadHaveKeyword: "custom" }), (l) => !threadOf(l).some(has("custom"))],
    ["text in another form of the word", () => ({ text: "счёт" }), (l) => l.preview.includes("счета")],
    ["text with nothing in it", () => ({ text: " " }), () => true],
    ["text without a word", () => ({ text: "!?" }), () => false],
    ["subject", () => ({ subject: "отчеты" }), (l) => l.headers.subject === "Отчёт"],
    ["subject is not body", () => ({ subject: "invoice" }), () => false],
    ["body", () => ({ body: "invoices" }), (l) => l.preview.startsWith("invoice")],
    [
      "from, the whole address",
      () => ({ from: "p3@example.com" }),
      (l) => l.headers.from![0]!.email === "p3@example.com",
    ],
    ["from, a name without its accents", () => ({ from: "emile" }), (l) => l.headers.from![0]!.name === "Émile"],
    ["to", () => ({ to: "pismo" }), () => true],
    ["cc", () => ({ cc: "pismo" }), () => false],
    ["header by name", () => ({ header: ["x-NUMBER"] }), () => true],
    ["header that is not there", () => ({ header: ["X-Other"] }), () => false],
    ["header with a text, decoded", () => ({ header: ["X-Kind", "три"] }), (l) => emails.indexOf(l) % 3 === 0],
    ["a Message-ID in any case", () => ({ header: ["message-id", idOf(7).toUpperCase()] }), (l) => l === emails[7]],
    ["a Message-ID in brackets", () => ({ header: ["Message-ID", ` <${idOf(7)}> `] }), (l) => l === emails[7]],
    [
      "a piece of a Message-ID with its @ is another",
      () => ({ header: ["Message-ID", idOf(7).slice(1)] }),
      () => false,
    ],
    [
      "a Message-ID in a mailbox",
      () => ({ inMailbox: emails[7]!.mailboxIds[0]!, header: ["Message-ID", idOf(7)] }),
      (l) => l === emails[7],
    ],
    [
      "a Message-ID in a mailbox where it is not",
      () => ({ header: ["Message-ID", idOf(7)], inMailboxOtherThan: emails[7]!.mailboxIds }),
      () => false,
    ],
    [
      "neither of two Message-IDs",
      () => ({
        operator: "NOT",
        conditions: [{ header: ["Message-ID", idOf(7)] }, { header: ["Message-ID", idOf(8)] }],
      }),
      (l) => l !== emails[7] && l !== emails[8],
    ],
    [
      "header under NOT beside others",
      () => ({
        operator: "AND",
        conditions: [
          { inMailbox: t.mailbox.inbox },
          { operator: "NOT", conditions: [{ header: ["X-Kind", "три"] }, { hasKeyword: "$seen" }] },
        ],
      }),
      (l) => l.mailboxIds.includes(t.mailbox.inbox) && emails.indexOf(l) % 3 !== 0 && !has("$seen")(l),
    ],
    [
      "the usual list of important Emails",
      () => ({ hasKeyword: "$flagged", inMailboxOtherThan: [t.mailbox.junk, t.mailbox.trash] }),
      (l) => has("$flagged")(l) && l.mailboxIds.some((id) => id !== t.mailbox.junk && id !== t.mailbox.trash),
    ],
    [
      "OR in AND in NOT",
      () => ({
        operator: "NOT",
        conditions: [
          {
            operator: "AND",
            conditions: [
              { hasKeyword: "$seen" },
              { operator: "OR", conditions: [{ minSize: 500 }, { text: "invoice" }] },
            ],
          },
        ],
      }),
      (l) => !(has("$seen")(l) && (l.size >= 500 || l.preview.includes("invoice"))),
    ],
    ["OR of nothing", () => ({ operator: "OR", conditions: [] }), () => false],
    ["NOT of nothing", () => ({ operator: "NOT", conditions: [] }), () => true],
  ];

  test.each(rules)("%s", async (_name, filter, expected) => {
    const { ids, total } = await query({ filter: filter(), calculateTotal: true });
    const wanted = emails.filter(expected).map(({ id }) => id);
    expect([...ids].sort()).toEqual(wanted.sort());
    expect(total).toBe(wanted.length);
  });

  test("an unknown condition is refused by its name", async () => {
    const filter = { colour: "red" } as EmailFilter;
    await expect(query({ filter })).rejects.toMatchObject({ type: "unsupportedFilter" });
  });
});

describe("[8621 §4.4.2] a sort", () => {
  const keys: Record<string, (email: EmailRecord) => number | string> = {
    receivedAt: (l) => l.receivedAt.getTime(),
    size: (l) => l.size,
    sentAt: (l) => Date.parse(l.headers.sentAt ?? "") || l.receivedAt.getTime(),
    subject: (l) => ({ Budget: "budget", "Re: Plan": "plan", Отчёт: "отчет" })[l.headers.subject!] ?? "zebra",
    from: (l) => l.headers.from![0]!.name?.toLowerCase().replace("é", "e") ?? l.headers.from![0]!.email,
    hasKeyword: (l) => Number(has("custom")(l)),
    allInThreadHaveKeyword: (l) => Number(threadOf(l).every(has("custom"))),
    someInThreadHaveKeyword: (l) => Number(threadOf(l).some(has("custom"))),
  };
  const inOrder = (sort: Comparator[], from = emails) =>
    [...from].sort((one, other) => {
      for (const { property, isAscending = true } of sort) {
        const [a, b] = [keys[property]!(one), keys[property]!(other)];
        if (a !== b) return a < b === isAscending ? -1 : 1;
      }
      const byId = Number(one.id.slice(1)) - Number(other.id.slice(1));
      return (sort.at(-1)!.isAscending ?? true) ? byId : -byId;
    });

  test.each(Object.keys(keys).flatMap((property) => [true, false].map((isAscending) => ({ property, isAscending }))))(
    "by $property, ascending $isAscending",
    async ({ property, isAscending }) => {
      const sort = [{ property, isAscending, ...(property.endsWith("Keyword") ? { keyword: "custom" } : {}) }];
      expect((await query({ sort })).ids).toEqual(inOrder(sort).map(({ id }) => id));
    },
  );

  test("by several comparators", async () => {
    const sort = [
      { property: "hasKeyword", keyword: "custom", isAscending: false },
      { property: "subject" },
      { property: "size" },
    ];
    expect((await query({ sort })).ids).toEqual(inOrder(sort).map(({ id }) => id));
  });

  test("refuses unsupported properties", async () => {
    await expect(query({ sort: [{ property: "colour" }] })).rejects.toMatchObject({ type: "unsupportedSort" });
    await expect(query({ sort: [{ property: "size", collation: "x" }] })).rejects.toMatchObject({
      type: "unsupportedSort",
    });
    await expect(query({ sort: [{ property: "hasKeyword" }] })).rejects.toMatchObject({ type: "invalidArguments" });
  });

  const bySubject = [{ property: "subject" }, { property: "receivedAt", isAscending: false }];
  const collapsed = () => {
    const seen = new Set<Id>();
    return inOrder(bySubject).filter(({ threadId }) => !seen.has(threadId) && seen.add(threadId));
  };

  test("[8621 §4.4.3] collapseThreads leaves the first Email of each thread", async () => {
    const { ids, total } = await query({ sort: bySubject, collapseThreads: true, calculateTotal: true });
    expect(ids).toEqual(collapsed().map(({ id }) => id));
    expect(total).toBe(ids.length);
  });

  describe.each([false, true])("[8620 §5.5] pages, threads collapsed: %s", (collapseThreads) => {
    const all = () => (collapseThreads ? collapsed() : inOrder(bySubject)).map(({ id }) => id);
    const run = (args: Parameters<typeof query>[0]) => query({ sort: bySubject, collapseThreads, ...args });

    test("from a position", async () => {
      expect(await run({ position: 10, limit: 7 })).toEqual({ ids: all().slice(10, 17), position: 10 });
      expect(await run({ position: 10_000, limit: 7, calculateTotal: true })).toMatchObject({
        ids: [],
        total: all().length,
      });
      expect(await run({ position: 2, limit: 0 })).toEqual({ ids: [], position: 2 });
    });
    test("from the end", async () => {
      expect(await run({ position: -5 })).toEqual({ ids: all().slice(-5), position: all().length - 5 });
      expect((await run({ position: -10_000, limit: 1 })).position).toBe(0);
    });
    test("around an anchor", async () => {
      const anchor = all()[20]!;
      expect(await run({ anchor, limit: 3, position: 99 })).toEqual({ ids: all().slice(20, 23), position: 20 });
      expect(await run({ anchor, anchorOffset: -4, limit: 3 })).toEqual({ ids: all().slice(16, 19), position: 16 });
      expect((await run({ anchor, anchorOffset: -40, limit: 3 })).position).toBe(0);
    });
    test("an anchor that is not in the results", async () => {
      await expect(run({ anchor: "e999999" })).rejects.toMatchObject({ type: "anchorNotFound" });
      const filter = { inMailbox: t.mailbox.inbox };
      const elsewhere = emails.find(({ mailboxIds }) => !mailboxIds.includes(t.mailbox.inbox))!;
      await expect(run({ filter, anchor: elsewhere.id })).rejects.toMatchObject({ type: "anchorNotFound" });
    });
    test("around an anchor in a list by date", async () => {
      const sort = [{ property: "receivedAt", isAscending: false }];
      const { ids } = await query({ sort, collapseThreads });
      expect((await query({ sort, collapseThreads, anchor: ids[33]!, limit: 2 })).position).toBe(33);
    });
  });
});

test.skipIf(isOnPostgres)("the usual lists read their index alone, without sorting", async () => {
  await t.store.read(async (reader) => {
    const { explaining, seen } = explained(reader, "order by");
    const inInbox = { inMailbox: t.mailbox.inbox };
    for (const filter of [
      inInbox,
      { ...inInbox, notKeyword: "$seen" },
      { ...inInbox, hasKeyword: "$flagged" },
      { ...inInbox, hasAttachment: true },
    ]) {
      await queryEmails(explaining, t.accountId, { filter, limit: 50 });
    }
    expect([...new Set(seen)].sort()).toEqual([
      "SEARCH m USING PRIMARY KEY (mailbox_id=? AND received_at>? AND received_at<?)",
      "SEARCH m USING PRIMARY KEY (mailbox_id=?)",
      "SEARCH mailbox_span USING PRIMARY KEY (mailbox_id=? AND span>? AND span<?)",
    ]);
    seen.length = 0;
    const important = { hasKeyword: "$important", inMailboxOtherThan: [t.mailbox.junk, t.mailbox.trash] };
    await queryEmails(explaining, t.accountId, { filter: important, limit: 50 });
    expect(seen[0]).toMatch(/^SEARCH k USING PRIMARY KEY/);
    expect(seen[0]).not.toContain("TEMP B-TREE");
  });
});

test.skipIf(isOnPostgres)("whether letters came back is told by those alone, not by the mailbox", async () => {
  await t.store.read(async (reader) => {
    const { explaining, seen } = explained(reader, "sort_at is not null");
    const sort = [{ property: "receivedAt", isAscending: false }];
    await queryEmails(explaining, t.accountId, { filter: { inMailbox: t.mailbox.inbox }, sort, limit: 50 });
    expect(seen).toEqual([
      "SEARCH e USING INDEX email_returned (account_id=?); SEARCH m USING COVERING INDEX email_mailbox_email (email_id=? AND account_id=? AND mailbox_id=?)",
    ]);
  });
});

test.skipIf(isOnPostgres)("known Emails are found by their own index, not by a scan of the list", async () => {
  await t.store.read(async (reader) => {
    const { explaining, seen } = explained(reader, "key_list");
    const email = emails.find(has("custom"));
    const inMailbox = email!.mailboxIds[0]!;
    for (const filter of [{ inMailbox }, { inMailbox, hasKeyword: "custom" }, { hasKeyword: "custom" }, null]) {
      await queryEmails(explaining, t.accountId, { filter, anchor: email!.id, limit: 1 });
    }
    expect(seen.map((plan) => plan.split("; ")[0]!.replace(/ .*USING/, " USING"))).toEqual([
      "SEARCH USING INDEX email_mailbox_email (email_id=? AND account_id=?)",
      "SEARCH USING COVERING INDEX email_keyword_email (email_id=? AND keyword=?)",
      "SEARCH USING COVERING INDEX email_keyword_email (email_id=? AND keyword=?)",
      "SEARCH USING INTEGER PRIMARY KEY (rowid=?)",
    ]);
  });
});

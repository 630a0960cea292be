/** Letters of a mailing list in all mail: found by the list where it has few, by their dates where it has many. */
import type { EmailFilterCondition } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { explained } from "../support/explained.ts";
import { insertLetters } from "../support/insert-letters.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "../support/jmap.ts";
import { isOnPostgres } from "../support/memory-store.ts";

let t: Jmap;

/** The first three are of one list, the others of another. */
beforeAll(async () => {
  t = await jmap();
  const letters = Array.from({ length: 1100 }, (_, n) => ({
    message: lines("From: a@x.example", `List-Id: <${n < 3 ? "rare" : "often"}.x.example>`, "", "t"),
    mailboxIds: [t.role[n === 1 ? "trash" : "inbox"]!],
    // Of the rare list's letters the first is unread.
    keywords: n === 0 ? [] : ["$seen"],
    receivedAt: new Date(Date.UTC(2026, 0, 1) + n * 1000),
  }));
  await insertLetters(t.store, t.accountId, letters);
});
afterAll(() => t.close());

const listOf = (listId: string) => ({
  filter: { listId, inMailboxOtherThan: [t.role["trash"]!] },
  sort: [{ property: "receivedAt", isAscending: false }],
  calculateTotal: true,
});

test("both have their letters, the newest first", async () => {
  const { ids } = await t.call("Email/query", { sort: [{ property: "receivedAt", isAscending: true }] });
  expect(await t.call("Email/query", { ...listOf("rare"), limit: 10 })).toMatchObject({
    ids: [ids[2], ids[0]],
    total: 2,
  });
  expect(await t.call("Email/query", { ...listOf("x.example"), position: 1095, limit: 10 })).toMatchObject({
    ids: [ids[4], ids[3], ids[2], ids[0]],
    total: 1099,
  });
  expect(await t.call("Email/query", { ...listOf("rare"), anchor: ids[0], limit: 1 })).toMatchObject({ position: 1 });
});

test("what is read of both, in all mail and in a folder", async () => {
  const { ids } = await t.call("Email/query", { sort: [{ property: "receivedAt", isAscending: true }] });
  const find = (filter: LooseArgs) => t.call("Email/query", { filter, sort: listOf("").sort, calculateTotal: true });
  const [inbox, all] = [{ inMailbox: t.role["inbox"]! }, listOf("").filter];
  for (const where of [all, inbox]) {
    expect(await find({ ...where, listId: "rare", hasKeyword: "$seen" })).toMatchObject({ ids: [ids[2]], total: 1 });
    expect(await find({ ...where, listId: "rare", notKeyword: "$seen" })).toMatchObject({ ids: [ids[0]], total: 1 });
    expect(await find({ ...where, listId: "often", hasKeyword: "$seen" })).toMatchObject({ total: 1097 });
  }
  expect(await find({ ...inbox, listId: "rare" })).toMatchObject({ ids: [ids[2], ids[0]], total: 2 });
});

test.skipIf(isOnPostgres)("SQLite begins with a list that is rare, and with dates where it is not", async () => {
  await t.store.read(async (reader) => {
    const { explaining, seen } = explained(reader, "received_at");
    const firstOf = async (filter: EmailFilterCondition): Promise<string | undefined> => {
      seen.length = 0;
      await queryEmails(explaining, t.accountId, { filter, sort: listOf("").sort, limit: 10 });
      return seen[0]?.split("; ")[0];
    };
    const [rare, often] = [listOf("rare").filter, listOf("often").filter];
    const byKey = "SEARCH e USING INTEGER PRIMARY KEY (rowid=?)";
    expect(await firstOf(rare)).toBe(byKey);
    expect(await firstOf({ ...rare, hasKeyword: "$seen" })).toBe(byKey);
    expect(await firstOf({ ...rare, hasKeyword: "label" })).toBe(byKey);
    expect(await firstOf({ listId: "rare", inMailbox: t.role["inbox"]! })).toMatch(
      /^SEARCH m USING INDEX email_mailbox_email \(email_id=\?/,
    );
    expect(await firstOf(often)).toMatch(/^SEARCH e USING .*INDEX \w+ \(account_id=\?/);
    expect(await firstOf({ ...often, hasKeyword: "$seen" })).toMatch(/^SEARCH k USING PRIMARY KEY/);
  });
});

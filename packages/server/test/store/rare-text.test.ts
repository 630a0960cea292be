/** Searches for words: Emails are found by a word that few have, and by their dates where many have it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { nextUnread, noteRead } from "../../src/store/files/unread-files.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { termsOf } from "../../src/store/search/analyze.ts";
import { explained } from "../support/explained.ts";
import { insertLetters } from "../support/insert-letters.ts";
import { type Jmap, jmap, lines } from "../support/jmap.ts";
import { isOnPostgres } from "../support/memory-store.ts";

let t: Jmap;

/** "heron" stands in every 300th, once in Trash; "often" in all. Two in turn are of one Thread. */
beforeAll(async () => {
  t = await jmap();
  const letters = Array.from({ length: 1200 }, (_, n) => ({
    message: lines(
      "From: a@x.example",
      `Message-ID: <${n}@x.example>`,
      ...(n % 2 === 1 ? [`References: <${n - 1}@x.example>`] : []),
      `Subject: ${n % 300 < 2 ? "heron" : "other"} ${n - (n % 2)}`,
      "",
      "often",
    ),
    mailboxIds: [t.role[n === 301 ? "trash" : "inbox"]!],
    receivedAt: new Date(Date.UTC(2026, 0, 1) + n * 1000),
  }));
  await insertLetters(t.store, t.accountId, letters);
});
afterAll(() => t.close());

const newestFirst = [{ property: "receivedAt", isAscending: false }];
const search = (text: string, more: object = {}) => ({
  filter: { text, inMailboxOtherThan: [t.role["trash"]!] },
  sort: newestFirst,
  calculateTotal: true,
  ...more,
});

test("both kinds have their Emails in order, with the total, collapsed or not, and whole words as beginnings", async () => {
  const { ids } = await t.call("Email/query", { sort: [{ property: "receivedAt", isAscending: true }] });
  const at = (...places: number[]) => places.map((place) => ids[place]);
  const rare = { ids: at(901, 900, 601, 600, 300, 1, 0), total: 7 };
  for (const text of ["heron ", "heron", "hero", "her", "heron often"])
    expect(await t.call("Email/query", search(text))).toMatchObject(rare);
  expect(await t.call("Email/query", search("heron", { collapseThreads: true }))).toMatchObject({
    ids: at(901, 601, 300, 1),
    total: 4,
  });
  expect(await t.call("Email/query", search("heron", { position: -2 }))).toMatchObject({ ids: at(1, 0), position: 5 });
  expect(await t.call("Email/query", search("heron", { anchor: ids[300], limit: 1 }))).toMatchObject({ position: 4 });
  const inFolder = { filter: { subject: "heron", inMailbox: t.role["trash"] }, sort: newestFirst };
  expect(await t.call("Email/query", inFolder)).toMatchObject({ ids: at(301) });
  expect(await t.call("Email/query", search("often", { position: 1195, limit: 9 }))).toMatchObject({
    ids: at(3, 2, 1, 0),
    total: 1199,
  });
  expect(await t.call("Email/query", search("often", { collapseThreads: true, limit: 2 }))).toMatchObject({
    ids: at(1199, 1197),
    total: 600,
  });
});

test.skipIf(isOnPostgres)(
  "SQLite begins with a rare word, with dates where many have it, and counts by words",
  async () => {
    const inFolder = { filter: { text: "heron", inMailbox: t.role["inbox"]! } };
    const oftenInFolder = { filter: { text: "often", inMailbox: t.role["inbox"]! } };
    const inTrash = { filter: { text: "often", inMailbox: t.role["trash"]! } };
    await t.store.read(async (reader) => {
      const firstOf = async (statement: string, text: string, more: object = {}): Promise<string | undefined> => {
        const { explaining, seen } = explained(reader, statement);
        await queryEmails(explaining, t.accountId, { ...search(text, more), limit: 1 });
        return seen[0]?.split("; ")[0];
      };
      const byKey = "SEARCH e USING INTEGER PRIMARY KEY (rowid=?)";
      const byDateInFolder = /^SEARCH m USING PRIMARY KEY \(mailbox_id=\?/;
      const byKeyInFolder = /^SEARCH m USING .*INDEX email_mailbox_email \(email_id=\?/;
      expect(await firstOf("as received from", "heron")).toBe(byKey);
      expect(await firstOf("as received from", "heron", inFolder)).toMatch(byKeyInFolder);
      expect(await firstOf("as received from", "often")).toMatch(/^SEARCH e USING .*INDEX \w+ \(account_id=\?/);
      expect(await firstOf("as received from", "often", oftenInFolder)).toMatch(byDateInFolder);
      expect(await firstOf("count(*) as n from email", "heron")).toBe(byKey);
      expect(await firstOf("count(*) as n from email", "often")).toBe(byKey);
      expect(await firstOf("count(*) as n from email", "often", oftenInFolder)).toMatch(byKeyInFolder);
      // Few are in it: not each Email with the word is looked up there.
      const { explaining, seen } = explained(reader, "count(distinct");
      await queryEmails(explaining, t.accountId, { ...search("often", inTrash), collapseThreads: true, limit: 0 });
      expect(seen[0]).toMatch(/^USE TEMP B-TREE FOR count\(DISTINCT\); SEARCH m USING PRIMARY KEY \(mailbox_id=\?/);
    });
  },
);

test("of words in more files than are looked at, no letter is missing", async () => {
  const file = ["--b", "Content-Type: application/pdf", "Content-Disposition: attachment", "", "%PDF"];
  const letterOf = (subject: string, files: number) => ({
    message: lines(
      `Subject: ${subject}`,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...Array.from({ length: files }, () => file).flat(),
      "--b--",
    ),
    mailboxIds: [t.role["inbox"]!],
    receivedAt: new Date(Date.UTC(2027, 0, 1)),
  });
  // A file is found by the subject of its letter, too.
  const letters = [letterOf("cormorant", 520), letterOf("cormorant", 520), letterOf("another", 1)];
  await insertLetters(t.store, t.accountId, letters);
  await t.store.write(async (tx) => {
    const [newest] = await nextUnread(tx, 1);
    await noteRead(tx, newest!, termsOf("cormorant"));
  });
  const found = await t.call("Email/query", { filter: { text: "cormorant" }, calculateTotal: true });
  expect(found).toMatchObject({ total: 3 });
});

/**
 * Windows of searches, whichever way they are found: by the keys of a rare word, through the dates where a word is common,
 * or sorted. PostgreSQL tests the words of one Email after the other for a common one.
 */
import type { EmailFilterCondition, Filter } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reader } from "../../src/store/db/reader.ts";
import { nextUnread, noteRead } from "../../src/store/files/unread-files.ts";
import { type EmailQuery, queryEmails } from "../../src/store/query/email-query.ts";
import { termsOf } from "../../src/store/search/analyze.ts";
import { FILES_PER_EMAIL } from "../../src/store/search/search-index.ts";
import { insertLetters } from "../support/insert-letters.ts";
import { type Jmap, jmap, lines } from "../support/jmap.ts";
import { isOnPostgres } from "../support/memory-store.ts";

/** More than are gone through without a look at how many match. */
const LETTERS = 640;
/** Its terms take several rows of PostgreSQL's index. */
const LONG = LETTERS - 7;
/** It has two files; each 16th has one. */
const TWO_FILES = LETTERS - 33;
const hasFile = (n: number): boolean => n === TWO_FILES || n % 16 === 5;

let t: Jmap;
/** By number. */
let ids: string[];

const text = (n: number): string =>
  [
    "all",
    n % 2 === 0 ? "even" : "odd",
    n % 4 === 1 ? "ambergris" : n % 4 === 2 ? "ambition" : "",
    n % 3 === 0 ? "brown fox" : "fox brown",
    n % 90 === 0 ? "heron" : "",
    n < 40 ? "early" : "",
    ...(n === LONG ? Array.from({ length: 40_000 }, (_, index) => `w${index}x`) : []),
    n === LONG ? "omega" : "",
  ].join(" ");

const file = ["--b", "Content-Type: application/pdf", "Content-Disposition: attachment", "", "%PDF"];
const letter = (n: number) => ({
  message: lines(
    `From: ${n % 5 === 0 ? "anna" : "boris"}@x.example`,
    `Message-ID: <${n}@x.example>`,
    ...(n % 2 === 1 ? [`References: <${n - 1}@x.example>`] : []),
    `Subject: ${n % 6 === 0 ? "meeting" : "other"}`,
    ...(hasFile(n)
      ? ["Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/plain", "", text(n)]
      : ["", text(n)]),
    ...(hasFile(n) ? file : []),
    ...(n === TWO_FILES ? file : []),
    ...(hasFile(n) ? ["--b--"] : []),
  ),
  mailboxIds: [n % 64 === 63 ? t.role["trash"]! : t.role["inbox"]!],
  keywords: n % 7 === 0 ? ["$seen"] : [],
  // Several in one second: then the order of the ids decides.
  receivedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000),
});

beforeAll(async () => {
  t = await jmap();
  const inserted = await insertLetters(
    t.store,
    t.accountId,
    Array.from({ length: LETTERS }, (_, n) => letter(n)),
  );
  ids = inserted.map(({ id }) => id);
  await t.store.write(async (tx) => {
    const counts = new Map<number, number>();
    for (const unread of await nextUnread(tx, LETTERS)) {
      const email = Math.floor(unread.key / FILES_PER_EMAIL);
      counts.set(email, (counts.get(email) ?? 0) + 1);
      await noteRead(tx, unread, termsOf(`inkwell paper ${counts.get(email) === 1 ? "quill" : "vellum"}`));
    }
  });
});
afterAll(() => t.close());

type Condition = Filter<EmailFilterCondition>;
const operator = (name: "AND" | "OR" | "NOT", ...conditions: Condition[]): Condition => ({
  operator: name,
  conditions,
});
const notTrash = () => ({ inMailboxOtherThan: [t.role["trash"]!] });
const early = "2026-01-01T00:00:20Z";

interface Search {
  filter: () => Condition;
  matches: (n: number) => boolean;
}

const searches: Record<string, Search> = {
  "a word of all": { filter: () => ({ text: "all " }), matches: () => true },
  "a common word": { filter: () => ({ text: "even " }), matches: (n) => n % 2 === 0 },
  "a rare word": { filter: () => ({ text: "heron " }), matches: (n) => n % 90 === 0 },
  "a word of old Emails alone": { filter: () => ({ text: "early " }), matches: (n) => n < 40 },
  "a word that is being typed": { filter: () => ({ text: "amb" }), matches: (n) => n % 4 === 1 || n % 4 === 2 },
  "a rare word that is being typed": { filter: () => ({ text: "hero" }), matches: (n) => n % 90 === 0 },
  "two common words": { filter: () => ({ text: "even ambition " }), matches: (n) => n % 4 === 2 },
  "a common and a rare word": { filter: () => ({ text: "all heron " }), matches: (n) => n % 90 === 0 },
  "common words that no Email has together": { filter: () => ({ text: "even odd " }), matches: () => false },
  "a common phrase": { filter: () => ({ text: '"brown fox" ' }), matches: (n) => n % 3 === 0 },
  "a phrase beside words": {
    filter: () => ({ body: '"fox brown" even ' }),
    matches: (n) => n % 6 === 2 || n % 6 === 4,
  },
  "a subject": { filter: () => ({ subject: "meeting" }), matches: (n) => n % 6 === 0 },
  "an address": { filter: () => ({ from: "anna@x.example" }), matches: (n) => n % 5 === 0 },
  "words of two fields": {
    filter: () => ({ from: "anna", subject: "meeting" }),
    matches: (n) => n % 30 === 0,
  },
  "one or the other": {
    filter: () => operator("OR", { text: "ambition " }, { text: "ambergris " }),
    matches: (n) => n % 4 === 1 || n % 4 === 2,
  },
  "one of two rare ones": {
    filter: () => operator("OR", { text: "heron " }, { text: "omega " }),
    matches: (n) => n % 90 === 0 || n === LONG,
  },
  "not a common word": {
    filter: () => operator("AND", { text: "even " }, operator("NOT", { text: "ambition " })),
    matches: (n) => n % 4 === 0,
  },
  "not a rare word": { filter: () => operator("NOT", { text: "heron " }), matches: (n) => n % 90 !== 0 },
  "neither of two words": {
    filter: () => operator("AND", { text: "all " }, operator("NOT", { text: "odd " }, { text: "ambition " })),
    matches: (n) => n % 4 === 0,
  },
  "a common word without what nearly all have": {
    filter: () => operator("AND", { text: "even " }, operator("NOT", { text: "other " })),
    matches: (n) => n % 6 === 0,
  },
  "not a phrase": {
    filter: () => operator("AND", { text: "even " }, operator("NOT", { text: '"brown fox" ' })),
    matches: (n) => n % 2 === 0 && n % 3 !== 0,
  },
  "words of a field beside a rare word": {
    filter: () => operator("OR", { from: "anna", subject: "meeting" }, { text: "heron " }),
    matches: (n) => n % 30 === 0,
  },
  "words of two conditions, far apart in a long Email": {
    filter: () => operator("AND", { text: "w5x " }, { text: "omega " }),
    matches: (n) => n === LONG,
  },
  "a word of a long Email, not one far from it": {
    filter: () => operator("AND", { text: "w5x " }, operator("NOT", { text: "omega " })),
    matches: () => false,
  },
  "a phrase of a long Email beside a word far from it": {
    filter: () => ({ text: '"w7x w8x" omega ' }),
    matches: (n) => n === LONG,
  },
  "a word of an Email and one of its file, in two conditions": {
    filter: () => operator("AND", { text: "ambergris " }, { text: "inkwell " }),
    matches: (n) => n % 4 === 1 && hasFile(n),
  },
  "not a word of its file": {
    filter: () => operator("AND", { text: "odd " }, operator("NOT", { text: "inkwell " })),
    matches: (n) => n % 2 === 1 && !hasFile(n),
  },
  "a word of few files": {
    filter: () => operator("AND", { text: "inkwell " }, { before: early }),
    matches: (n) => hasFile(n) && n < 60,
  },
  "words of one file": { filter: () => ({ text: "paper inkwell " }), matches: hasFile },
  "a phrase of a file": { filter: () => ({ body: '"inkwell paper" ' }), matches: hasFile },
  "a word of one of two files": { filter: () => ({ text: "vellum " }), matches: (n) => n === TWO_FILES },
  "words of two files, of which none has both": { filter: () => ({ text: "vellum quill " }), matches: () => false },
  "not words of two files": {
    filter: () => operator("AND", { text: "paper " }, operator("NOT", { text: "vellum quill " })),
    matches: hasFile,
  },
  "words of an Email and its file, which has not both": {
    filter: () => ({ text: "ambition inkwell " }),
    matches: () => false,
  },
  "words far apart in a long Email": { filter: () => ({ text: "all w5x omega " }), matches: (n) => n === LONG },
  "unread with a word": {
    filter: () => operator("AND", { text: "even " }, { notKeyword: "$seen" }),
    matches: (n) => n % 2 === 0 && n % 7 !== 0,
  },
  "a word before a date": {
    filter: () => ({ text: "even ", before: early }),
    matches: (n) => n % 2 === 0 && n < 60,
  },
  "a word in a folder": {
    filter: () => ({ text: "odd ", inMailbox: t.role["trash"]! }),
    matches: (n) => n % 64 === 63,
  },
};

const newestFirst = [{ property: "receivedAt", isAscending: false }];

const found = (query: EmailQuery) => t.store.read((reader) => queryEmails(reader, t.accountId, query));

describe.each(Object.entries(searches))("%s", (_name, { filter, matches }) => {
  const numbers = Array.from({ length: LETTERS }, (_, n) => n).filter(matches);

  test("windows and numbers are those of the letters that have it", async () => {
    const newest = numbers.toReversed().map((n) => ids[n]!);
    for (const position of [0, 2, Math.max(0, newest.length - 2)]) {
      const query = { filter: filter(), sort: newestFirst, position, limit: 3, calculateTotal: true };
      const window = newest.slice(position, position + 3);
      expect(await found(query)).toMatchObject({ ids: window, total: newest.length });
      expect(await found({ ...query, sort: [{ property: "receivedAt" }] })).toMatchObject({
        ids: newest.toReversed().slice(position, position + 3),
        total: newest.length,
      });
    }
    expect((await found({ filter: filter(), sort: newestFirst })).ids).toEqual(newest);
  });

  test("so are those of conversations, and of a part of the folders", async () => {
    const seen = new Set<number>();
    const firsts = numbers.toReversed().filter((n) => {
      if (n % 64 === 63 || seen.has(n >> 1)) return false;
      seen.add(n >> 1);
      return true;
    });
    const query = { filter: operator("AND", filter(), notTrash()), sort: newestFirst, collapseThreads: true };
    expect(await found({ ...query, limit: 4, calculateTotal: true })).toMatchObject({
      ids: firsts.slice(0, 4).map((n) => ids[n]),
      total: firsts.length,
    });
    expect((await found(query)).ids).toEqual(firsts.map((n) => ids[n]));
  });

  test("the best matches are the same Emails", async () => {
    const sort = [{ property: "relevance", isAscending: false }, ...newestFirst];
    const all = await found({ filter: filter(), sort, calculateTotal: true });
    expect(all.total).toBe(numbers.length);
    expect(all.ids.toSorted()).toEqual(numbers.map((n) => ids[n]!).toSorted());
    expect((await found({ filter: filter(), sort, limit: 4 })).ids).toEqual(all.ids.slice(0, 4));
  });
});

/** The statement that finds the rows. */
const statementOf = (filter: Condition, limit: number | null): Promise<string> =>
  t.store.read(async (reader) => {
    let seen = "";
    const get = (sql: string, ...params: never[]) => reader.get(sql, ...params);
    const all = (sql: string, ...params: never[]) => {
      if (sql.includes("as received from")) seen = sql;
      return reader.all(sql, ...params);
    };
    await queryEmails(Object.create(reader, { all: { value: all }, get: { value: get } }) as Reader, t.accountId, {
      filter,
      sort: newestFirst,
      limit,
    });
    return seen;
  });

test.runIf(isOnPostgres)(
  "PostgreSQL tests Emails one by one where many have a word, and has the keys of a rare one",
  async () => {
    const [tested, keys] = ["exists (select 1 from email_search", "e.id in (select email_id from email_search"];
    expect(await statementOf({ text: "even " }, 3)).toContain(tested);
    expect(await statementOf({ text: "amb" }, 3)).toContain(tested);
    expect(await statementOf(operator("NOT", { text: "heron " }), 3)).toContain(tested);
    expect(await statementOf({ text: "even ", before: early }, 3)).toContain(tested);
    expect(await statementOf({ text: "heron " }, 3)).toContain("few_keys");
    expect(await statementOf({ text: "early " }, 3)).toContain("few_keys");
    // Each of many, and all of them.
    expect(await statementOf(operator("AND", { text: "all " }, { text: "even " }), 3)).toContain(tested);
    expect(await statementOf(operator("AND", { text: "all " }, { text: "heron " }), 1)).toContain("few_keys");
    expect(await statementOf(operator("AND", { text: "even " }, operator("NOT", { text: "all " })), 3)).toContain(
      "few_keys",
    );
    // All of many, which are not looked for in the index together.
    expect(await statementOf(operator("OR", { text: "even " }, { hasKeyword: "$seen" }), null)).toContain(keys);
  },
);

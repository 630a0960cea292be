/** Both engines find the same letters in the same order: hundreds of queries in Russian and English over real letters. */
import type { EmailFilterCondition, Filter, Id } from "@pismo/jmap";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type ParsedMessage, parseMessage } from "../../src/mime/parse/parse.ts";
import { sampleMessages } from "../../src/sample/messages.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { insertEmails } from "../../src/store/mail/insert-emails.ts";
import { prepareEmail } from "../../src/store/mail/prepare-email.ts";
import { type EmailQuery, queryEmails } from "../../src/store/query/email-query.ts";
import { createDatabase } from "../support/memory-store.ts";
import { randomFrom } from "../store/random.ts";
import { log } from "../store/test-store.ts";

/** With MIME_LETTERS, a folder, all letters in it instead of the fixtures. */
const folder = process.env["MIME_LETTERS"] ?? join(import.meta.dirname, "../fixtures/mime");
const SEED = 20_260_301;
const QUERIES_OF_A_KIND = 40;

interface Engine {
  store: Store;
  accountId: Id;
  /** Email ids in the order in which they were inserted. */
  ids: Id[];
}

let letters: ParsedMessage[];
let database: Awaited<ReturnType<typeof createDatabase>>;
let sqlite: Engine;
let postgres: Engine;

beforeAll(async () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(msg|eml)$/.test(file));
  const samples = await sampleMessages("you@pismo.localhost", new Date("2026-03-01T12:00:00Z"));
  const messages = [
    ...samples.map(({ bytes }) => bytes),
    ...files.sort().map((file) => readFileSync(join(folder, file))),
  ];
  letters = messages.map((bytes) => parseMessage(bytes));
  database = await createDatabase(inject("templateUrl"));
  sqlite = await filled(await openStore({ memory: true }, log));
  postgres = await filled(await openStore({ memory: true, databaseUrl: database.url }, log));
});
afterAll(async () => {
  await sqlite.store.close();
  await postgres.store.close();
  await database.drop();
});

async function filled(store: Store): Promise<Engine> {
  return store.write(async (tx) => {
    const { id: accountId } = await createAccount(tx, { name: "", email: "you@pismo.localhost" });
    const inbox = (await findMailboxByRole(tx, accountId, "inbox"))!;
    const inserted = await insertEmails(
      tx,
      letters.map((parsed, index) => ({
        accountId,
        blobId: `${String(index).padStart(43, "B")}x`,
        size: 1000 + (index % 7),
        prepared: prepareEmail(parsed),
        mailboxIds: [inbox.id],
        keywords: index % 3 === 0 ? ["$seen"] : [],
        // Several in one second: then the order of the ids decides.
        receivedAt: new Date(1_700_000_000_000 + Math.floor(index / 3) * 1000),
      })),
    );
    return { store, accountId, ids: inserted.map((each) => (each as { id: Id }).id) };
  });
}

/** The letters that an engine finds, by their place among all. */
async function found({ store, accountId, ids }: Engine, query: EmailQuery): Promise<number[]> {
  const result = await store.read((reader) => queryEmails(reader, accountId, query));
  return result.ids.map((id) => ids.indexOf(id));
}

const random = randomFrom(SEED);
const fields = ["subject", "from", "to", "body"] as const;

/** The words of a letter's field, as they stand in it. */
function wordsOf(field: (typeof fields)[number] = "body"): string[] {
  for (;;) {
    const words = random.pick(letters).searchText[field].match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length > 0) return words;
  }
}
const word = (field?: (typeof fields)[number]): string => random.pick(wordsOf(field));
const phrase = (length: number): string => {
  const words = wordsOf();
  const start = random.below(Math.max(1, words.length - length));
  return `"${words.slice(start, start + length).join(" ")}"`;
};
const condition = (): EmailFilterCondition =>
  random.pick([{ text: `${word()} ` }, { subject: word("subject") }, { from: word("from") }, { hasKeyword: "$seen" }]);
const nested = (depth: number): Filter<EmailFilterCondition> =>
  depth === 0
    ? condition()
    : {
        operator: random.pick(["AND", "OR", "NOT"] as const),
        conditions: Array.from({ length: 2 }, () => nested(random.below(depth))),
      };
/** Another form of a word, as a person would write it. */
const endings = ["", "s", "ed", "ing", "а", "ы", "ов", "ам", "ами", "ого", "ому", "ый", "ая", "ое", "ить", "ил"];
const form = (): string => `${word().replace(/(?:ing|ed|es|s|[аеиоуыюяйь]{1,2})$/u, "")}${random.pick(endings)} `;

const kinds: Record<string, () => Filter<EmailFilterCondition>> = {
  "a word": () => ({ text: `${word()} ` }),
  "a word that is being typed": () => ({ text: word().slice(0, 2 + random.below(4)) }),
  "several words": () => ({ text: `${word()} ${word()} ` }),
  "words of one letter": () => ({ text: `${wordsOf().slice(0, 3).join(" ")} ` }),
  "a form of a word": () => ({ text: form() }),
  "a phrase": () => ({ text: phrase(2 + random.below(4)) }),
  "a long phrase": () => ({ body: phrase(10 + random.below(60)) }),
  "a quoted word": () => ({ text: `"${word()}"` }),
  "the words of a field": () => {
    const field = random.pick(fields);
    return { [field]: `${word(field)} ${random.chance(0.3) ? word(field) : ""}` };
  },
  "an address": () => ({ from: random.pick(letters).headers.from?.[0]?.email ?? "nobody@x.example" }),
  "and, or, not": () => nested(2),
  "odd characters": () => {
    const odd = random.pick(["'", '"', "*", ":", "(", "\0", "-", ".", "\\"]);
    return { text: random.chance(0.5) ? `${odd}${word()} ` : `${word()}${odd} ` };
  },
};

const sorts: Record<string, EmailQuery["sort"]> = {
  "newest first": null,
  relevance: [
    { property: "relevance", isAscending: false },
    { property: "receivedAt", isAscending: false },
  ],
  subject: [{ property: "subject" }],
  "from, then size": [{ property: "from" }, { property: "size", isAscending: false }],
};

describe.each(Object.keys(kinds))("%s", (kind) => {
  test("the same letters in the same order", async () => {
    let hits = 0;
    for (let turn = 0; turn < QUERIES_OF_A_KIND; turn++) {
      const filter = kinds[kind]!();
      const [order, sort] = Object.entries(sorts)[turn % Object.keys(sorts).length]!;
      const query: EmailQuery = { filter, sort: sort ?? null, collapseThreads: turn % 5 === 4 };
      const expected = await found(sqlite, query);
      hits += expected.length;
      expect([order, filter, await found(postgres, query)]).toEqual([order, filter, expected]);
    }
    // What finds nothing anywhere would show nothing.
    expect(hits).toBeGreaterThan(QUERIES_OF_A_KIND / 2);
  });
});

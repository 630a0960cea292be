import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";

let t: TestStore;
const names = new Map<string, string>();

beforeAll(async () => {
  t = await storeWithAccount();
  const bodies = {
    russian: "Завтра придёт новый счёт-фактура за перевозки; ёлка уже стоит. Программистами написана программа",
    english: "The invoices were running late, said O'Reilly. Don't panic",
    address: "Пишите на ivan.petrov+list@mail.example.com или звоните 8 (800) 555-35-35",
    accents: "Café Zürich, naïve approach, Łódź",
    cjk: "会議は明日です 東京",
    code: "error_code=0x80070005 in build 2026.11.21",
    accent: "за́мок и замо́к",
  };
  await t.store.write(async (tx) => {
    for (const [name, body] of Object.entries(bodies)) {
      const { id } = await insertTestEmail(tx, t.accountId, [t.mailbox.inbox], {
        body,
        attachments: name === "code" ? "Смета 2026.xlsx" : "",
      });
      names.set(id, name);
    }
  });
});
afterAll(() => t.store.close());

const find = async (text: string) => {
  const { ids } = await t.store.read((reader) => queryEmails(reader, t.accountId, { filter: { text } }));
  return ids.map((id) => names.get(id)!).sort();
};

describe("search finds", () => {
  test.each([
    ["счета", ["russian"], "another case of a Russian word"],
    ["перевозка ", ["russian"], "singular for plural"],
    ["елка", ["russian"], "е for ё"],
    ["ЁЛКУ", ["russian"], "ё, upper case, another case"],
    ["программистам", ["russian"], "an instrumental by the dative"],
    ["invoice", ["english"], "an English singular"],
    ["run", ["english"], "a verb by its stem"],
    ["o'reilly", ["english"], "a name with an apostrophe"],
    ["don't", ["english"], "a word with an apostrophe is no open quote"],
    ["invoice panic", ["english"], "all words, wherever they stand"],
    ["invoice ёлка", [], "nothing that has one word alone"],
    ['"new invoice"', [], "no phrase that is not there"],
    ['"running late"', ["english"], "a phrase"],
    ["'новый счёт'", ["russian"], "a phrase in single quotes"],
    ['"unclosed running', [], "an open quote goes to the end"],
    ["ivan.petrov+list@mail.example.com", ["address"], "a whole address"],
    ["petrov", ["address"], "a part of an address"],
    ["mail.example.com", ["address"], "a domain"],
    ["ivan.pet", ["address"], "an address that is being typed"],
    ["555-35-35", ["address"], "a number with dashes"],
    ["cafe zurich", ["accents"], "words without their accents"],
    ["прог", ["russian"], "a word that is being typed"],
    ["прог ", [], "no beginning once the word has ended"],
    ["программистами", ["russian"], "the exact word"],
    ["明日", ["cjk"], "characters without spaces"],
    ["0x80070005", ["code"], "a code"],
    ["смета", ["code"], "an attachment's name"],
    ["замок", ["accent"], "a word with stress marks"],
    ['AND OR NOT "(" * : ^', [], "nothing by the engine's own operators"],
    ['"', [], "nothing by a quote"],
  ])("%j: %j (%s)", async (text, expected) => {
    expect(await find(text)).toEqual(expected);
  });
});

test("a destroyed Email is not found", async () => {
  const { id } = await t.store.write((tx) =>
    insertTestEmail(tx, t.accountId, [t.mailbox.inbox], { body: "ephemeral" }),
  );
  names.set(id, "ephemeral");
  expect(await find("ephemeral")).toEqual(["ephemeral"]);
  await t.store.write((tx) => destroyEmails(tx, t.accountId, [id]));
  expect(await find("ephemeral")).toEqual([]);
});

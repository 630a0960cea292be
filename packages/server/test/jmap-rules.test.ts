/** SieveScript/try: a script on letters that were there before it; SieveScript/uses and SieveScript/sorted. Extensions of ours, see RULES. */
import type { Id, RuleTryResult } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const script =
  'require ["imap4flags", "fileinto"];\nif header :contains "subject" "order" { addflag "subject"; }\n' +
  'if header :contains "list-id" "news" { addflag "list"; }\nif size :over 1K { addflag "large"; }\n' +
  'if header :contains "subject" "refused" { discard; }\n';
const letter = (subject: string, rest: readonly string[] = [], text = "text"): string =>
  lines("From: Ann <ann@b.example>", `Subject: ${subject}`, ...rest, "", text);
const at = (day: number): string => `2026-03-${String(day).padStart(2, "0")}T10:00:00Z`;

const into = (mailboxIds: Id[], day: number) => ({ mailboxIds, receivedAt: at(day) });

/** All of it, however many calls it takes. */
async function everything(args: LooseArgs = {}): Promise<RuleTryResult[]> {
  const results: RuleTryResult[] = [];
  let from: string | null = null;
  do {
    const result: RuleTryResult = await t.call("SieveScript/try", { script, after: at(1), from, ...args });
    results.push(result);
    from = result.next;
  } while (from !== null);
  return results;
}
const found = (results: readonly RuleTryResult[]): [Id, string[]][] =>
  results.flatMap(({ list }) => list.map(({ emailId, flags }): [Id, string[]] => [emailId, flags]));
const looked = (results: readonly RuleTryResult[]): number => results.reduce((sum, result) => sum + result.looked, 0);

test("says which flags letters would get, the newest first, of those that mail is sorted among", async () => {
  const box = await t.mailbox("Trial");
  const order = await t.importMessage(letter("Your =?utf-8?Q?or=64er?="), into([box], 5));
  const news = await t.importMessage(
    letter("order", ["List-Id: <news.b.example>"], "x".repeat(2000)),
    into([t.role["inbox"]!], 6),
  );
  await t.importMessage(letter("order refused"), into([box], 7));
  await t.importMessage(letter("nothing"), into([box], 8));
  for (const role of ["trash", "junk", "sent", "drafts"]) {
    await t.importMessage(letter(`order in ${role}`), into([t.role[role]!], 9));
  }
  await t.importMessage(letter("order that is too old"), { mailboxIds: [box], receivedAt: "2026-02-28T10:00:00Z" });
  const results = await everything();
  expect(found(results)).toEqual([
    [news, ["subject", "list", "large"]],
    [order, ["subject"]],
  ]);
  expect(looked(results)).toBe(4);
  expect(results.at(-1)).toMatchObject({ partial: 0, failure: null });
});

test("nothing is done with the letters", async () => {
  const box = await t.mailbox("Untouched");
  const id = await t.importMessage(letter("order"), { mailboxIds: [box], receivedAt: at(20) });
  const { state } = await t.call("Email/get", { ids: [id], properties: ["id"] });
  const commands = 'require ["imap4flags", "fileinto"]; fileinto :flags "a" "Trash";';
  expect(found(await everything({ script: commands, after: at(20) }))).toEqual([[id, ["a"]]]);
  expect(await t.email(id, ["mailboxIds", "keywords"])).toMatchObject({ mailboxIds: { [box]: true }, keywords: {} });
  expect((await t.call("Email/get", { ids: [id], properties: ["id"] })).state).toBe(state);
});

test("goes on where it stopped, letters of one moment too", async () => {
  const box = await t.mailbox("Many");
  const blobId = await t.upload(letter("order of many"));
  const many = Array.from({ length: 1100 }, (_, index) => index);
  for (let start = 0; start < many.length; start += 550) {
    const emails = Object.fromEntries(
      many
        .slice(start, start + 550)
        .map((index) => [`e${index}`, { blobId, mailboxIds: { [box]: true }, receivedAt: at(25) }]),
    );
    const { notCreated } = await t.call("Email/import", { emails });
    expect(notCreated).toBeNull();
  }
  const results = await everything({ after: at(24) });
  expect(results.length).toBeGreaterThan(1);
  expect(results[0]).toMatchObject({ lookedBackTo: at(25) });
  expect(new Set(found(results).map(([id]) => id)).size).toBe(1100);
  expect(looked(results)).toBe(1100);
  await t.removeMailboxes(box);
});

test("a script that does too much for a letter says so, and the next one is looked at", async () => {
  const box = await t.mailbox("Heavy");
  const rest = [`X-Long: ${"a".repeat(60_000)}`];
  for (const subject of ["one", "two"]) {
    await t.importMessage(letter(subject, rest), { mailboxIds: [box], receivedAt: at(28) });
  }
  const look = 'if header :contains "x-long" "b" { addflag "x"; }\n';
  const results = await everything({ script: `require "imap4flags";\n${look.repeat(400)}`, after: at(28) });
  expect(looked(results)).toBe(2);
  expect(results[0]!.failure).toMatch(/^line \d+: the script does too much for one letter$/);
});

test.each([
  ["a mistake in the script", { script: "kep;" }],
  ["what needs the whole letter", { script: 'require "body"; if body :contains "x" { keep; }' }],
  ["a place that no result gave", { from: "x" }],
])("invalidArguments for %s", async (_, args) => {
  expect(await t.errorOf("SieveScript/try", { script, after: at(1), ...args })).toBe("invalidArguments");
});

test("no rule has sorted a letter that was imported", async () => {
  const id = await t.importMessage(letter("imported"), { mailboxIds: [t.role["inbox"]!] });
  expect(await t.call("SieveScript/sorted", { emailIds: [id, "e999"] })).toEqual({ accountId: t.accountId, list: [] });
  expect((await t.call("SieveScript/uses")).list).toEqual([]);
  expect(await t.errorOf("SieveScript/sorted", { emailIds: Array.from({ length: 1001 }, () => id) })).toBe(
    "requestTooLarge",
  );
});

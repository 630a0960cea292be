import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runExport } from "../src/cli/commands/export.ts";
import { runImport } from "../src/cli/commands/import.ts";
import { loadConfig } from "../src/config.ts";
import { getMailboxes, insertMailbox } from "../src/store/mail/mailboxes.ts";
import { mailStore } from "./support/mail-store.ts";
import type { MailStore } from "./support/mail-store.ts";

let dir: string;
let mail: MailStore;
let errors: string;
let output: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pismo-import-"));
  mail = await mailStore(["you", "second"], { dataDir: join(dir, "data") });
});
afterEach(async () => {
  await mail.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The command as a process beside a running server would run it: with a store of its own. */
async function run(command: typeof runImport, ...args: string[]): Promise<number> {
  errors = "";
  output = "";
  return command(args, {
    config: loadConfig({ PISMO_DATA_DIR: join(dir, "data"), PISMO_MAX_UPLOAD_SIZE: "100K" }),
    log: mail.log,
    stdout: { write: (text) => (output += text) },
    stderr: { write: (text) => (errors += text) },
  });
}

function put(name: string, text: string): string {
  const file = join(dir, name);
  writeFileSync(file, text);
  return file;
}

const from = (index: number) => `From a@b.example Thu Sep  5 20:06:${String(index % 60).padStart(2, "0")} 2002\n`;
const message = (index: number, more = "") =>
  `${more}Message-ID: <${index}@b.example>\nFrom: a@b.example\nSubject: Letter ${index}\n\nText ${index}\n`;
const mbox = (count: number) =>
  Array.from({ length: count }, (_, index) => `${from(index)}${message(index)}\n`).join("");

const folders = async () => {
  const mailboxes = await mail.store.read((reader) => getMailboxes(reader, mail.accountIds[0] ?? ""));
  return mailboxes.map(({ name, totalEmails }) => `${name} ${totalEmails}`).filter((line) => !line.endsWith(" 0"));
};

test("an mbox goes to a folder of its name, with times and CRLF; the second time everything is there already", async () => {
  const file = put("friends.mbox", mbox(450));
  expect(await run(runImport, file)).toBe(0);
  expect(output).toContain("Imported 450 letters");
  expect(await folders()).toEqual(["friends 450"]);
  const [first] = await mail.emails();
  expect(first?.receivedAt).toEqual(new Date("2002-09-05T20:06:00Z"));
  expect(first?.text).toContain("\r\nSubject: Letter 0\r\n\r\nText 0\r\n");
  expect(await run(runImport, file)).toBe(0);
  expect(output).toContain("450 letters already there");
  expect(await folders()).toEqual(["friends 450"]);
});

test("--folder takes a role or a path, --mailbox an address", async () => {
  const file = put("a.mbox", mbox(2));
  expect(await run(runImport, file, "--folder", "inbox")).toBe(0);
  expect(await run(runImport, file, "--folder", "Old mail/2002")).toBe(0);
  expect(await folders()).toEqual(["Inbox 2", "2002 2"]);
  expect(await run(runImport, file, "--folder", "archive", "--mailbox", "second@pismo.localhost")).toBe(0);
  expect(await mail.emails(mail.accountIds[1], "archive")).toHaveLength(2);
  await expect(run(runImport, file, "--mailbox", "third@pismo.localhost")).rejects.toThrow("There is no mailbox third");
});

test("the same message twice in one file is taken once", async () => {
  const file = put("twice.mbox", `${from(1)}${message(1)}\n${from(1)}${message(1)}`);
  expect(await run(runImport, file)).toBe(0);
  expect(output).toContain("Imported 1 letter in");
  expect(output).toContain("1 letter already there");
});

test("what is broken is named with its place and left out; the rest is taken, and the exit code is 1", async () => {
  const big = message(2, `X-Filler: ${"x".repeat(200_000)}\n`);
  const file = put("mixed.mbox", `${from(0)}${message(0)}\n${from(1)}\n${from(2)}${big}\n${from(3)}${message(3)}`);
  expect(await run(runImport, file)).toBe(1);
  expect(output).toContain("Imported 2 letters");
  expect(output).toContain("2 letters left out");
  expect(errors).toContain(`${file}, octet ${(from(0) + message(0)).length + 1}: left out: empty`);
  expect(errors).toContain("the limit is 102400");
});

test.each([[[]], [["--nothing"]], [["x.mbox", "--folder", "/"]]])("%j is no command: exit code 2", async (args) => {
  expect(await run(runImport, ...args)).toBe(2);
  expect(errors).toContain("pismo import FILE…");
});

test("labels of Google Takeout become folders and flags", async () => {
  const file = put("takeout.mbox", `${from(1)}${message(1, "X-Gmail-Labels: Inbox,Starred,Trips/Lake,Opened\n")}`);
  expect(await run(runImport, file)).toBe(0);
  expect(await folders()).toEqual(["Inbox 1", "Lake 1"]);
  expect((await mail.emails())[0]?.keywords.toSorted()).toEqual(["$flagged", "$seen"]);
});

test("a directory of messages, and a Maildir with sub-folders", async () => {
  mkdirSync(join(dir, "Maildir/cur"), { recursive: true });
  mkdirSync(join(dir, "Maildir/new"));
  mkdirSync(join(dir, "Maildir/.Work/cur"), { recursive: true });
  mkdirSync(join(dir, "Maildir/.Work/new"));
  put("Maildir/cur/1700000000.a:2,FS", message(1));
  put("Maildir/.Work/new/1700000001.b", message(2));
  expect(await run(runImport, join(dir, "Maildir"))).toBe(0);
  expect(await folders()).toEqual(["Inbox 1", "Work 1"]);
  expect(await run(runImport, join(dir, "Maildir"), "--folder", "Old")).toBe(0);
  expect(await folders()).toEqual(["Inbox 1", "Old 1", "Work 1", "Work 1"]);
});

const hard = [
  "Subject: CRLF\r\n\r\nFrom the start\r\n>From quoted\r\n\r\nFrom x Thu Sep  5 20:06:20 2002\r\nA: b\r\n",
  "Subject: bare\r\n\r\na\nb\r\n",
  "Subject: only LF\n\ntext\n",
  "Subject: open end\r\n\r\ntext",
  "Subject: blank lines at the end\r\n\r\ntext\r\n\r\n\r\n",
  "Subject: eight bit\r\n\r\n\xd0\x9f\0\xff\r\n",
  "Status: RO\r\nX-Keywords: own\r\nSubject: own fields\r\n\r\ntext\r\n",
  "Subject: CR CR LF\r\n\r\ntext\r\r\nmore\r\n",
];

test("export and import again: the same bytes, flags, times and folders", async () => {
  const [accountId = "", otherId = ""] = mail.accountIds;
  const mailboxes = await mail.store.read((reader) => getMailboxes(reader, accountId));
  const idOf = (role: string) => mailboxes.find((mailbox) => mailbox.role === role)?.id ?? "";
  await mail.ingest.deliverBatch(
    hard.map((text, index) => ({
      accountId,
      bytes: Buffer.from(text, "latin1"),
      mailboxIds: index === 0 ? [idOf("inbox"), idOf("archive")] : [idOf(index % 2 ? "inbox" : "drafts")],
      keywords:
        [[], ["$seen"], ["$flagged", "$answered"], ["$draft", "$seen"], ["$forwarded", "category-orders"]][index % 5] ??
        [],
      receivedAt: new Date(Date.UTC(2026, 0, 1 + index)),
    })),
  );
  const file = join(dir, "all.mbox");
  expect(await run(runExport, file)).toBe(0);
  expect(await run(runImport, file, "--mailbox", "second@pismo.localhost")).toBe(0);
  const seen = async (id: string) =>
    (await mail.emails(id)).map(({ text, keywords, receivedAt }) => ({
      text,
      keywords: keywords.toSorted(),
      receivedAt,
    }));
  expect(await seen(otherId)).toEqual(await seen(accountId));
  for (const role of ["inbox", "drafts", "archive"]) {
    expect((await mail.emails(otherId, role)).map(({ text }) => text)).toEqual(
      (await mail.emails(accountId, role)).map(({ text }) => text),
    );
  }
  expect(readdirSync(dir).toSorted()).toEqual(["all.mbox", "data"]);
  await expect(run(runExport, file)).rejects.toThrow("is there already");
});

test("eml: one file a message, a directory a folder", async () => {
  await run(runImport, put("a.mbox", mbox(2)), "--folder", "Trips/Lake: north");
  expect(await run(runExport, join(dir, "out"), "--folder", "Trips/Lake: north")).toBe(0);
  const [name = "", ...more] = readdirSync(join(dir, "out/Trips/Lake_ north"));
  expect([name, ...more]).toHaveLength(2);
  expect(name).toMatch(/^2002-09-05 e\d+ Letter 0\.eml$/);
  expect(readFileSync(join(dir, "out/Trips/Lake_ north", name), "latin1")).toBe((await mail.emails())[0]?.text);
});

test.each([" ..", "..", ". .", "\u2003..", "../..", "..\\..", "C:\\x", "."])(
  "eml: a folder that is called %j is a directory within",
  async (name) => {
    const accountId = mail.accountIds[0] ?? "";
    const { id } = await mail.store.write((tx) =>
      insertMailbox(tx, accountId, { name, parentId: null, role: null, sortOrder: 10, isSubscribed: true }),
    );
    const bytes = Buffer.from(message(1).replaceAll("\n", "\r\n"));
    await mail.ingest.deliver({ accountId, bytes, mailboxIds: [id], keywords: [] });
    mkdirSync(join(dir, "a/b"), { recursive: true });
    expect(await run(runExport, join(dir, "a/b/out"))).toBe(0);
    expect(readdirSync(join(dir, "a"))).toEqual(["b"]);
    expect(readdirSync(join(dir, "a/b"))).toEqual(["out"]);
    const [directory = ""] = readdirSync(join(dir, "a/b/out"));
    expect(readdirSync(join(dir, "a/b/out", directory))).toEqual([expect.stringMatching(/Letter 1\.eml$/)]);
  },
);

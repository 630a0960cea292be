import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runAccount } from "../src/cli/commands/account.ts";
import { runAudit } from "../src/cli/commands/audit.ts";
import { runBackup } from "../src/cli/commands/backup.ts";
import { runCheck } from "../src/cli/commands/check.ts";
import type { Command } from "../src/cli/command.ts";
import { runExport } from "../src/cli/commands/export.ts";
import { runImport } from "../src/cli/commands/import.ts";
import { runMailbox } from "../src/cli/commands/mailbox.ts";
import { runOpen } from "../src/cli/commands/open.ts";
import { runRebuild } from "../src/cli/commands/rebuild.ts";
import { runRestore } from "../src/cli/commands/restore.ts";
import { runToken } from "../src/cli/commands/token.ts";
import { loadConfig } from "../src/config.ts";
import { listAccounts } from "../src/store/auth/accounts.ts";
import { destroyEmails } from "../src/store/mail/emails.ts";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { lockDataDir } from "../src/store/db/store.ts";
import { blobFiles, rot } from "./support/damage.ts";
import { mailStore } from "./support/mail-store.ts";
import type { MailStore } from "./support/mail-store.ts";

let dir: string;
let mail: MailStore;
let output: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pismo-backup-"));
  mail = await mailStore(["you"], { dataDir: join(dir, "data") });
  const accountId = mail.accountIds[0] ?? "";
  const inbox = await mail.store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  await mail.ingest.deliverBatch(
    [1, 2, 3].map((index) => ({
      accountId,
      bytes: Buffer.from(`Subject: ${index}\r\n\r\nbody\r\n`),
      mailboxIds: [inbox?.id ?? ""],
    })),
  );
});
afterEach(async () => {
  await mail.close();
  rmSync(dir, { recursive: true, force: true });
});

async function run(command: Command, dataDir: string, ...args: string[]): Promise<number> {
  output = "";
  const stream = { write: (text: string) => (output += text) };
  return command(args, {
    config: loadConfig({ PISMO_DATA_DIR: dataDir }),
    log: mail.log,
    stdout: stream,
    stderr: stream,
  });
}

test("a backup beside the running store is restored elsewhere, complete", async () => {
  const file = join(dir, "saved");
  expect(await run(runBackup, join(dir, "data"), file)).toBe(0);
  expect(output).toContain("Saved 3 messages");
  const all = (await mail.emails()).map(({ text }) => text);
  await mail.store.write((tx) => destroyEmails(tx, mail.accountIds[0] ?? "", ["e1", "e2"]));
  expect(await run(runRestore, join(dir, "other"), file)).toBe(0);
  const other = await mailStore([], { dataDir: join(dir, "other") });
  expect((await other.emails(mail.accountIds[0])).map(({ text }) => text)).toEqual(all);
  await other.close();
});

test("what cannot be written is named in one line, and nothing is left there", async () => {
  const nowhere = join(dir, "nowhere/saved");
  await expect(run(runBackup, join(dir, "data"), nowhere)).rejects.toThrow(
    `There is no folder ${join(dir, "nowhere")}`,
  );
  await expect(run(runBackup, join(dir, "data"), dir)).rejects.toThrow(`${dir} is a folder`);
  expect(readdirSync(dir)).toEqual(["data"]);
});

test("restore refuses a directory that a server has locked, and a damaged file, and changes nothing", async () => {
  const file = join(dir, "saved");
  await run(runBackup, join(dir, "data"), file);
  const release = lockDataDir(join(dir, "data"));
  await expect(run(runRestore, join(dir, "data"), file)).rejects.toThrow("in use by another Pismo");
  release();
  writeFileSync(file, "nothing of the kind");
  await expect(run(runRestore, join(dir, "data"), file)).rejects.toThrow(/backup/i);
  expect(await mail.emails()).toHaveLength(3);
});

test("rebuild derives the same again", async () => {
  const before = await mail.emails();
  expect(await run(runRebuild, join(dir, "data"))).toBe(0);
  expect(output).toContain("Rebuilt 3 letters");
  expect(await mail.emails()).toEqual(before);
});

test.each([
  [runBackup, []],
  [runRestore, ["a", "b"]],
  [runRebuild, ["x"]],
])("wrong arguments are exit code 2", async (command, args) => {
  expect(await run(command, join(dir, "data"), ...args)).toBe(2);
  expect(output).toContain("pismo ");
});

test("a damaged message: backup, restore, rebuild, export and check report it, do the rest, and exit with 3", async () => {
  rot(blobFiles(join(dir, "data")), "Subject: 2");
  const line = /^you@pismo\.localhost, Inbox: "2", .* \(e2\): its message is damaged$/m;
  for (const [command, ...args] of [
    [runBackup, join(dir, "saved")],
    [runRebuild],
    [runExport, join(dir, "letters")],
    [runCheck],
  ] as const) {
    expect(await run(command, join(dir, "data"), ...args)).toBe(3);
    expect(output).toMatch(line);
  }
  expect(await run(runRestore, join(dir, "other"), join(dir, "saved"))).toBe(3);
  expect(output).toMatch(line);
  expect(output).toContain("Restored 2 messages");
});

test("importing a message again repairs the damaged one", async () => {
  rot(blobFiles(join(dir, "data")), "Subject: 2");
  const [, before] = await mail.emails();
  expect(await run(runRebuild, join(dir, "data"))).toBe(3);
  writeFileSync(join(dir, "2.eml"), "Subject: 2\r\n\r\nbody\r\n");
  expect(await run(runImport, join(dir, "data"), join(dir, "2.eml"), "--folder", "inbox")).toBe(0);
  expect(output).toContain("1 letter already there");
  expect(await run(runCheck, join(dir, "data"))).toBe(0);
  const messages = await mail.emails();
  expect(messages).toHaveLength(3);
  expect(messages[1]).toEqual({ ...before, text: "Subject: 2\r\n\r\nbody\r\n" });
});

test("a backup takes the place of an older one and says so, and of no other file", async () => {
  const [file, letters] = [join(dir, "saved"), join(dir, "letters.mbox")];
  expect(await run(runBackup, join(dir, "data"), file)).toBe(0);
  expect(output).not.toContain("in place of");
  expect(await run(runBackup, join(dir, "data"), file)).toBe(0);
  expect(output).toContain("in place of the backup that was there");
  expect(await run(runExport, join(dir, "data"), letters)).toBe(0);
  const before = readFileSync(letters);
  await expect(run(runBackup, join(dir, "data"), letters)).rejects.toThrow("is there already, and is no backup");
  expect(readFileSync(letters).equals(before)).toBe(true);
});

test.each([
  ["token list", runToken, ["list"]],
  ["token revoke", runToken, ["revoke", "k1"]],
  ["mailbox list", runMailbox, ["list"]],
  ["account list", runAccount, ["list"]],
  ["account remove", runAccount, ["remove", "a1"]],
  ["audit", runAudit, []],
  ["export", runExport, ["letters.mbox"]],
  ["rebuild", runRebuild, []],
  ["open", runOpen, []],
] as const)("%s says that a folder has no mailbox, and makes none there", async (_, command, args) => {
  const nowhere = join(dir, "nowhere");
  await expect(run(command, nowhere, ...args)).rejects.toThrow(/holds no mailbox|No server runs/);
  expect(existsSync(nowhere)).toBe(false);
});

test("check reports that a folder has no mailbox, and creates none there", async () => {
  await expect(run(runCheck, join(dir, "nowhere"))).rejects.toThrow("holds no mailbox");
  expect(existsSync(join(dir, "nowhere/pismo.sqlite"))).toBe(false);
});

test("the database is lost: rebuild --from-messages recovers the Emails, and the mailbox can be served again", async () => {
  const data = join(dir, "lost");
  mkdirSync(data);
  cpSync(join(dir, "data/blobs"), join(data, "blobs"), { recursive: true });
  await expect(mailStore([], { dataDir: data })).rejects.toThrow("rebuild --from-messages");
  expect(await run(runRebuild, data, "--from-messages")).toBe(0);
  expect(output).toContain("Made 3 letters of messages that no letter had");
  const other = await mailStore([], { dataDir: data });
  const [account] = await other.store.read(listAccounts);
  const subjects = (await other.emails(account!.id)).map(({ headers }) => headers.subject);
  expect(new Set(subjects)).toEqual(new Set(["1", "2", "3"]));
  await other.close();
});

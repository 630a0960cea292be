import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runBackup } from "../src/cli/commands/backup.ts";
import { runCheck } from "../src/cli/commands/check.ts";
import type { Command } from "../src/cli/command.ts";
import { runExport } from "../src/cli/commands/export.ts";
import { runImport } from "../src/cli/commands/import.ts";
import { runRebuild } from "../src/cli/commands/rebuild.ts";
import { runRestore } from "../src/cli/commands/restore.ts";
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

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runBackup } from "../src/cli/backup.ts";
import type { Command } from "../src/cli/command.ts";
import { runRebuild } from "../src/cli/rebuild.ts";
import { runRestore } from "../src/cli/restore.ts";
import { loadConfig } from "../src/config.ts";
import { destroyEmails } from "../src/store/emails.ts";
import { findMailboxByRole } from "../src/store/mailboxes.ts";
import { lockDataDir } from "../src/store/store.ts";
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

test("a backup beside the running store comes back elsewhere, whole", async () => {
  const file = join(dir, "saved");
  expect(await run(runBackup, join(dir, "data"), file)).toBe(0);
  expect(output).toContain("Saved 3 messages");
  const all = (await mail.letters()).map(({ text }) => text);
  await mail.store.write((tx) => destroyEmails(tx, mail.accountIds[0] ?? "", ["e1", "e2"]));
  expect(await run(runRestore, join(dir, "other"), file)).toBe(0);
  const other = await mailStore([], { dataDir: join(dir, "other") });
  expect((await other.letters(mail.accountIds[0])).map(({ text }) => text)).toEqual(all);
  await other.close();
});

test("restore refuses a directory that a server holds, and a damaged file, and leaves the directory as it was", async () => {
  const file = join(dir, "saved");
  await run(runBackup, join(dir, "data"), file);
  const release = lockDataDir(join(dir, "data"));
  await expect(run(runRestore, join(dir, "data"), file)).rejects.toThrow("in use by another Pismo");
  release();
  writeFileSync(file, "nothing of the kind");
  await expect(run(runRestore, join(dir, "data"), file)).rejects.toThrow(/backup/i);
  expect(await mail.letters()).toHaveLength(3);
});

test("rebuild derives the same again", async () => {
  const before = await mail.letters();
  expect(await run(runRebuild, join(dir, "data"))).toBe(0);
  expect(output).toContain("Rebuilt 3 letters");
  expect(await mail.letters()).toEqual(before);
});

test.each([
  [runBackup, []],
  [runRestore, ["a", "b"]],
  [runRebuild, ["x"]],
])("wrong arguments are exit code 2", async (command, args) => {
  expect(await run(command, join(dir, "data"), ...args)).toBe(2);
  expect(output).toContain("pismo ");
});

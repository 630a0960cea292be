/** After kill -9 nothing that was acknowledged is lost, and nothing is stored twice. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { blobIdOf } from "../src/store/blobs/blobs.ts";
import { destroyEmails } from "../src/store/mail/emails.ts";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { sweepStore } from "../src/store/sweep/sweep.ts";
import { mailStore } from "./support/mail-store.ts";
import type { MailStore } from "./support/mail-store.ts";
import { SmtpClient } from "./support/smtp-client.ts";
import { startPeer } from "./support/smtp-peer.ts";
import { settled, submission, submit } from "./support/submit.ts";

let dir: string;
let mail: MailStore;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pismo-crash-"));
  mail = await mailStore(["you", "second"], { dataDir: join(dir, "data") });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await mail.close();
  rmSync(dir, { recursive: true, force: true });
});

function run(script: string, ...args: string[]): ChildProcess {
  const file = new URL(`./support/${script}`, import.meta.url).pathname;
  const child = spawn(process.execPath, [file, join(dir, "data"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return child;
}

async function startMail(relay = ""): Promise<{ child: ChildProcess; port: number }> {
  const child = run("mail-child.ts", relay);
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  return { child, port: Number(line.toString()) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

test("SMTP in: every message that was answered with 250 is stored, intact and once", async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const { child, port } = await startMail();
    const client = await SmtpClient.open(port);
    let ending: Promise<void> | undefined;
    for (let index = 0; ; index++) {
      const name = `${round}-${index}`;
      // While a message is being received, each time a little later.
      if (index === 2 + round) {
        ending = new Promise((resolve) => setTimeout(resolve, 3 * round)).then(() => kill(child));
      }
      const reply = await client.deliver(
        ["you@pismo.localhost"],
        `Subject: ${name}\r\n\r\n${"x".repeat(5000)} end of ${name}`,
      );
      if (!reply.startsWith("250")) break;
      acknowledged.push(name);
    }
    await ending;
  }
  const messages = await mail.emails(mail.accountIds[0], "inbox");
  const names = messages.map(({ headers }) => headers.subject ?? "");
  expect(acknowledged.length).toBeGreaterThan(3);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(names).size).toBe(names.length);
  for (const { text, headers } of messages) expect(text.endsWith(`end of ${headers.subject}\r\n`)).toBe(true);
});

test("SMTP out: killed in any phase, no message reaches the other server twice, and none is lost", async () => {
  let child: ChildProcess | undefined;
  let killAt: "RCPT" | "after the end" | undefined;
  const strike = (phase: typeof killAt): undefined => {
    if (killAt === phase) child?.kill("SIGKILL");
  };
  const peer = await startPeer({
    onRecipient: () => strike("RCPT"),
    onMessage: () => strike("after the end"),
  });
  const ids: string[] = [];
  for (const phase of ["RCPT", "after the end", undefined] as const) {
    killAt = phase;
    const before = ids.length;
    for (let index = 0; index < 3; index++) ids.push(await submit(mail, [`to${before + index}@b.example`]));
    child = (await startMail(`smtp://127.0.0.1:${peer.port}`)).child;
    if (phase) await once(child, "exit");
  }
  const records = [];
  for (const id of ids) records.push(await settled(mail, id));
  const states = records.map(({ recipients }) => recipients[0]?.state);
  for (const [index, state] of states.entries()) {
    const copies = peer.messages.filter(({ to }) => to[0] === `to${index}@b.example`).length;
    expect(["yes", "unknown"]).toContain(state);
    expect(state === "yes" ? [1] : [0, 1]).toContain(copies);
  }
  expect(states).toContain("unknown");
  expect(states.filter((state) => state === "yes").length).toBeGreaterThan(3);
  await peer.close();
});

test("between local mailboxes: each message is delivered exactly once", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 40; index++) {
    ids.push(await submit(mail, ["second@pismo.localhost"], { text: `Subject: ${index}\r\n\r\nbody\r\n` }));
  }
  for (let round = 0; round < 4; round++) {
    const { child } = await startMail();
    await new Promise((resolve) => setTimeout(resolve, 20 + 25 * round));
    await kill(child);
  }
  const { child } = await startMail();
  for (const id of ids) await settled(mail, id);
  expect((await submission(mail, ids[0] ?? "")).recipients).toMatchObject([{ state: "yes" }]);
  const subjects = (await mail.emails(mail.accountIds[1], "inbox")).map(({ headers }) => Number(headers.subject));
  expect(subjects.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
  await kill(child);
});

test("import: resumes where it was killed, and in the end every message is stored once", async () => {
  const count = 3000;
  const messages = Array.from(
    { length: count },
    (_, index) =>
      `From a Thu Sep  5 20:06:20 2002\nMessage-ID: <${index}@b.example>\nSubject: ${index}\n\nText ${index}\n\n`,
  );
  const file = join(dir, "list.mbox");
  writeFileSync(file, messages.join(""));
  const first = run("command-child.ts", file);
  // The bar appears with the first batch.
  await once(first.stderr!, "data");
  await kill(first);
  const there = (await mail.emails()).length;
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThan(count);

  const second = run("command-child.ts", file);
  let output = "";
  second.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  second.stderr!.resume();
  const [code] = (await once(second, "close")) as [number];
  expect(code).toBe(0);
  expect(output).toContain("going on where the last run stopped");
  const all = await mail.emails();
  const subjects = all.map(({ headers }) => Number(headers.subject));
  expect(subjects.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
  for (const { text, headers } of all) expect(text.endsWith(`\r\nText ${headers.subject}\r\n`)).toBe(true);
  expect((await packs()).unread).toEqual([]);
});

/** Blobs that the table of packs has but that cannot be read, and pack files that it does not have. */
async function packs(): Promise<{ unread: string[]; unknown: string[] }> {
  type Row = { blob_id: string; pack: number };
  const rows = await mail.store.read((reader) => reader.all<Row>("select blob_id, pack from packed_blob"));
  const known = new Set(rows.map(({ pack }) => pack.toString(16).padStart(12, "0")));
  const unread: string[] = [];
  for (const { blob_id } of rows) {
    const bytes = await mail.store.blobs.get(blob_id);
    if (!bytes || blobIdOf(bytes) !== blob_id) unread.push(blob_id);
  }
  const unknown = readdirSync(join(dir, "data/blobs/packs")).filter((name) => !known.has(name));
  return { unread, unknown };
}

test("sweep: killed while it rewrites packs, it loses no message, and the next one completes it", async () => {
  const inbox = (await mail.store.read((reader) => findMailboxByRole(reader, mail.accountIds[0] ?? "", "inbox")))!.id;
  for (let pack = 0; pack < 5; pack++) {
    const deliveries = Array.from({ length: 10 }, (_, index) => ({
      accountId: mail.accountIds[0] ?? "",
      bytes: Buffer.from(`Subject: ${pack}-${index}\r\n\r\nText ${pack}-${index}\r\n`),
      mailboxIds: [inbox],
    }));
    await mail.ingest.deliverBatch(deliveries);
  }
  const gone = (await mail.emails()).filter(({ headers }) => /[02468]$/.test(headers.subject ?? ""));
  await mail.store.write((tx) =>
    destroyEmails(
      tx,
      mail.accountIds[0] ?? "",
      gone.map(({ id }) => id),
    ),
  );
  const check = async () => {
    const messages = await mail.emails();
    expect(messages).toHaveLength(25);
    for (const { text, headers } of messages) expect(text.endsWith(`\r\nText ${headers.subject}\r\n`)).toBe(true);
    expect((await packs()).unread).toEqual([]);
  };
  let leftovers = 0;
  for (const number of [2, 3, 4, 5]) {
    for (const phase of ["before", "after"]) {
      const child = run("sweep-child.ts", phase, String(number));
      const [, signal] = (await once(child, "exit")) as [number | null, string | null];
      expect(signal).toBe("SIGKILL");
      leftovers += (await packs()).unknown.length;
      await check();
    }
  }
  expect(leftovers).toBeGreaterThan(0);
  // Twice: the first may find only what the killed one left behind.
  for (let round = 0; round < 2; round++) {
    await sweepStore(mail.store, { graceMs: -60_000 }, mail.log);
  }
  await check();
  expect((await packs()).unknown).toEqual([]);
  for (const { blobId } of gone) expect(await mail.store.blobs.size(blobId)).toBeUndefined();
});

/** The process that moves letters from or to another JMAP server is killed: the next one goes on where it was. */
import type { Id } from "@pismo/jmap";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { addJmapAccount } from "../../src/bridge/account-setup/jmap-account.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { openVault } from "../../src/store/auth/vault.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getForeignTransfers, insertForeignTransfer } from "../../src/store/transfers/foreign-transfers.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { lines } from "../support/jmap.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { type Door, openDoor } from "./foreign-pair.ts";
import { remoteAccount } from "./front.ts";

const log = createLogger("silent");
let engine: TestServer;
let door: Door;
let dataDir: string;
let store: Store;
let mime: MimePool;
let here: Id;
let there: Id;
let child: ChildProcess | undefined;

beforeAll(async () => {
  let port = 0;
  door = await openDoor(() => port);
  engine = await testServer({ publicUrl: door.url });
  port = Number(new URL(await engine.listen()).port);
  dataDir = mkdtempSync(join(tmpdir(), "pismo-foreign-"));
  store = await openStore({ dataDir }, log);
  mime = createMimePool(1);
  const vault = await openVault(dataDir);
  ({ id: here } = await store.write((tx) => createAccount(tx, { name: "", email: "you@pismo.localhost" })));
  there = await addJmapAccount({ ...remoteAccount(engine, door.url), jmapUrl: door.url }, { store, vault, log });
});
afterEach(async () => {
  door.cutAt = undefined;
  door.holdAt = undefined;
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});
afterAll(async () => {
  await mime.close();
  await store.close();
  door.close();
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (): ChildProcess => {
  const file = new URL("foreign-transfer-child.ts", import.meta.url).pathname;
  child = spawn(process.execPath, [file, dataDir], { stdio: "ignore" });
  return child;
};

const inboxOf = (of: Store, accountId: Id): Promise<Id> =>
  of.read(async (reader) => (await findMailboxByRole(reader, accountId, "inbox"))!.id);

/** Dates and keywords of those with a subject. */
async function held(of: Store, accountId: Id, subject: string): Promise<string[]> {
  return of.read(async (reader) => {
    const { ids } = await queryEmails(reader, accountId, {});
    const found = (await getEmails(reader, accountId, ids)).filter(({ headers }) => headers.subject === subject);
    return found.map(({ receivedAt, keywords }) => [receivedAt.toISOString(), ...keywords.toSorted()].join(" "));
  });
}
const asItWas = "2019-03-04T05:06:07.000Z $flagged $seen";

/** The request reaches the engine. */
async function killWhenCut(words: string): Promise<void> {
  await new Promise<void>((resolve) => {
    door.onCut = resolve;
    door.cutAt = words;
  });
  child!.kill("SIGKILL");
}

/** The request never does. */
async function killWhileHeld(words: string): Promise<void> {
  door.holdAt = words;
  await eventually(() => expect(door.held()).toBe(1));
  child!.kill("SIGKILL");
  door.forget();
}

let letters = 0;
test.each([
  { goes: "there", when: "before it asks for the copy", words: '"Email/import"', isHeard: false },
  { goes: "there", when: "before it hears of the copy", words: '"Email/import"', isHeard: true },
  { goes: "here", when: "before it asks to remove the original", words: '"destroy"', isHeard: false },
  { goes: "here", when: "before it hears that the original is gone", words: '"destroy"', isHeard: true },
])("one that goes $goes, killed $when, is there once and no longer here", async ({ goes, words, isHeard }) => {
  const [own, elsewhere] = [
    { of: store, accountId: here, name: here },
    { of: engine.store, accountId: engine.accountId, name: there },
  ];
  const [from, to] = goes === "there" ? [own, elsewhere] : [elsewhere, own];
  const subject = `Letter ${++letters}`;
  const ingest = goes === "there" ? createIngest({ store, mime }) : engine.ingest;
  const { id: emailId } = await ingest.deliver({
    accountId: from.accountId,
    bytes: Buffer.from(lines("From: Anna <anna@x.example>", `Subject: ${subject}`, "", "Ёлки")),
    mailboxIds: [await inboxOf(from.of, from.accountId)],
    keywords: ["$seen", "$flagged"],
    receivedAt: new Date("2019-03-04T05:06:07Z"),
  });
  const emails = [{ emailId, fromMailboxIds: [], toMailboxIds: [await inboxOf(to.of, to.accountId)] }];
  const killed = isHeard ? killWhenCut(words) : killWhileHeld(words);
  const transferId = await store.write((tx) =>
    insertForeignTransfer(tx, { accountId: from.name, toAccountId: to.name, keepsOriginals: false, emails }),
  );
  const ended = once(start(), "exit");
  await killed;
  await ended;
  expect([...(await held(from.of, from.accountId, subject)), ...(await held(to.of, to.accountId, subject))]).toContain(
    asItWas,
  );
  start();
  await eventually(async () => {
    const [transfer] = await store.read((reader) => getForeignTransfers(reader, [from.name], [transferId]));
    expect(transfer).toMatchObject({ waiting: 0, done: 1, failed: {} });
  });
  expect(await held(from.of, from.accountId, subject)).toEqual([]);
  expect(await held(to.of, to.accountId, subject)).toEqual([asItWas]);
});

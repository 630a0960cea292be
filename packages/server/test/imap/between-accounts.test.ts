/** Messages go from one account into another, of a mail server and of none: nothing leaves before the other has it. */
import type { Id } from "@pismo/jmap";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { openVault } from "../../src/store/auth/vault.ts";
import type { Reader } from "../../src/store/db/reader.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import { getMembership } from "../../src/store/mail/email-memberships.ts";
import { insertMailbox } from "../../src/store/mail/mailboxes.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { getTransfers, insertTransfer } from "../../src/store/transfers/email-transfers.ts";
import { takeBack } from "../../src/store/transfers/take-back.ts";
import { startTransfers } from "../../src/transfers/transfer-worker.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import {
  emailsOf,
  foreignClient,
  mailboxNamed,
  MirrorStore,
  sameOnBothSides,
  testMessage,
  upToDate,
  TIMEOUT_MS,
} from "./mirrored.ts";

const log = createLogger("silent");
const receivedAt = new Date("2019-03-04T05:06:07Z");
let dovecot: Dovecot;
let users = 0;

/** The Emails on their way, as the database has them. */
const openTransfers = (reader: Reader): Promise<unknown[]> =>
  reader.all("select * from transferred_email where state <> 'done'");

/** What a server has in a folder: subject, date and flags of each message. */
async function held(client: ImapFlow, path: string): Promise<string[]> {
  if (!(await client.list()).some((folder) => folder.path === path)) return [];
  const { exists } = await client.mailboxOpen(path, { readOnly: true });
  const all = exists === 0 ? [] : await client.fetchAll("1:*", { envelope: true, internalDate: true, flags: true });
  await client.mailboxClose();
  return all
    .filter(({ flags }) => !flags?.has("\\Deleted"))
    .map(({ envelope, internalDate, flags }) => {
      const known = [...(flags ?? [])].filter((flag) => flag !== "\\Recent").toSorted();
      return [envelope?.subject, new Date(internalDate!).toISOString(), ...known].join(" ");
    });
}

const asItWas = (name: string): string => `${name} ${receivedAt.toISOString()} $label1 \\Flagged \\Seen`;
const append = (client: ImapFlow, name: string) =>
  client.append("INBOX", testMessage(name), ["\\Seen", "\\Flagged", "$label1"], receivedAt);

describe.skipIf(!canRunDovecot)("between accounts", () => {
  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot?.stop());

  describe("of mail servers", () => {
    let proxy: FaultProxy;
    let mirror: MirrorStore;
    let clients: ImapFlow[];
    let one: Id;
    let two: Id;
    let stop: () => Promise<void>;

    beforeEach(async () => {
      const names = [`one${++users}`, `two${users}`];
      clients = await Promise.all(names.map((name) => foreignClient(dovecot.port, name)));
      proxy = await startFaultProxy(dovecot.port);
      mirror = await MirrorStore.open();
      await append(clients[0]!, "first");
      await append(clients[0]!, "second");
      one = await mirror.addAccount({ port: dovecot.port, username: names[0]! });
      two = await mirror.addAccount({ port: proxy.port, username: names[1]! });
      for (const id of [one, two]) mirror.start(id);
      for (const id of [one, two]) await upToDate(mirror, id);
      stop = startTransfers({ store: mirror.store, mime: mirror.mime, log });
    });
    afterEach(async () => {
      await stop();
      await mirror.close();
      for (const client of clients) client.close();
      await proxy.close();
    });

    async function begin(from: Id, to: Id, names: string[], keepsOriginals = false): Promise<Id> {
      const archive = (await mailboxNamed(mirror, to, "archive")).id;
      const known = await emailsOf(mirror, from);
      return mirror.store.write((tx) =>
        insertTransfer(tx, {
          accountId: from,
          toAccountId: to,
          keepsOriginals,
          emails: names.map((name) => {
            const { id, mailboxIds } = known.get(name)!;
            return { emailId: id, fromMailboxIds: mailboxIds, toMailboxIds: [archive] };
          }),
        }),
      );
    }
    const transfer = async (from: Id, id: Id) =>
      (await mirror.store.read((reader) => getTransfers(reader, from, [id])))[0];
    const finished = (from: Id, id: Id, done: number): Promise<void> =>
      eventually(
        async () => expect(await transfer(from, id)).toMatchObject({ waiting: 0, done, failed: {} }),
        TIMEOUT_MS,
      );
    const same = async (): Promise<void> => {
      await sameOnBothSides(mirror, one, clients[0]!);
      await sameOnBothSides(mirror, two, clients[1]!);
    };

    test("moved there and back, with dates and flags", async () => {
      const there = await begin(one, two, ["first", "second"]);
      await finished(one, there, 2);
      await same();
      expect(await held(clients[0]!, "INBOX")).toEqual([]);
      expect((await held(clients[1]!, "Archive")).toSorted()).toEqual([asItWas("first"), asItWas("second")]);
      const back = await begin(two, one, ["first"]);
      await finished(two, back, 1);
      await same();
      expect(await held(clients[0]!, "Archive")).toEqual([asItWas("first")]);
      expect(await held(clients[1]!, "Archive")).toEqual([asItWas("second")]);
    });

    test("copied, and taken back", async () => {
      const id = await begin(one, two, ["first"], true);
      await finished(one, id, 1);
      await same();
      expect(await held(clients[0]!, "INBOX")).toHaveLength(2);
      expect(await held(clients[1]!, "Archive")).toEqual([asItWas("first")]);
      await mirror.store.write((tx) => takeBack(tx, one, id));
      await same();
      expect(await held(clients[1]!, "Archive")).toEqual([]);
      expect(await held(clients[0]!, "INBOX")).toHaveLength(2);
    });

    test("a move that is done comes back to its folder when it is taken back", async () => {
      const id = await begin(one, two, ["first"]);
      await finished(one, id, 1);
      await same();
      await mirror.store.write((tx) => takeBack(tx, one, id));
      await eventually(async () => {
        const inbox = (await held(clients[0]!, "INBOX")).toSorted();
        const archive = await held(clients[1]!, "Archive");
        const left = await mirror.store.read(openTransfers);
        // Where it does not come back, what it waits for is in the failure.
        const states = await Promise.all([one, two].map((account) => mirror.status(account)));
        expect({ inbox, archive, left, states }).toMatchObject({
          inbox: [asItWas("first"), asItWas("second")],
          archive: [],
        });
      }, TIMEOUT_MS);
      await same();
    });

    test("while the other server is away the message stays, and a move that is taken back leaves nothing", async () => {
      proxy.isDown = true;
      proxy.cutAll();
      const id = await begin(one, two, ["first"]);
      await eventually(async () => expect((await emailsOf(mirror, two)).has("first")).toBe(true));
      expect(await transfer(one, id)).toMatchObject({ waiting: 1, done: 0 });
      expect(await held(clients[0]!, "INBOX")).toContain(asItWas("first"));
      await mirror.store.write((tx) => takeBack(tx, one, id));
      proxy.isDown = false;
      await same();
      expect((await held(clients[0]!, "INBOX")).toSorted()).toEqual([asItWas("first"), asItWas("second")]);
      expect(await held(clients[1]!, "Archive")).toEqual([]);
    });

    test("what the other server refuses stays", async () => {
      proxy.answer = (command) => (command.startsWith("APPEND ") ? "NO [CANNOT] not this one" : undefined);
      const id = await begin(one, two, ["first"]);
      await eventually(async () => expect((await mirror.status(two))?.waitsFor).toMatch(/not this one/), TIMEOUT_MS);
      expect(await transfer(one, id)).toMatchObject({ waiting: 1, done: 0 });
      expect(await held(clients[0]!, "INBOX")).toContain(asItWas("first"));
      expect((await emailsOf(mirror, one)).has("first")).toBe(true);
    });

    test("a copy that is deleted before the server has it does not cost the original", async () => {
      proxy.isDown = true;
      proxy.cutAll();
      const id = await begin(one, two, ["first"]);
      await eventually(async () => expect((await emailsOf(mirror, two)).has("first")).toBe(true));
      const copy = (await emailsOf(mirror, two)).get("first")!.id;
      await mirror.store.write((tx) => destroyEmails(tx, two, [copy]));
      await eventually(async () => expect(Object.keys((await transfer(one, id))!.failed)).toHaveLength(1));
      proxy.isDown = false;
      await same();
      expect((await held(clients[0]!, "INBOX")).toSorted()).toEqual([asItWas("first"), asItWas("second")]);
    });
  });

  describe("killed", () => {
    let proxy: FaultProxy;
    let dataDir: string;
    let store: Store;
    let source: ImapFlow;
    let target: ImapFlow;
    let child: ChildProcess | undefined;

    beforeEach(async () => {
      proxy = await startFaultProxy(dovecot.port);
      dataDir = mkdtempSync(join(tmpdir(), "pismo-between-"));
      store = await openStore({ dataDir }, log);
      users++;
      source = await foreignClient(dovecot.port, `source${users}`);
      target = await foreignClient(dovecot.port, `target${users}`);
    });
    afterEach(async () => {
      if (child?.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      for (const client of [source, target]) client.close();
      await store.close();
      await proxy.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const start = (): ChildProcess => {
      const file = new URL("transfer-child.ts", import.meta.url).pathname;
      child = spawn(process.execPath, [file, dataDir], { stdio: "ignore" });
      return child;
    };

    test.each([
      { at: "the command", from: "client", words: /APPEND /, passes: "cut-before" },
      { at: "the letter's text", from: "client", words: /Subject: moved once/, passes: "pass" },
      { at: "the answer", from: "server", words: /\[APPENDUID /, passes: "cut-before" },
    ] as const)("at $at, it is there once and no longer here", async ({ from, words, passes }) => {
      const vault = await openVault(dataDir);
      const at = { host: "127.0.0.1", security: "plain", smtpUrl: null, password: "secret" } as const;
      await append(source, "moved once");
      const [one, two] = await store.write(async (tx) => {
        const accounts = [];
        for (const [name, port] of [
          ["source", dovecot.port],
          ["target", proxy.port],
        ] as const) {
          const { id } = await createAccount(tx, { name, email: `${name}@example.org` });
          await putImapServer(tx, id, { ...at, port, username: `${name}${users}` }, vault);
          accounts.push(id);
        }
        return accounts as [Id, Id];
      });
      let isStruck = false;
      let wasHeld: Promise<string[]> | undefined;
      proxy.onChunk = (chunk) => {
        if (isStruck || chunk.from !== from || !words.test(chunk.bytes.toString("latin1"))) return "pass";
        isStruck = true;
        child?.kill("SIGKILL");
        wasHeld = held(source, "INBOX");
        return passes;
      };
      const ended = once(start(), "exit");
      const email = await eventually(async () => {
        const row = await store.read((reader) =>
          reader.get<{ id: number }>("select id from email where account_id = ?", Number(one.slice(1))),
        );
        expect(row).toBeDefined();
        return `e${row!.id}`;
      }, TIMEOUT_MS);
      const transferId = await store.write(async (tx) => {
        const { id: mailboxId } = await insertMailbox(tx, two, { name: "Moved" });
        const { mailboxIds } = (await getMembership(tx, one, email))!;
        const emails = [{ emailId: email, fromMailboxIds: mailboxIds, toMailboxIds: [mailboxId] }];
        return insertTransfer(tx, { accountId: one, toAccountId: two, keepsOriginals: false, emails });
      });
      await ended;
      expect(isStruck).toBe(true);
      // The other server had not acknowledged it.
      expect(await wasHeld).toEqual([asItWas("moved once")]);
      proxy.onChunk = undefined;
      start();
      await eventually(async () => {
        const [transfer] = await store.read((reader) => getTransfers(reader, one, [transferId]));
        expect(transfer).toMatchObject({ waiting: 0, done: 1, failed: {} });
        expect(await held(source, "INBOX")).toEqual([]);
        expect(await held(target, "Moved")).toEqual([asItWas("moved once")]);
      }, 60_000);
    });
  });
});

/** A mirror's status: its state, refusals, and requested sync passes. */
import type { Id, MirrorStatus } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { Mirrors } from "../../src/bridge/imap/sync/mirrors.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import { testMirrors } from "../support/mirrors.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { listenFor } from "../support/push-listener.ts";
import { foreignClient, testMessage } from "./mirrored.ts";

describe.skipIf(!canRunDovecot)("the status of a mirror", () => {
  const log = createLogger("silent");
  const vault = vaultWith(randomBytes(32));
  let dovecot: Dovecot;
  let proxy: FaultProxy;
  let server: TestServer;
  let mirrors: Mirrors;
  let client: ImapFlow;
  let accountId: Id;
  let users = 0;

  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot?.stop());
  beforeEach(async () => {
    const username = `status${++users}`;
    proxy = await startFaultProxy(dovecot.port);
    server = await testServer();
    client = await foreignClient(dovecot.port, username);
    await client.append("INBOX", testMessage("one"));
    accountId = await server.store.write(async (tx) => {
      const { id } = await createAccount(tx, { name: "Ann", email: `${username}@example.org` });
      const at = { host: "127.0.0.1", port: proxy.port, security: "plain", smtpUrl: null } as const;
      await putImapServer(tx, id, { ...at, username, password: "secret" }, vault);
      return id;
    });
    mirrors = await testMirrors(server, { vault, log, firstPauseMs: 20, passIntervalMs: 600_000 });
  });
  afterEach(async () => {
    await mirrors.close();
    client.close();
    await server.close();
    await proxy.close();
  });

  const status = async (): Promise<MirrorStatus> => {
    const { list } = await server.client.call("MirrorStatus/get", { accountId });
    return list[0] as MirrorStatus;
  };
  const upToDate = () => eventually(async () => expect(await status()).toMatchObject({ state: "upToDate" }));
  const idOf = async (subject: string): Promise<Id> => {
    const { ids } = await server.client.call("Email/query", { accountId, filter: { subject } });
    expect(ids).toHaveLength(1);
    return ids[0]!;
  };

  test("it says how many messages can be read without the server, and how many only be seen", async () => {
    await upToDate();
    await eventually(async () => expect(await status()).toMatchObject({ emailsKnown: 1, emailsWhole: 1 }));
    proxy.onChunk = ({ from, bytes }) => (from === "client" && bytes.includes("BODY.PEEK[]") ? "cut-before" : "pass");
    await client.append("INBOX", testMessage("large", "One line of many\r\n".repeat(40_000)));
    await eventually(async () => expect(await status()).toMatchObject({ emailsKnown: 2, emailsWhole: 1 }));
    proxy.onChunk = undefined;
    // Restarted, it does not continue the long pause.
    await mirrors.close();
    mirrors = await testMirrors(server, { vault, log, firstPauseMs: 20, passIntervalMs: 600_000 });
    await eventually(async () => expect(await status()).toMatchObject({ emailsKnown: 2, emailsWhole: 2 }));
  });

  test("it is one object of accounts with a server behind them, and of no others", async () => {
    await upToDate();
    expect(await status()).toMatchObject({
      id: "singleton",
      emailsDone: 1,
      emailsTotal: 1,
      secondsLeft: null,
      waiting: 0,
      waitsFor: null,
      problem: null,
      refusals: [],
    });
    const local = await server.client.call("MirrorStatus/get", { accountId: server.accountId });
    expect(local.list).toEqual([]);
    const { accounts } = await server.client.session();
    const knows = (id: Id) => Object.keys(accounts[id]!.accountCapabilities).some((name) => name.endsWith(":mirror"));
    expect([knows(accountId), knows(server.accountId)]).toEqual([true, false]);
  });

  test("[8620 §7.3] an open browser hears of every change of it", async () => {
    await upToDate();
    const listener = await listenFor(server, accountId, "MirrorStatus");
    proxy.isDown = true;
    proxy.cutAll();
    await eventually(async () => {
      const { list, state } = await server.client.call("MirrorStatus/get", { accountId });
      expect(list).toMatchObject([{ state: "offline", problem: { type: "connection" } }]);
      expect(listener.state()).toBe(state);
    });
    listener.close();
  });

  test("a requested pass runs at once, also while the server was away for long; since when stays true", async () => {
    await upToDate();
    proxy.isDown = true;
    proxy.cutAll();
    await eventually(async () => expect(await status()).toMatchObject({ state: "offline" }));
    const { since } = await status();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { state } = await server.client.call("MirrorStatus/get", { accountId });
    await server.client.call("MirrorStatus/look", { accountId });
    await eventually(async () => {
      const now = await server.client.call("MirrorStatus/get", { accountId });
      // It has tried, and failed again.
      expect(Number(now.state)).toBeGreaterThan(Number(state) + 1);
      expect(now.list).toMatchObject([{ state: "offline", since }]);
    });
    await client.append("INBOX", testMessage("two"));
    proxy.isDown = false;
    await server.client.call("MirrorStatus/look", { accountId });
    await upToDate();
    await eventually(() => idOf("two"));
  });

  test("a pass finds what was not announced", async () => {
    await upToDate();
    await client.mailboxCreate("Quiet");
    await client.append("Quiet", testMessage("quiet"));
    await server.client.call("MirrorStatus/look", { accountId });
    expect(await eventually(() => idOf("quiet"))).toMatch(/^e/);
  });

  test("what the server refused for good is rolled back and reported, until it was read", async () => {
    await upToDate();
    const folder = mkdtempSync(join(tmpdir(), "pismo-rights-"));
    chmodSync(folder, 0o755);
    const rights = join(folder, "rights");
    // The owner of the mailbox may read and mark in Locked, and no more; without imap_acl the server tells of it only when it refuses.
    writeFileSync(rights, "Locked owner lrws\n");
    await client.mailboxCreate("Locked");
    await client.append("Locked", testMessage("held"));
    const plugin = `plugin {\n  acl = vfile:${rights}\n}`;
    dovecot.configure({
      settings: `mail_plugins = acl\n${plugin}`,
    });
    await dovecot.restart();
    try {
      // The server may announce neither, and the mirror may be in a pause that is longer than this test.
      const id = await eventually(async () => {
        await server.client.call("MirrorStatus/look", { accountId });
        return idOf("held");
      });
      const { list: boxes } = await server.client.call("Mailbox/get", { accountId });
      const [locked, archive] = [
        boxes.find(({ name }) => name === "Locked"),
        boxes.find(({ role }) => role === "archive"),
      ];
      const update = { [id]: { mailboxIds: { [archive!.id!]: true as const } } };
      expect((await server.client.call("Email/set", { accountId, update })).updated).toEqual({ [id]: null });
      const rename = { [locked!.id!]: { name: "Unlocked" } };
      expect((await server.client.call("Mailbox/set", { accountId, update: rename })).notUpdated).toBeNull();
      await eventually(async () =>
        expect(await status()).toMatchObject({
          waiting: 0,
          refusals: expect.arrayContaining([
            expect.objectContaining({ type: "Email", name: "held", reason: "notAllowed", detail: expect.any(String) }),
            expect.objectContaining({ type: "Mailbox", name: "Unlocked", reason: "notAllowed" }),
          ]),
        }),
      );
      const { list } = await server.client.call("Email/get", { accountId, ids: [id], properties: ["mailboxIds"] });
      expect(list[0]?.mailboxIds).toEqual({ [locked!.id!]: true });
      const { list: after } = await server.client.call("Mailbox/get", { accountId, ids: [locked!.id!] });
      expect(after).toMatchObject([{ name: "Locked" }]);
      const { refusals } = await status();
      await server.client.call("MirrorStatus/dismiss", { accountId, refusalIds: refusals.map((each) => each.id) });
      expect(await status()).toMatchObject({ refusals: [] });
    } finally {
      dovecot.configure({ settings: "" });
      await dovecot.restart();
      rmSync(folder, { recursive: true });
    }
  });
});

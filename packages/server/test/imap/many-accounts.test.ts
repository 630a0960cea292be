/** Accounts that are not in use take turns: connections and memory follow those that are in use. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { Mirrors } from "../../src/bridge/imap/sync/mirrors.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { noteUse } from "../../src/store/mirror/account-use.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { testMirrors } from "../support/mirrors.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { testMessage } from "./mirrored.ts";

const ACCOUNTS = 12;
const vault = vaultWith(new Uint8Array(32).fill(9));
const log = createLogger("silent");

describe.skipIf(!canRunDovecot)("of many accounts", () => {
  let dovecot: Dovecot;
  let proxy: FaultProxy;
  let server: TestServer;
  let mirrors: Mirrors;
  let accountIds: Id[];

  beforeEach(async () => {
    dovecot = await startDovecot();
    proxy = await startFaultProxy(dovecot.port);
    server = await testServer();
    for (let index = 0; index < ACCOUNTS; index++) await append(index, "before");
    accountIds = await server.store.write(async (tx) => {
      const ids: Id[] = [];
      for (let index = 0; index < ACCOUNTS; index++) {
        const { id } = await createAccount(tx, { name: "Ann", email: `ann${index}@example.org` });
        const at = { host: "127.0.0.1", port: proxy.port, security: "plain", smtpUrl: null } as const;
        await putImapServer(tx, id, { ...at, username: `ann${index}`, password: "secret" }, vault);
        ids.push(id);
      }
      return ids;
    });
  });
  afterEach(async () => {
    await mirrors.close();
    await server.close();
    await proxy.close();
    await dovecot.stop();
  });

  async function append(index: number, name: string): Promise<void> {
    const client = await foreignClient(dovecot.port, `ann${index}`);
    await client.append("INBOX", testMessage(name));
    await client.logout();
  }

  const subjectsOf = async (accountId: Id): Promise<string[]> => {
    const { ids } = await server.client.call("Email/query", { accountId });
    const { list } = await server.client.call("Email/get", { accountId, ids, properties: ["subject"] });
    return list.map(({ subject }) => subject ?? "").toSorted();
  };

  test("all are looked at in turn, and those in use alone stay connected", async () => {
    const [used] = accountIds as [Id];
    await server.store.write((tx) => noteUse(tx, [used], new Date()));
    mirrors = await testMirrors(server, { vault, log, firstPauseMs: 20, maxIdleLive: 2, turnIntervalMs: 300 });
    // By the store: a call would be a use.
    const emails = (accountId: Id) =>
      server.store.read((reader) => reader.all("select 1 from email where account_id = ?", Number(accountId.slice(1))));
    for (const accountId of accountIds) await eventually(async () => expect(await emails(accountId)).toHaveLength(1));
    expect(mirrors.liveCount).toBe(1);

    await append(ACCOUNTS - 1, "later");
    await eventually(async () => expect(await emails(accountIds.at(-1)!)).toHaveLength(2));
    expect(mirrors.liveCount).toBe(1);
  });

  test("one that is used gets its connections at once", async () => {
    mirrors = await testMirrors(server, { vault, log, firstPauseMs: 20, maxIdleLive: 2, turnIntervalMs: 3_600_000 });
    const { client, accountId: own } = server;
    expect(own).not.toBe(accountIds[3]);
    await server.store.write((tx) => noteUse(tx, [accountIds[3]!], new Date()));
    await eventually(() => expect(mirrors.liveCount).toBe(1));
    await append(3, "later");
    await eventually(async () => expect(await subjectsOf(accountIds[3]!)).toEqual(["before", "later"]));
    // That call was by a person who may use all.
    await client.call("Mailbox/get", { accountId: own });
    await eventually(() => expect(mirrors.liveCount).toBe(ACCOUNTS));
  });
});

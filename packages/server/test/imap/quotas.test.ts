/** Quota (RFC 9425) of accounts whose mail server has quotas (RFC 9208): a real Dovecot's. */
import { CORE, type Id, MAIL, type Quota, QUOTA } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { Mirrors } from "../../src/bridge/imap/sync/mirrors.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { forgetImapServer, putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { getUsage, setLimit } from "../../src/store/people/limits.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { canRunDovecot, type Dovecot, quotaOf, startDovecot } from "../servers/dovecot.ts";
import { testMirrors } from "../support/mirrors.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { listenFor } from "../support/push-listener.ts";
import { foreignClient, testMessage } from "./mirrored.ts";

const using = [CORE, MAIL, QUOTA];
const KB = 1024;

describe.skipIf(!canRunDovecot)("quotas", () => {
  const log = createLogger("silent");
  const vault = vaultWith(randomBytes(32));
  let dovecot: Dovecot;
  let server: TestServer;
  let mirrors: Mirrors;
  let client: ImapFlow;
  let accountId: Id;
  let username: string;
  let users = 0;

  beforeAll(async () => {
    dovecot = await startDovecot({ settings: quotaOf(1000, 50) });
  });
  afterAll(() => dovecot?.stop());
  beforeEach(async () => {
    username = `quota${++users}`;
    server = await testServer();
    client = await foreignClient(dovecot.port, username);
    await client.append("INBOX", testMessage("one", "x".repeat(100 * KB)));
    accountId = await server.store.write(async (tx) => {
      const { id } = await createAccount(tx, { name: "Ann", email: `${username}@example.org` });
      const at = { host: "127.0.0.1", port: dovecot.port, security: "plain", smtpUrl: null } as const;
      await putImapServer(tx, id, { ...at, username, password: "secret" }, vault);
      return id;
    });
    mirrors = await testMirrors(server, { vault, log, firstPauseMs: 20, passIntervalMs: 600_000 });
  });
  afterEach(async () => {
    await mirrors.close();
    client.close();
    await server.close();
  });

  const get = async (id = accountId) => {
    const { list, state } = await server.client.call("Quota/get", { accountId: id });
    return { list: list as Quota[], state };
  };
  /** After a pass of the mirror. */
  const known = async (): Promise<{ octets: Quota; count: Quota; state: string }> => {
    await eventually(async () => expect((await get()).list).toHaveLength(2));
    const { list, state } = await get();
    const [octets, count] = ["octets", "count"].map((type) => list.find(({ resourceType }) => resourceType === type)!);
    return { octets: octets!, count: count!, state };
  };
  const query = async (args: object): Promise<Id[]> =>
    (await server.client.call("Quota/query", { accountId, ...args })).ids;
  const find = async (filter: object): Promise<Id[]> => (await query({ filter })).toSorted();
  const answerWithoutMail = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
    const request = { using: [CORE, QUOTA], methodCalls: [[name, args, "0"] as [string, typeof args, string]] };
    return (await server.client.request(request)).methodResponses[0]![1];
  };
  const addOne = async (): Promise<void> => {
    await client.append("INBOX", testMessage("two", "x".repeat(50 * KB)));
    await server.client.call("MirrorStatus/look", { accountId });
  };
  const errorOf = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
    const { methodResponses } = await server.client.request({ using, methodCalls: [[name, args, "0"]] });
    const [answer, result] = methodResponses[0]!;
    return answer === "error" ? result["type"] : "ok";
  };

  test("[9425 §2.1] are a capability of the session and of every account", async () => {
    const { capabilities, accounts } = await server.client.session();
    expect(capabilities[QUOTA]).toEqual({});
    for (const { accountCapabilities } of Object.values(accounts)) expect(accountCapabilities[QUOTA]).toEqual({});
  });

  test("[9425 §4.1] are what the mail server says, in octets and in messages", async () => {
    const { octets, count } = await known();
    const all = { scope: "account", name: "User quota", types: ["Email"] };
    const none = { warnLimit: null, softLimit: null, description: null };
    expect(octets).toMatchObject({ ...all, ...none, resourceType: "octets", hardLimit: 1000 * KB });
    expect(octets.used).toBeGreaterThanOrEqual(100 * KB);
    expect(octets.used).toBeLessThan(110 * KB);
    expect(count).toEqual({ id: count.id, ...all, ...none, resourceType: "count", used: 1, hardLimit: 50 });
  });

  test("[9425 §4.1] are not seen by who does not name the capability of their types", async () => {
    const { count } = await known();
    expect(await answerWithoutMail("Quota/get", { accountId, ids: [count.id] })).toMatchObject({
      list: [],
      notFound: [count.id],
    });
    expect(await answerWithoutMail("Quota/query", { accountId })).toMatchObject({ ids: [] });
  });

  test("[9425 §4.2] are got by id and by property; unknown ids are not found", async () => {
    const { octets, count } = await known();
    const ids = [count.id, "q999", "m1", "nonsense"];
    const result = await server.client.call("Quota/get", { accountId, ids, properties: ["used"] });
    expect(result.list).toEqual([{ id: count.id, used: 1 }]);
    expect(result.notFound).toEqual(["q999", "m1", "nonsense"]);
    expect(octets.id).not.toBe(count.id);
    expect(await errorOf("Quota/get", { accountId, ids: null, properties: ["colour"] })).toBe("invalidArguments");
    expect(await errorOf("Quota/set", { accountId })).toBe("unknownMethod");
  });

  test("[9425 §4.2] a mailbox of this server alone has none, and no account reads another's", async () => {
    const { count } = await known();
    expect((await get(server.accountId)).list).toEqual([]);
    const guest = await server.addMailbox("guest");
    await expect(guest.client.call("Quota/get", { accountId })).rejects.toMatchObject({ type: "accountNotFound" });
    const foreign = await guest.client.call("Quota/get", { accountId: guest.accountId, ids: [count.id] });
    expect(foreign).toMatchObject({ list: [], notFound: [count.id] });
    await expect(guest.client.call("Quota/query", { accountId })).rejects.toMatchObject({ type: "accountNotFound" });
  });

  test("[9425 §4.3] messages that come change what is used, and nothing else", async () => {
    const { octets, count, state } = await known();
    expect(await server.client.call("Quota/changes", { accountId, sinceState: state })).toMatchObject({ updated: [] });
    await addOne();
    await eventually(async () => expect((await get()).list).toContainEqual({ ...count, used: 2 }));
    const after = await known();
    expect(after.octets.used - octets.used).toBeGreaterThanOrEqual(50 * KB);
    const changes = await server.client.call("Quota/changes", { accountId, sinceState: state });
    expect(changes).toMatchObject({ created: [], destroyed: [], hasMoreChanges: false, newState: after.state });
    expect(changes.updated.toSorted()).toEqual([octets.id, count.id].toSorted());
    expect(changes.updatedProperties).toEqual(["used"]);
  });

  test("[9425 §4.3] a limit that changes is told as more than what is used; roots that go are destroyed", async () => {
    const { octets, count, state } = await known();
    await mirrors.close();
    try {
      dovecot.configure({ settings: quotaOf(2000) });
      await dovecot.restart();
      mirrors = await testMirrors(server, { vault, log, firstPauseMs: 20, passIntervalMs: 600_000 });
      await eventually(async () =>
        expect((await get()).list).toEqual([{ ...octets, used: expect.any(Number), hardLimit: 2000 * KB }]),
      );
      const changes = await server.client.call("Quota/changes", { accountId, sinceState: state });
      expect(changes).toMatchObject({ updated: [octets.id], destroyed: [count.id], updatedProperties: null });
    } finally {
      dovecot.configure({ settings: quotaOf(1000, 50) });
      await dovecot.restart();
    }
  });

  test("[9425 §4.3] a mailbox whose mirror ends has none any more", async () => {
    const { octets, count, state } = await known();
    await mirrors.close();
    await server.store.write((tx) => forgetImapServer(tx, accountId));
    expect((await get()).list).toEqual([]);
    const { destroyed } = await server.client.call("Quota/changes", { accountId, sinceState: state });
    expect(destroyed.toSorted()).toEqual([octets.id, count.id].toSorted());
  });

  test("[9425 §4.4] are found by name, scope, resource and type", async () => {
    const { octets, count } = await known();
    const both = [octets.id, count.id].toSorted();
    expect(await find({})).toEqual(both);
    expect(await find({ name: "quota" })).toEqual(both);
    expect(await find({ name: "other" })).toEqual([]);
    expect(await find({ scope: "account", type: "Email" })).toEqual(both);
    expect(await find({ scope: "domain" })).toEqual([]);
    expect(await find({ type: "Calendar" })).toEqual([]);
    expect(await find({ resourceType: "count" })).toEqual([count.id]);
    const not = { operator: "NOT", conditions: [{ resourceType: "count" }] };
    expect(await find({ operator: "AND", conditions: [{ name: "User" }, not] })).toEqual([octets.id]);
    expect(await errorOf("Quota/query", { accountId, filter: { used: 1 } })).toBe("unsupportedFilter");
  });

  test("[9425 §4.4] are sorted by name and by what is used", async () => {
    const { octets, count } = await known();
    expect(await query({ sort: [{ property: "name" }, { property: "used" }] })).toEqual([count.id, octets.id]);
    expect(await query({ sort: [{ property: "used", isAscending: false }] })).toEqual([octets.id, count.id]);
    expect(await query({ sort: [{ property: "used" }], position: 1, limit: 1 })).toEqual([octets.id]);
    expect(await errorOf("Quota/query", { accountId, sort: [{ property: "scope" }] })).toBe("unsupportedSort");
  });

  test("[9425 §4.5] a query tells what has moved in it", async () => {
    const { count } = await known();
    const args = { accountId, filter: { resourceType: "count" } };
    const { queryState } = await server.client.call("Quota/query", args);
    await addOne();
    await eventually(async () => {
      const result = await server.client.call("Quota/queryChanges", { ...args, sinceQueryState: queryState });
      expect(result.removed).toContain(count.id);
      expect(result.added).toEqual([{ id: count.id, index: 0 }]);
    });
  });

  test("[9425 §6] clients that listen hear of changes", async () => {
    const { state } = await known();
    const listener = await listenFor(server, accountId, "Quota");
    await addOne();
    await eventually(async () => {
      expect(listener.state()).toBe((await get()).state);
      expect(listener.state()).not.toBe(state);
    });
    listener.close();
  });

  test("of a mailbox that is full here, messages stay on the mail server until they are opened", async () => {
    await known();
    const octets = async () => (await server.store.read((reader) => getUsage(reader, accountId))).octets;
    const settled = () =>
      eventually(async () => {
        const { list } = await server.client.call("MirrorStatus/get", { accountId });
        expect(list[0]).toMatchObject({ state: "upToDate" });
      });
    await settled();
    await eventually(async () => expect(await octets()).toBeGreaterThan(100 * KB));
    const before = await octets();
    await server.store.write((tx) => setLimit(tx, accountId, "maxOctets", 1));
    await client.append("INBOX", testMessage("three", "The text of three"));
    await server.client.call("MirrorStatus/look", { accountId });
    const found = async () =>
      (await server.client.call("Email/query", { accountId, filter: { subject: "three" } })).ids;
    await eventually(async () => expect(await found()).toHaveLength(1));
    await settled();
    expect(await octets()).toBe(before);
    const [emailId] = await found();
    const { list } = await server.client.call("Email/get", {
      accountId,
      ids: [emailId!],
      properties: ["bodyValues", "textBody"],
      fetchTextBodyValues: true,
    });
    expect(Object.values(list[0]!.bodyValues!)[0]?.value).toContain("The text of three");
    await eventually(async () => expect(await octets()).toBeGreaterThan(before));
  });
});

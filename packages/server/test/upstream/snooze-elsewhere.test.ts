/** An account at a Cyrus: snoozed letters lie there, their times here, and what has come back is told to who asks. */
import {
  BOOTSTRAP_DATA_ID,
  type BootstrapData,
  CORE,
  type Id,
  type Invocation,
  JmapClient,
  MAIL,
  remoteAccountOf,
  SNOOZE,
} from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { UpstreamMail } from "../../src/methods/context.ts";
import { snoozeElsewhere, snoozesElsewhere } from "../../src/methods/snooze/snooze-elsewhere.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { testMessage } from "../imap/mirrored.ts";
import { canRunCyrus, type Cyrus, startCyrus } from "../servers/cyrus.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { navigation } from "../support/calls.ts";
import { openOwnPage } from "../support/own-page.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { addRemoteAccount, enter, page as ownPage } from "./front.ts";

const name = "ann@example.org";
const HOUR_MS = 3_600_000;
const inHours = (hours: number): string =>
  new Date(Math.ceil(Date.now() / 1000) * 1000 + hours * HOUR_MS).toISOString().replace(".000Z", "Z");

test("an account at another Pismo has its own", async () => {
  const engine = await testServer();
  const own = await testServer({ accountSetup: { ca: "" } });
  try {
    const id = await addRemoteAccount(own, engine, await engine.listen());
    const remote = remoteAccountOf(await own.client.session(true), id)!;
    expect(remote.accountCapabilities[SNOOZE]).toEqual({ mayRemind: true });
    expect(remote.capabilities[SNOOZE]).toEqual({});
  } finally {
    await own.close();
    await engine.close();
  }
});

test("a server that takes no mailbox with the role says so, and the letter stays where it is", async () => {
  const engine = await testServer();
  try {
    const { store, ingest, accountId, client } = engine;
    const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
    const bytes = Buffer.from(testMessage("one"));
    const { id } = await ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] });
    const asked: string[] = [];
    const mail: UpstreamMail = {
      there: accountId,
      async ask(calls) {
        asked.push(...calls.map(([method]) => method));
        const refused = { notCreated: { s: { type: "invalidProperties", properties: ["role"] } } };
        if (calls[0]![0] === "Mailbox/set") return [["Mailbox/set", refused, calls[0]![2]]];
        const methodCalls = calls.map(([method, args, key]): Invocation => [method, { accountId, ...args }, key]);
        return (await client.request({ using: [CORE, MAIL], methodCalls })).methodResponses;
      },
    };
    const elsewhere = { store, mail, accountId };
    const { done, failed } = await snoozeElsewhere(elsewhere, new Map([[id, new Date(inHours(1))]]));
    expect(done).toBeNull();
    expect(failed).toMatchObject({ [id]: { type: "invalidProperties", properties: ["role"] } });
    expect(asked).not.toContain("Email/set");
    expect(await snoozesElsewhere(elsewhere, null)).toEqual([]);
  } finally {
    await engine.close();
  }
});

describe.skipIf(!canRunCyrus)("at a Cyrus", () => {
  let cyrus: Cyrus;
  let own: TestServer;
  let page: JmapClient;
  let accountId: Id;
  let role: Record<string, Id>;

  beforeEach(async () => {
    cyrus = await startCyrus({ hasDomains: true });
    (await foreignClient(cyrus.port, name, cyrus.password)).close();
    own = await testServer({ accountSetup: { ca: "" } });
    const { created } = await own.client.call("MailServer/set", {
      create: {
        a: {
          name: "Ann",
          email: name,
          username: name,
          password: cyrus.password,
          imap: null,
          smtp: null,
          jmapUrl: cyrus.jmapUrl,
        },
      },
    });
    accountId = created!["a"]!.id!;
    ({ page } = await openOwnPage(own));
    await readRoles();
  });
  afterEach(async () => {
    await own.close();
    await cyrus.stop();
  });

  async function readRoles(): Promise<void> {
    const { list } = await page.call("Mailbox/get", { accountId, ids: null });
    role = Object.fromEntries(list.map((mailbox) => [mailbox.role ?? mailbox.name!, mailbox.id!]));
  }
  async function letter(
    subject: string,
    { folder = "INBOX", refersTo = "", keywords = [] as string[] } = {},
  ): Promise<Id> {
    const client = await foreignClient(cyrus.port, name, cyrus.password);
    const named = testMessage(subject).replace(/Subject: .*/, `Subject: ${refersTo ? `Re: ${refersTo}` : subject}`);
    const message = refersTo ? named.replace("\r\n\r\n", `\r\nIn-Reply-To: <${refersTo}@example.org>\r\n\r\n`) : named;
    await client.append(folder, message, keywords);
    await client.logout();
    const messageId = /^Message-ID: <(.*)>/im.exec(message)![1]!;
    const { ids } = await page.call("Email/query", { accountId });
    const { list } = await page.call("Email/get", { accountId, ids, properties: ["messageId"] });
    return list.find((email) => email.messageId?.includes(messageId))!.id!;
  }
  const put = (emails: Record<Id, string | null>) => page.call("Snooze/put", { accountId, emails });
  const away = async () => (await page.call("Snooze/get", { accountId, ids: null })).list;
  const foldersOf = async (id: Id): Promise<Id[]> => {
    const { list } = await page.call("Email/get", { accountId, ids: [id], properties: ["mailboxIds"] });
    return Object.keys(list[0]?.mailboxIds ?? {});
  };
  const move = async (id: Id, to: Id): Promise<void> => {
    const update = { [id]: { mailboxIds: { [to]: true as const } } };
    expect((await page.call("Email/set", { accountId, update })).notUpdated ?? null).toBeNull();
  };
  /** As if it had been snoozed, and moved, so much earlier. */
  const pass = (hours: number, server = own) =>
    server.store.write(
      (tx) =>
        tx.run(
          "update upstream_snooze set wakes_at = wakes_at - ?, left_at = left_at - ?",
          hours * HOUR_MS,
          hours * HOUR_MS,
        ),
      {},
    );

  test("a letter goes into a folder with the role, and back to where it was", async () => {
    const session = await page.session();
    const remote = remoteAccountOf(session, accountId)!;
    expect(remote.accountCapabilities).toMatchObject({ [MAIL]: {}, [SNOOZE]: { bringsBack: false } });
    const id = await letter("one");
    const kept = await letter("two", { folder: "Archive" });
    expect(await away()).toEqual([]);
    const until = inHours(2);
    expect(await put({ [id]: until, [kept]: inHours(1) })).toMatchObject({
      snoozed: { [id]: { until } },
      notSnoozed: null,
    });
    await readRoles();
    expect(role).toHaveProperty("snoozed");
    expect(await foldersOf(id)).toEqual([role["snoozed"]]);
    expect((await away()).map((each) => each.id)).toEqual([kept, id]);
    // Another time; Undo is the former one.
    const later = inHours(3);
    expect((await put({ [id]: later })).snoozed).toEqual({ [id]: { until: later, before: until } });
    expect((await page.call("Snooze/get", { accountId, ids: [id, "other"] })).list).toEqual([{ id, until: later }]);
    expect(await put({ [id]: null, [kept]: null })).toMatchObject({ notSnoozed: null });
    expect(await foldersOf(id)).toEqual([role["inbox"]]);
    expect(await foldersOf(kept)).toEqual([role["archive"]]);
    expect(await away()).toEqual([]);
    expect((await put({ [id]: null })).notSnoozed).toEqual({ [id]: { type: "notFound" } });
    // By Undo it has its time again.
    await move(id, role["snoozed"]!);
    expect(await away()).toEqual([{ id, until: later }]);
  });

  test("it stays there when its time has come, and is told; put into the inbox by any client it is forgotten", async () => {
    const [first, second] = [await letter("one"), await letter("two")];
    await put({ [first]: inHours(1), [second]: inHours(5) });
    await pass(2);
    const [back, other] = await away();
    expect(back!.id).toBe(first);
    expect(Date.parse(back!.until)).toBeLessThan(Date.now());
    expect(Date.parse(other!.until)).toBeGreaterThan(Date.now());
    await readRoles();
    expect(await foldersOf(first)).toEqual([role["snoozed"]]);
    await move(first, role["inbox"]!);
    expect((await away()).map(({ id }) => id)).toEqual([second]);
    // By Undo.
    await move(first, role["snoozed"]!);
    expect((await away()).map(({ id }) => id)).toEqual([first, second]);
    await move(first, role["inbox"]!);
    expect((await away()).map(({ id }) => id)).toEqual([second]);
    await pass(2);
    await move(first, role["snoozed"]!);
    expect((await away()).map(({ id }) => id)).toEqual([second]);
    // Who put it there without a time may still have it come back, and into the inbox.
    const until = inHours(1);
    expect((await put({ [first]: until })).snoozed).toEqual({ [first]: { until } });
    await put({ [first]: null });
    expect(await foldersOf(first)).toEqual([role["inbox"]]);
  });

  test("a letter that arrives in the conversation brings it back, a sent one and one in a muted conversation do not", async () => {
    const talk = await letter("talk");
    const quiet = await letter("quiet", { keywords: ["$muted"] });
    const until = inHours(24);
    await put({ [talk]: until, [quiet]: until });
    await letter("own-answer", { refersTo: "talk", folder: "Sent" });
    expect((await away()).map((each) => each.until)).toEqual([until, until]);
    // In a later second than what was there.
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(Math.floor(Date.now() / 1000));
    await letter("answer", { refersTo: "talk" });
    await letter("noise", { refersTo: "quiet" });
    const list = await away();
    expect(list.map(({ id }) => id)).toEqual([talk, quiet]);
    expect(Date.parse(list[0]!.until)).toBeLessThanOrEqual(Date.now() + 1000);
    expect(list[1]!.until).toBe(until);
  });

  test("a folder that another client has made as Snoozed becomes the one", async () => {
    const client = await foreignClient(cyrus.port, name, cyrus.password);
    await client.mailboxCreate("Snoozed");
    await client.logout();
    await readRoles();
    const made = role["Snoozed"];
    const id = await letter("one");
    expect((await put({ [id]: inHours(1) })).notSnoozed).toBeNull();
    await readRoles();
    expect(role).toMatchObject({ snoozed: made });
    expect(await foldersOf(id)).toEqual([made]);
    await put({ [id]: null });
    expect(await foldersOf(id)).toEqual([role["inbox"]]);
  });

  test("what cannot be snoozed says why, and stays where it is", async () => {
    const draft = await letter("draft", { folder: "Drafts", keywords: ["\\Draft"] });
    const id = await letter("one");
    const past = "2020-01-01T00:00:00Z";
    expect((await put({ [draft]: inHours(1), other: inHours(1), [id]: past })).notSnoozed).toMatchObject({
      [draft]: { type: "invalidProperties" },
      other: { type: "notFound" },
      [id]: { type: "invalidProperties", properties: ["until"] },
    });
    expect(await foldersOf(id)).toEqual([role["inbox"]]);
    expect(await away()).toEqual([]);
  });

  test("in front of a server of several people the first page says that it stands above the inbox", async () => {
    const front = await testServer({ upstreamUrl: new URL(cyrus.jmapUrl).origin });
    try {
      const cookie = await enter(front, name, cyrus.password);
      page = new JmapClient({
        sessionUrl: "http://127.0.0.1/.well-known/jmap",
        headers: { ...ownPage, cookie },
        fetch: front.fetch,
      });
      accountId = name;
      const { accounts } = await page.session();
      expect(accounts[name]!.accountCapabilities[SNOOZE]).toEqual({ bringsBack: false });
      const barsOf = async (): Promise<unknown> => {
        const { body } = await front.app.inject({
          url: "/inbox",
          headers: { ...navigation, host: "127.0.0.1", cookie },
        });
        const [, text = ""] = new RegExp(`id="${BOOTSTRAP_DATA_ID}">(.*?)</script>`).exec(body) ?? [];
        return (JSON.parse(text) as BootstrapData).bars;
      };
      const [talk, other] = [await letter("talk"), await letter("other")];
      const answer = await letter("answer", { refersTo: "talk" });
      expect(await barsOf()).toEqual([]);
      // While the person is away nothing would look for an answer.
      const reminded = await page.call("Snooze/put", { accountId, emails: { [talk]: inHours(1) }, ifUnanswered: true });
      expect(reminded.notSnoozed).toMatchObject({ [talk]: { properties: ["ifUnanswered"] } });
      await put({ [talk]: inHours(1), [answer]: inHours(1), [other]: inHours(5) });
      expect(await barsOf()).toEqual([]);
      await pass(2, front);
      expect((await away()).map(({ id }) => id).toSorted()).toEqual([talk, answer, other].toSorted());
      expect(await barsOf()).toEqual(["returned1"]);
    } finally {
      await front.close();
    }
  });

  test("removed with the account", async () => {
    await put({ [await letter("one")]: inHours(1) });
    await own.client.call("MailServer/set", { destroy: [accountId] });
    const rows = () => own.store.read((reader) => reader.all("select * from upstream_snooze"));
    await expect.poll(rows).toEqual([]);
  });

  test("while the server is away, nothing is forgotten", async () => {
    const id = await letter("one");
    await put({ [id]: inHours(1) });
    await pass(2);
    await cyrus.end();
    await expect(away()).rejects.toThrow("cannot be reached");
    await cyrus.start();
    await expect.poll(async () => (await away().catch(() => [])).map((each) => each.id)).toEqual([id]);
  });
});

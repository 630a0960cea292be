/**
 * An account at a Cyrus, which knows neither labels nor saved searches: the names and colours of labels are kept here, their
 * keywords and numbers there.
 */
import { ALL_ACCOUNTS_ID, type Id, idOfMember, JmapClient, LABELS, remoteAccountOf, SAVED_SEARCHES } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { testMessage } from "../imap/mirrored.ts";
import { canRunCyrus, type Cyrus, startCyrus } from "../servers/cyrus.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { hearEvents } from "../support/hear-events.ts";
import { openOwnPage } from "../support/own-page.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { addRemoteAccount, enter, page as ownPage } from "./front.ts";

const name = "ann@example.org";

test("an account at another Pismo has those of its server", async () => {
  const engine = await testServer();
  const own = await testServer({ accountSetup: { ca: "" } });
  try {
    const { accountId, client } = engine;
    await client.call("Label/set", { accountId, create: { a: { name: "Far" } } });
    const id = await addRemoteAccount(own, engine, await engine.listen());
    const remote = remoteAccountOf(await own.client.session(true), id)!;
    expect(remote.capabilities[LABELS]).toEqual({});
    expect(remote.accountCapabilities[LABELS]).toMatchObject({ labels: [{ name: "Far", keyword: "far" }] });
  } finally {
    await own.close();
    await engine.close();
  }
});

describe.skipIf(!canRunCyrus)("at a Cyrus", () => {
  let cyrus: Cyrus;
  let own: TestServer;
  let page: JmapClient;
  let there: Id;

  beforeEach(async () => {
    cyrus = await startCyrus({ hasDomains: true });
    (await foreignClient(cyrus.port, name, cyrus.password)).close();
    own = await testServer({ accountSetup: { ca: "" }, transfers: true });
    const { password, jmapUrl } = cyrus;
    const account = { name: "Ann", email: name, username: name, password, imap: null, smtp: null, jmapUrl };
    const { created } = await own.client.call("MailServer/set", { create: { a: account } });
    there = created!["a"]!.id!;
    ({ page } = await openOwnPage(own));
  });
  afterEach(async () => {
    await own.close();
    await cyrus.stop();
  });

  const labels = async (accountId = there) => (await page.call("Label/get", { accountId, ids: null })).list;
  const make = async (label: object, accountId = there): Promise<Id> => {
    const { created, notCreated } = await page.call("Label/set", { accountId, create: { l: label } });
    expect(notCreated ?? null).toBeNull();
    return created!["l"]!.id!;
  };
  /** @param accountId of one Email with these keywords */
  const put = async (subject: string, keywords: readonly string[], accountId = there): Promise<Id> => {
    const { list } = await page.call("Mailbox/get", { accountId, ids: null });
    const inbox = list.find(({ role }) => role === "inbox")!.id!;
    const { blobId } = await page.upload(accountId, new Blob([testMessage(subject)]), "message/rfc822");
    const given = {
      blobId,
      mailboxIds: { [inbox]: true as const },
      keywords: Object.fromEntries(keywords.map((keyword) => [keyword, true as const])),
    };
    const { created } = await page.call("Email/import", { accountId, emails: { e: given } });
    return created!["e"]!.id!;
  };
  const move = async (id: Id, from: Id, to: Id): Promise<void> => {
    const { list } = await page.call("Mailbox/get", { accountId: to, ids: null });
    const create = {
      t: {
        toAccountId: to,
        mailboxId: list.find(({ role }) => role === "inbox")!.id!,
        emailIds: [idOfMember(from, id)],
        keepsOriginals: false,
      },
    };
    const { created } = await page.call("EmailTransfer/set", { accountId: ALL_ACCOUNTS_ID, create });
    const ids = [created!["t"]!.id];
    await eventually(async () => {
      const [transfer] = (await page.call("EmailTransfer/get", { accountId: ALL_ACCOUNTS_ID, ids })).list;
      expect(transfer).toMatchObject({ waiting: 0, done: 1, failed: {} });
    });
  };
  const keywordsOf = async (accountId: Id): Promise<string[]> => {
    const { ids } = await page.call("Email/query", { accountId });
    const { list } = await page.call("Email/get", { accountId, ids, properties: ["keywords"] });
    return list.flatMap(({ keywords }) => Object.keys(keywords!)).toSorted();
  };

  test("they are made, changed and removed here, stand in the session, and its server counts their Emails", async () => {
    const house = await make({ name: "Дом", color: "red" });
    const roof = await make({ name: "Roof", parentId: house });
    await put("one", ["dom", "$seen"]);
    await put("two", ["dom", "roof"]);
    await put("three", []);
    expect(await labels()).toMatchObject([
      { id: house, keyword: "dom", name: "Дом", color: "red", parentId: null, totalEmails: 2, unreadEmails: 1 },
      { id: roof, keyword: "roof", parentId: house, totalEmails: 1, unreadEmails: 1 },
    ]);
    const { list } = await page.call("Label/get", { accountId: there, ids: [roof], properties: ["unreadEmails"] });
    expect(list).toEqual([{ id: roof, unreadEmails: 1 }]);
    await page.call("Label/set", { accountId: there, update: { [house]: { name: "Flat" } } });
    const remote = remoteAccountOf(await page.session(true), there)!;
    expect(remote.capabilities[LABELS]).toEqual({ apiUrl: expect.stringContaining(`/jmap/at/${there}/own`) });
    expect(remote.accountCapabilities[LABELS]).toMatchObject({
      labels: [{ name: "Flat", keyword: "dom" }, { name: "Roof" }],
      isOnServer: true,
    });
    await page.call("Label/set", { accountId: there, destroy: [house] });
    expect(await labels()).toMatchObject([{ id: roof, parentId: null }]);
    // Those of the own mailbox are others.
    expect(await labels(own.accountId)).toEqual([]);
  });

  test("more of them than calls in a request are counted, and Emails in the trash are not", async () => {
    const create = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`l${n}`, { name: `Label ${n}` }]));
    await page.call("Label/set", { accountId: there, create });
    await put("one", ["label-19"]);
    const gone = await put("two", ["label-19"]);
    const { list } = await page.call("Mailbox/get", { accountId: there, ids: null });
    const trash = list.find(({ role }) => role === "trash")!.id!;
    await page.call("Email/set", { accountId: there, update: { [gone]: { mailboxIds: { [trash]: true } } } });
    expect((await labels()).map(({ totalEmails }) => totalEmails)).toEqual([...Array<number>(19).fill(0), 1]);
  });

  test("they come along with a letter into the own mailbox, and out of it", async () => {
    const house = await make({ name: "House", color: "blue" });
    await make({ name: "Roof", parentId: house });
    await move(await put("one", ["roof"]), there, own.accountId);
    expect(await labels(own.accountId)).toMatchObject([
      { name: "House", color: "blue", totalEmails: 0 },
      { name: "Roof", keyword: "roof", totalEmails: 1 },
    ]);
    expect(await keywordsOf(there)).toEqual([]);

    await make({ name: "Garden", keyword: "beds" }, own.accountId);
    await make({ name: "Garden" });
    await move(await put("two", ["beds"], own.accountId), own.accountId, there);
    // The one of that name there has its own keyword.
    expect(await keywordsOf(there)).toEqual(["garden"]);
    expect((await labels()).map(({ name: each }) => each)).toEqual(["House", "Roof", "Garden"]);
  });

  test("saved searches are kept here too: those in all mail", async () => {
    const remote = remoteAccountOf(await page.session(true), there)!;
    expect(remote.accountCapabilities[SAVED_SEARCHES]).toEqual({});
    const { list } = await page.call("Mailbox/get", { accountId: there, ids: null });
    const { created, notCreated } = await page.call("SavedSearch/set", {
      accountId: there,
      create: { a: { name: "Bills", text: "bill is:unread" }, b: { name: "Here", text: "x", mailboxId: list[0]!.id! } },
    });
    expect(notCreated).toMatchObject({ b: { type: "invalidProperties", properties: ["mailboxId"] } });
    const search = { id: created!["a"]!.id!, name: "Bills", text: "bill is:unread", mailboxId: null };
    expect((await page.call("SavedSearch/get", { accountId: there, ids: null })).list).toEqual([search]);
    expect((await page.call("SavedSearch/get", { accountId: own.accountId, ids: null })).list).toEqual([]);
    await page.call("SavedSearch/set", { accountId: there, destroy: [search.id] });
    expect((await page.call("SavedSearch/get", { accountId: there, ids: null })).list).toEqual([]);
  });

  test("pages hear of a change by the stream of its server", async () => {
    const url = `${await own.listen()}/jmap/at/${there}/eventsource?types=*&closeafter=no&ping=0`;
    const events = await hearEvents(url, own.token);
    await make({ name: "House" });
    await eventually(() => expect(events.text()).toMatch(/"changed":\{"ann@example\.org":\{"Label":"\d+"\}\}/));
    await events.end();
  });

  test("in front of a server of several people they are the person's", async () => {
    const { origin } = new URL(cyrus.jmapUrl);
    const front = await testServer({ upstreamUrl: origin });
    try {
      const clientOf = async (who: string): Promise<{ client: JmapClient; accountId: Id }> => {
        (await foreignClient(cyrus.port, who, cyrus.password)).close();
        const cookie = await enter(front, who, cyrus.password);
        const sessionUrl = "http://127.0.0.1/.well-known/jmap";
        const client = new JmapClient({ sessionUrl, headers: { ...ownPage, cookie }, fetch: front.fetch });
        return { client, accountId: Object.keys((await client.session()).accounts)[0]! };
      };
      const [ann, bob] = [await clientOf(name), await clientOf("bob@example.org")];
      await ann.client.call("Label/set", { accountId: ann.accountId, create: { l: { name: "House" } } });
      const facesOf = async ({ client, accountId }: typeof ann) =>
        (await client.session(true)).accounts[accountId]!.accountCapabilities[LABELS];
      expect(await facesOf(ann)).toMatchObject({ labels: [{ name: "House" }] });
      expect(await facesOf(bob)).toEqual({ labels: [], isOnServer: true });
    } finally {
      await front.close();
    }
  });
});

/** An account at another JMAP server: sent letters that nothing answers come back, and those that were answered do not. */
import {
  type EmailSubmission,
  type Id,
  type JmapClient,
  type PatchObject,
  remoteAccountOf,
  SNOOZE,
  type Snooze,
} from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { canRunCyrus } from "../servers/cyrus.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { lines } from "../support/jmap.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { addRemoteAccount } from "./front.ts";
import { ann, HeldPage, type SendingCyrus, sendingCyrus } from "./held/held-account.ts";

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number): string =>
  new Date(Math.ceil(Date.now() / 1000) * 1000 + days * DAY_MS).toISOString().replace(".000Z", "Z");

const isBack = (id: Id) => [{ id, isUnanswered: true, until: expect.any(String) as string }];

test("another Pismo reminds by itself", async () => {
  const engine = await testServer({ sends: true });
  const own = await testServer({ accountSetup: { ca: "" }, sends: true });
  try {
    await engine.addMailbox("anna");
    const accountId = await addRemoteAccount(own, engine, await engine.listen());
    const remote = remoteAccountOf(await own.client.session(true), accountId)!;
    expect(remote.accountCapabilities[SNOOZE]).toEqual({ mayRemind: true });
    const { list } = await own.client.call("Mailbox/get", { accountId, ids: null });
    const drafts = list.find(({ role }) => role === "drafts")!.id!;
    const message = lines("From: you@pismo.localhost", "To: anna@pismo.localhost", "Subject: Plan", "", "Hello");
    const { blobId } = await own.client.upload(accountId, new Blob([message]), "message/rfc822");
    const emails = { e: { blobId, mailboxIds: { [drafts]: true as const }, keywords: { $draft: true as const } } };
    const emailId = (await own.client.call("Email/import", { accountId, emails })).created!["e"]!.id!;
    const [identity] = (await own.client.call("Identity/get", { accountId })).list;
    const create = { s: { identityId: identity!.id!, emailId, remindAfterDays: 3 } };
    expect((await own.client.call("EmailSubmission/set", { accountId, create })).notCreated).toBeNull();
    await eventually(async () => {
      const get = await own.client.call("Snooze/get", { accountId, ids: [emailId] });
      expect(get.list).toMatchObject([{ id: emailId, ifUnanswered: true }]);
    });
    expect(await own.store.read((reader) => reader.all("select 1 from upstream_reminder"))).toEqual([]);
  } finally {
    await own.close();
    await engine.close();
  }
});

describe.skipIf(!canRunCyrus)("at a Cyrus", () => {
  let cyrus: SendingCyrus;
  let own: TestServer;
  let page: HeldPage;
  let client: JmapClient;
  let accountId: Id;

  beforeAll(async () => (cyrus = await sendingCyrus()));
  afterAll(() => cyrus.close());
  beforeEach(async () => {
    own = await testServer({ accountSetup: { ca: "" }, sends: true });
    ({ client } = own);
    const { created } = await client.call("MailServer/set", { create: { a: cyrus.account } });
    accountId = created!["a"]!.id!;
    page = new HeldPage(client, accountId);
    await client.session(true);
  });
  afterEach(async () => {
    cyrus.peer.messages.length = 0;
    delete cyrus.behaviour.onRecipient;
    cyrus.door.cutAt = undefined;
    cyrus.door.reopen();
    await own.close();
  });

  const rows = (): Promise<Record<string, unknown>[]> =>
    own.store.read((reader) => reader.all("select * from upstream_reminder"));
  const get = async (ids: Id[] | null = null): Promise<Snooze[]> =>
    (await client.call("Snooze/get", { accountId, ids })).list;
  const put = (id: Id, until: string | null) =>
    client.call("Snooze/put", { accountId, emails: { [id]: until }, ifUnanswered: true });
  /** As if so much time had gone by. */
  const pass = (days: number): Promise<unknown> =>
    own.store.write(async (tx) => {
      const sql = "update upstream_reminder set wakes_at = wakes_at - ?, look_at = look_at - ?, left_at = left_at - ?";
      await tx.run(sql, ...Array.from({ length: 3 }, () => days * DAY_MS));
      await tx.nextModSeq(accountId);
    }, {});

  async function submit(emailId: Id, given: Partial<EmailSubmission>, patch: PatchObject) {
    const { list } = await client.call("Identity/get", { accountId });
    const create = { s: { identityId: list[0]!.id!, emailId, ...given } };
    return client.call("EmailSubmission/set", { accountId, create, onSuccessUpdateEmail: { "#s": patch } });
  }
  const toSent = (): PatchObject => ({
    "keywords/$draft": null,
    [`mailboxIds/${page.role["drafts"]!}`]: null,
    [`mailboxIds/${page.role["sent"]!}`]: true,
  });
  /** As the popup sends where nothing can be undone. */
  async function sendAtOnce(subject: string, remindAfterDays: unknown = 3) {
    const emailId = await page.draft(subject);
    const given = { remindAfterDays } as Partial<EmailSubmission>;
    return { emailId, set: await submit(emailId, given, toSent()) };
  }
  const pending: PatchObject = { "keywords/$draft": null, "keywords/$submitpending": true };
  async function hold(subject: string, parameters: Record<string, string>) {
    const emailId = await page.draft(subject);
    const envelope = {
      mailFrom: { email: ann, parameters },
      rcptTo: [{ email: "bob@mail.example", parameters: null }],
    };
    const { created } = await submit(emailId, { envelope, remindAfterDays: 3 }, pending);
    return { emailId, id: created!["s"]!.id! };
  }

  /** A letter that others wrote, in the account's mailbox. */
  async function arrive(fields: string[], folder = "INBOX"): Promise<void> {
    const imap = await foreignClient(cyrus.port, ann, cyrus.account.password);
    await imap.append(folder, lines("From: Bob <bob@mail.example>", `To: ${ann}`, ...fields, "", "Yes"));
    await imap.logout();
  }
  const messageIdOf = async (id: Id): Promise<string> => {
    const { list } = await client.call("Email/get", { accountId, ids: [id], properties: ["messageId"] });
    return `<${list[0]!.messageId![0]!}>`;
  };
  const answerTo = async (id: Id, subject: string): Promise<string[]> => [
    `Subject: ${subject}`,
    `Message-ID: <answer-${id}@mail.example>`,
    `In-Reply-To: ${await messageIdOf(id)}`,
  ];
  const move = (id: Id, to: string) =>
    client.call("Email/set", { accountId, update: { [id]: { mailboxIds: { [page.role[to]!]: true } } } });

  test("the account says that it reminds, and a held letter says with what, also once it is canceled", async () => {
    const remote = remoteAccountOf(await client.session(), accountId)!;
    expect(remote.accountCapabilities[SNOOZE]).toEqual({ bringsBack: false, mayRemind: true });
    const { id, emailId } = await hold("Held", { HOLDFOR: "3600" });
    const daysOf = async () =>
      (await client.call("EmailSubmission/get", { accountId, ids: [id] })).list[0]?.remindAfterDays;
    expect(await daysOf()).toBe(3);
    expect(await get([emailId])).toEqual([]);
    await page.cancel(id);
    expect(await daysOf()).toBe(3);
    expect(await rows()).toEqual([]);
  });

  test("held, it counts from when the letter was submitted; it stays in Sent, and comes back with the reason", async () => {
    const { id, emailId } = await hold("Waits", { HOLDFOR: "2" });
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("sent $seen"));
    await eventually(async () => expect(await get()).toHaveLength(1));
    const [reminder] = await get([emailId]);
    expect(reminder).toMatchObject({ id: emailId, ifUnanswered: true });
    expect(Math.abs(Date.parse(reminder!.until) - Date.now() - 3 * DAY_MS)).toBeLessThan(60_000);
    const { list } = await client.call("EmailSubmission/get", { accountId, ids: [id] });
    expect(list).toMatchObject([{ remindAfterDays: null, undoStatus: "final" }]);
    await pass(4);
    // By itself: no page asks.
    await eventually(async () => expect(await rows()).toMatchObject([{ look_at: null }]));
    expect(await get()).toEqual(isBack(emailId));
    expect(await page.placeOf(emailId)).toBe("sent $seen");
    expect((await put(emailId, null)).snoozed).toEqual({ [emailId]: { until: null } });
    expect(await get()).toEqual([]);
    expect((await put(emailId, null)).notSnoozed).toEqual({ [emailId]: { type: "notFound" } });
  });

  test("a letter that goes at once has one; refused it has none, and days that are none are refused", async () => {
    const { emailId, set } = await sendAtOnce("At once");
    expect(set.notCreated ?? null).toBeNull();
    expect(await page.placeOf(emailId)).toBe("sent $seen");
    expect(await get()).toMatchObject([{ id: emailId, ifUnanswered: true }]);
    expect(cyrus.subjectsSent()).toEqual(["At once"]);
    for (const days of [0, 367, 1.5, "3"]) {
      const refusal = (await sendAtOnce("Refused", days)).set.notCreated!["s"];
      expect(refusal).toMatchObject({ type: "invalidProperties", properties: ["remindAfterDays"] });
    }
    cyrus.behaviour.onRecipient = () => "550 5.1.1 No such user";
    const refused = await sendAtOnce("Refused");
    expect(refused.set.created ?? null).toBeNull();
    expect(await rows()).toHaveLength(1);
    expect(cyrus.subjectsSent()).toEqual(["At once"]);
  });

  test("without the server's answer the letter is looked for, and the days begin; a draft has no reminder", async () => {
    cyrus.door.cutAt = '"EmailSubmission/set"';
    await expect(sendAtOnce("Cut")).rejects.toThrow("cannot be reached");
    await eventually(() => expect(cyrus.subjectsSent()).toEqual(["Cut"]));
    const [row] = await rows();
    expect(row).toMatchObject({ days: 3, wakes_at: null });
    expect(await get()).toEqual([]);
    const emailId = row!["upstream_email"] as Id;
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("sent $seen"));
    const draft = await page.draft("Not sent");
    await own.store.write(async (tx) => {
      await tx.run("update upstream_reminder set look_at = ?", Date.now());
      await tx.run(
        `insert into upstream_reminder (account_id, upstream_account, upstream_email, days, look_at, attempts)
         select account_id, upstream_account, ?, 3, ?, 0 from upstream_reminder`,
        draft,
        Date.now(),
      );
      await tx.nextModSeq(accountId);
    }, {});
    await eventually(async () => expect(await get()).toMatchObject([{ id: emailId, ifUnanswered: true }]));
    await eventually(async () => expect(await rows()).toHaveLength(1));
  });

  test("[5322 §3.6.4] an answer ends it, also one under another subject", async () => {
    const { emailId } = await sendAtOnce("Plan");
    const other = (await sendAtOnce("Garden")).emailId;
    await arrive(await answerTo(emailId, "Re: Plan"));
    await arrive(await answerTo(other, "Something else altogether"));
    // Who opens the letter is told so at once.
    expect(await get([emailId])).toEqual([]);
    await pass(4);
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(await get()).toEqual([]);
  });

  test.each([
    ["[3834 §5] an automatic answer", ["Auto-Submitted: auto-replied"], "INBOX"],
    ["[3834 §3.3] one with an empty reverse path", ["Return-Path: <>"], "INBOX"],
    ["what lies in Spam", [], "Junk"],
    ["what the person sends after it", [`Sender: ${ann}`], "Sent"],
  ])("no answer: %s", async (what, fields, folder) => {
    const { emailId } = await sendAtOnce(what);
    await arrive([...(await answerTo(emailId, `Re: ${what}`)), ...fields], folder);
    expect(await get([emailId])).toMatchObject([{ id: emailId, ifUnanswered: true }]);
    await pass(4);
    await eventually(async () => expect(await rows()).toMatchObject([{ look_at: null }]));
    expect(await get()).toEqual(isBack(emailId));
    // An answer that comes after that ends it.
    await arrive(["Auto-Submitted: no", `Subject: Re: ${what}`, `References: ${await messageIdOf(emailId)}`]);
    expect(await get()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test("no answer: a letter of the person from one of their addresses, or of the conversation that does not name it", async () => {
    const { emailId } = await sendAtOnce("Talk");
    const imap = await foreignClient(cyrus.port, ann, cyrus.account.password);
    const own2 = lines(`From: ${ann}`, ...(await answerTo(emailId, "Re: Talk")), "", "And?");
    await imap.append("INBOX", own2);
    await imap.logout();
    await arrive(["Subject: Re: Talk", `References: <answer-${emailId}@mail.example>`]);
    await pass(4);
    await eventually(async () => expect(await rows()).toMatchObject([{ look_at: null }]));
    expect(await get()).toEqual(isBack(emailId));
  });

  test("asked for later: another time, taken back, and refused for what was answered, came from others or is a draft", async () => {
    const { emailId, set } = await sendAtOnce("Later", null);
    expect(set.notCreated ?? null).toBeNull();
    expect(await get()).toEqual([]);
    const [until, later] = [inDays(2), inDays(5)];
    expect((await put(emailId, until)).snoozed).toEqual({ [emailId]: { until } });
    expect((await put(emailId, later)).snoozed).toEqual({ [emailId]: { until: later, before: until } });
    expect(await get()).toEqual([{ id: emailId, until: later, ifUnanswered: true }]);
    expect((await put(emailId, null)).snoozed).toEqual({ [emailId]: { until: null } });
    await arrive(await answerTo(emailId, "Re: Later"));
    const inInbox = { accountId, filter: { inMailbox: page.role["inbox"]! }, limit: 1 };
    const received = (await client.call("Email/query", inInbox)).ids[0]!;
    const draft = await page.draft("Draft");
    const refusal = { type: "invalidProperties", properties: ["ifUnanswered"] };
    for (const id of [emailId, received, draft])
      expect([id, (await put(id, until)).notSnoozed]).toMatchObject([id, { [id]: refusal }]);
    expect((await put("other", until)).notSnoozed).toEqual({ other: { type: "notFound" } });
    expect(await rows()).toEqual([]);
  });

  test("thrown away, it does not come; thrown away above the inbox, Undo brings it back", async () => {
    const [gone, back] = [(await sendAtOnce("Gone")).emailId, (await sendAtOnce("Back")).emailId];
    await move(gone, "trash");
    await pass(4);
    await eventually(async () => expect(await rows()).toMatchObject([{ upstream_email: back, look_at: null }]));
    await move(back, "trash");
    expect(await get()).toEqual([]);
    await move(back, "sent");
    expect(await get()).toEqual(isBack(back));
    await move(back, "trash");
    expect(await get()).toEqual([]);
    await pass(1);
    expect(await get()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test("a server that is away is asked later, ever later, and nothing is forgotten", async () => {
    const { emailId } = await sendAtOnce("Away");
    cyrus.door.shut();
    await pass(4);
    await eventually(async () => expect((await rows())[0]!["attempts"]).toBe(1));
    await expect(get()).rejects.toThrow("cannot be reached");
    const [row] = await rows();
    expect(Number(row!["look_at"])).toBeGreaterThan(Date.now());
    cyrus.door.reopen();
    // By itself.
    await eventually(async () => expect(await rows()).toMatchObject([{ look_at: null, attempts: 0 }]));
    expect(await get()).toEqual(isBack(emailId));
  });

  test("removed with the account", async () => {
    await sendAtOnce("Removed");
    await client.call("MailServer/set", { destroy: [accountId] });
    await eventually(async () => expect(await rows()).toEqual([]));
  });
});

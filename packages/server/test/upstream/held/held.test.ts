/** Emails of an account at another JMAP server wait here: taken back, sent once, refused, lost. */
import { OUTBOX, REMOTE_ACCOUNT, type RemoteAccountCapability, SUBMISSION } from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../jmap/test/eventually.ts";
import { canRunCyrus } from "../../servers/cyrus.ts";
import { hearEvents } from "../../support/hear-events.ts";
import { type TestServer, testServer } from "../../support/server.ts";
import { HeldPage, type SendingCyrus, sendingCyrus } from "./held-account.ts";

describe.skipIf(!canRunCyrus)("at a Cyrus", () => {
  let cyrus: SendingCyrus;
  let own: TestServer;
  let page: HeldPage;

  beforeAll(async () => (cyrus = await sendingCyrus()));
  afterAll(() => cyrus.close());
  beforeEach(async () => {
    own = await testServer({ accountSetup: { ca: "" }, sends: true });
    const { created } = await own.client.call("MailServer/set", { create: { a: cyrus.account } });
    page = new HeldPage(own.client, created!["a"]!.id!);
    await own.client.session(true);
  });
  afterEach(async () => {
    cyrus.peer.messages.length = 0;
    delete cyrus.behaviour.onRecipient;
    cyrus.door.reopen();
    await own.close();
  });

  const remove = (onDestroyLoseChanges: boolean) =>
    own.client.call("MailServer/set", { destroy: [page.accountId], onDestroyLoseChanges });

  test("the account says that letters can wait, and how long", async () => {
    const { accounts } = await own.client.session();
    const remote = accounts[page.accountId]!.accountCapabilities[REMOTE_ACCOUNT] as RemoteAccountCapability;
    expect(remote.accountCapabilities).toMatchObject({
      [OUTBOX]: { filesPending: true },
      [SUBMISSION]: { maxDelayedSend: 30 * 24 * 3600 },
    });
  });

  test("it waits in Drafts as pending, is canceled and the draft that it was, and too late is cannotUnsend", async () => {
    const { emailId, id } = await page.send("Taken back", { HOLDFOR: "3600" });
    expect(await page.placeOf(emailId)).toBe("drafts $seen $submitpending");
    expect(await page.statusOf(id)).toBe("pending");
    for (const each of [1, 2]) expect([each, (await page.cancel(id)).notUpdated]).toEqual([each, null]);
    expect(await page.placeOf(emailId)).toBe("drafts $draft $seen");
    expect(await page.statusOf(id)).toBe("canceled");
    const { id: next, emailId: gone } = await page.send("Gone", { HOLDFOR: "1" });
    await eventually(async () => expect(await page.placeOf(gone)).toBe("sent $seen"));
    expect(await page.statusOf(next)).toBe("final");
    expect((await page.cancel(next)).notUpdated).toMatchObject({ [next]: { type: "cannotUnsend" } });
    expect(cyrus.subjectsSent()).toEqual(["Gone"]);
  });

  test("it goes out by itself when its time has come, once, and lies in Sent", async () => {
    const { accountId } = page;
    const until = new Date(Date.now() + 1500).toISOString().replace(/\.\d+Z$/, "Z");
    const { emailId, id } = await page.send("By itself", { HOLDUNTIL: until });
    const find = { accountId, filter: { emailIds: [emailId] } };
    expect((await own.client.call("EmailSubmission/query", find)).ids).toEqual([id]);
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["By itself"]);
    expect(cyrus.peer.messages[0]?.to).toEqual(["bob@mail.example"]);
    expect(await page.statusOf(id)).toBe("final");
    expect(await page.outbox()).toEqual([]);
    const pending = { accountId, filter: { undoStatus: "pending" as const } };
    expect((await own.client.call("EmailSubmission/query", pending)).ids).toEqual([]);
  });

  test("refused, it is a draft again and the outbox says so; tried again, it goes", async () => {
    cyrus.behaviour.onRecipient = () => "550 5.1.1 No such user";
    const { emailId, id } = await page.send("Refused", { HOLDFOR: "0" });
    await eventually(async () => expect(await page.outbox()).toHaveLength(1));
    expect((await page.outbox())[0]).toMatch(/^Refused: failed \w+$/);
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("drafts $draft $seen"));
    delete cyrus.behaviour.onRecipient;
    await eventually(async () => {
      const { updated } = await own.client.call("Outbox/retry", { accountId: page.accountId, ids: [id] });
      expect(updated).toEqual({ [id]: null });
    });
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("sent $seen"));
    expect(cyrus.subjectsSent()).toEqual(["Refused"]);
    expect(await page.outbox()).toEqual([]);
  });

  test("one whose draft was destroyed there, or deleted, is not sent, and that is said", async () => {
    const { accountId } = page;
    const destroyed = await page.send("Destroyed", { HOLDFOR: "3600" });
    await own.client.call("Email/set", { accountId, destroy: [destroyed.emailId] });
    await own.client.call("Outbox/retry", { accountId, ids: [destroyed.id] });
    await eventually(async () => expect(await page.outbox()).toEqual(["Destroyed: failed draftGone, no draft"]));
    const dismissed = await own.client.call("EmailSubmission/set", { accountId, destroy: [destroyed.id] });
    expect(dismissed.destroyed).toEqual([destroyed.id]);
    expect(await page.outbox()).toEqual([]);
    const deleted = await page.send("Deleted", { HOLDFOR: "3600" });
    const mailboxIds = { [page.role["trash"]!]: true as const };
    await own.client.call("Email/set", { accountId, update: { [deleted.emailId]: { mailboxIds } } });
    await own.client.call("Outbox/retry", { accountId, ids: [deleted.id] });
    await eventually(async () => expect(await page.outbox()).toEqual(["Deleted: failed draftGone, no draft"]));
    expect(await page.placeOf(deleted.emailId)).toMatch(/^trash /);
    expect(cyrus.subjectsSent()).toEqual([]);
  });

  test("pages hear of what becomes of it, by the stream of its server", async () => {
    const url = `${await own.listen()}/jmap/at/${page.accountId}/eventsource?types=*&closeafter=no&ping=0`;
    const events = await hearEvents(url, own.token);
    await page.send("Heard of", { HOLDFOR: "3600" });
    await eventually(() =>
      expect(events.text()).toMatch(/"changed":\{"ann@example\.org":\{"EmailSubmission":"held-\d+"\}\}/),
    );
    await events.end();
  });

  test("while its server is away it waits, and says so; it can be edited, or goes when that is back", async () => {
    const waits = await page.send("Waits", { HOLDFOR: "3600" });
    cyrus.door.shut();
    await own.client.call("Outbox/retry", { accountId: page.accountId, ids: [waits.id] });
    await eventually(async () => expect(await page.outbox()).toEqual(["Waits: waiting unreachable"]));
    cyrus.door.reopen();
    const edited = await page.send("Edited", { HOLDFOR: "3600" });
    const { accountId } = page;
    await own.client.call("Outbox/retry", { accountId, ids: [waits.id] });
    await eventually(async () => expect(await page.placeOf(waits.emailId)).toBe("sent $seen"));
    const { updated } = await own.client.call("Outbox/edit", { accountId, ids: [edited.id] });
    expect(updated).toEqual({ [edited.id]: { emailId: edited.emailId, recipients: null } });
    expect(await page.placeOf(edited.emailId)).toBe("drafts $draft $seen");
    expect(await page.outbox()).toEqual([]);
    expect(cyrus.subjectsSent()).toEqual(["Waits"]);
  });

  test("an answer that is lost is looked for, and the letter goes once", async () => {
    const { id, emailId } = await page.send("Cut", { HOLDFOR: "3600" });
    cyrus.door.cutAt = '"sending"';
    await own.client.call("Outbox/retry", { accountId: page.accountId, ids: [id] });
    await eventually(() => expect(cyrus.door.cutAt).toBeUndefined());
    await eventually(async () => expect(await page.placeOf(emailId)).toBe("sent $seen"));
    await eventually(async () => expect(await rows("select state from held_submission")).toEqual([{ state: "sent" }]));
    expect(cyrus.subjectsSent()).toEqual(["Cut"]);
  });

  const rows = (sql: string): Promise<unknown[]> => own.store.read((reader) => reader.all(sql));

  test("removing the account names what waits", async () => {
    await page.send("Named", { HOLDFOR: "3600" });
    expect((await remove(false)).notDestroyed).toMatchObject({
      [page.accountId]: { type: "changesWaiting", unsent: ["Named"] },
    });
    expect((await remove(true)).destroyed).toEqual([page.accountId]);
    await eventually(async () => expect(await rows("select 1 from held_submission")).toEqual([]));
  });
});

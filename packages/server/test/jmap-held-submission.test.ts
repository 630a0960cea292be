/** Emails that wait to be sent: where they lie, taken back, and sent once though no client is there. */
import type { EmailSubmission, Id } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Jmap, lines, type LooseArgs } from "./support/jmap.ts";
import { sendingJmap } from "./support/sending-jmap.ts";
import { type Behaviour, type Peer } from "./support/smtp-peer.ts";

let peer: Peer;
let j: Jmap;
let behaviour: Behaviour;
let close: () => Promise<void>;

beforeEach(async () => ({ j, peer, behaviour, close } = await sendingJmap()));
afterEach(() => close());

const pending = { "keywords/$draft": null, "keywords/$submitpending": true };

/** As the compose popup sends, to be held. */
async function send(
  subject: string,
  parameters: Record<string, string>,
  update: LooseArgs = pending,
  to: string[] = ["friend@b.example"],
): Promise<{ emailId: Id; id: Id }> {
  const text = lines("From: you@pismo.localhost", `To: ${to.join(", ")}`, `Subject: ${subject}`, "", "Hello");
  const emailId = await j.importMessage(text, { mailboxIds: [j.role["drafts"]!], keywords: ["$draft", "$seen"] });
  const { list } = await j.call("Identity/get");
  const envelope = {
    mailFrom: { email: "you@pismo.localhost", parameters },
    rcptTo: to.map((email) => ({ email })),
  };
  const { created } = await j.call("EmailSubmission/set", {
    create: { s: { identityId: list[0]!.id, emailId, envelope } },
    onSuccessUpdateEmail: { "#s": update },
  });
  return { emailId, id: created!["s"]!.id! };
}
const placeOf = (emailId: Id) => j.email(emailId, ["mailboxIds", "keywords"]);
const inDrafts = (keywords: LooseArgs) => ({ mailboxIds: { [j.role["drafts"]!]: true }, keywords });
const inSent = () => ({ mailboxIds: { [j.role["sent"]!]: true }, keywords: { $seen: true } });
const cancel = (id: Id) => j.call("EmailSubmission/set", { update: { [id]: { undoStatus: "canceled" } } });
const statusOf = async (id: Id): Promise<Partial<EmailSubmission> | undefined> =>
  (await j.call("EmailSubmission/get", { ids: [id], properties: ["undoStatus"] })).list[0];

test("[5550] a held Email waits in Drafts as pending, is in no outbox, and lies in Sent once it is sent", async () => {
  const { emailId, id } = await send("Held", { HOLDFOR: "3600" });
  expect(await placeOf(emailId)).toMatchObject(inDrafts({ $seen: true, $submitpending: true }));
  expect((await j.call("Outbox/get")).list).toEqual([]);
  expect(await j.call("Outbox/retry", { ids: [id] })).toMatchObject({ updated: { [id]: null } });
  await eventually(() => expect(peer.messages).toHaveLength(1));
  expect(await placeOf(emailId)).toMatchObject(inSent());
  await eventually(async () => expect(await statusOf(id)).toMatchObject({ undoStatus: "final" }));
});

test("[4865] it goes out by itself when its time has come, once", async () => {
  const { emailId } = await send("By itself", { HOLDFOR: "1" });
  await eventually(() => expect(peer.messages).toHaveLength(1));
  expect(await placeOf(emailId)).toMatchObject(inSent());
});

test("[8621 §7.5] canceled, it is the draft that it was, and is not sent; canceled twice, it is canceled", async () => {
  const { emailId, id } = await send("Taken back", { HOLDFOR: "2" });
  for (const each of [1, 2]) expect([each, (await cancel(id)).notUpdated]).toEqual([each, null]);
  expect(await placeOf(emailId)).toMatchObject(inDrafts({ $seen: true, $draft: true }));
  expect(await statusOf(id)).toMatchObject({ undoStatus: "canceled" });
  // One that is to go out later has gone out by now.
  await send("The next", { HOLDFOR: "3" });
  await eventually(() => expect(subjectsOf(peer)).toEqual(["The next"]));
});

test("[8621 §7.5] too late is cannotUnsend, and the Email stays sent", async () => {
  const { emailId, id } = await send("Gone", { HOLDFOR: "3600" });
  await j.call("Outbox/retry", { ids: [id] });
  await eventually(async () => expect(await statusOf(id)).toMatchObject({ undoStatus: "final" }));
  expect((await cancel(id)).notUpdated).toMatchObject({ [id]: { type: "cannotUnsend" } });
  expect(await placeOf(emailId)).toMatchObject(inSent());
});

const name = (id: Id, originals: Record<Id, Id> | null) =>
  j.call("EmailSubmission/set", { update: { [id]: { originals } } });

describe("originals of what goes smaller", () => {
  test("are named while it waits, and are there when it is taken back", async () => {
    const { id } = await send("Smaller", { HOLDFOR: String(3 * 86_400) });
    const original = await j.upload("all pixels", "image/jpeg");
    expect((await name(id, { part: original })).notUpdated).toBeNull();
    const kept = await j.store.read((reader) =>
      reader.get<{ expires_at: number }>("select expires_at from upload where blob_id = ?", original),
    );
    expect(kept!.expires_at).toBeGreaterThan(Date.now() + 3 * 86_400_000);
    expect((await cancel(id)).notUpdated).toBeNull();
    const { list } = await j.call("EmailSubmission/get", { ids: [id] });
    expect(list).toMatchObject([{ undoStatus: "canceled", originals: { part: original } }]);
    expect((await name(id, null)).notUpdated).toMatchObject({ [id]: { type: "invalidProperties" } });
  });

  test("are blobs of the account, and nothing else of it is changed", async () => {
    const { id } = await send("Smaller", { HOLDFOR: "3600" });
    for (const wrong of [{ part: `B${"a".repeat(43)}` }, { part: 1 }, "all", []])
      expect((await name(id, wrong as never)).notUpdated).toMatchObject({ [id]: { type: "invalidProperties" } });
    expect(await statusOf(id)).toMatchObject({ undoStatus: "pending" });
  });
});

test("taken back from the outbox, it is a draft again", async () => {
  const { emailId, id } = await send("Edited", { HOLDFOR: "3600" });
  expect(await j.call("Outbox/edit", { ids: [id] })).toMatchObject({
    updated: { [id]: { emailId, recipients: null } },
  });
  expect(await placeOf(emailId)).toMatchObject(inDrafts({ $seen: true, $draft: true }));
});

test("one that the server does not take yet stands in Sent and in the outbox, as all that waits for a server", async () => {
  behaviour.onRecipient = () => "451 4.7.1 Greylisted";
  const { emailId, id } = await send("Greylisted", { HOLDFOR: "3600" });
  await j.call("Outbox/retry", { ids: [id] });
  await eventually(async () => {
    const { list } = await j.call("Outbox/get");
    expect(list).toMatchObject([{ id, emailId, recipients: [{ state: "waiting", problem: "busy" }] }]);
  });
  expect(await placeOf(emailId)).toMatchObject(inSent());
});

test("an Email that its client moves itself stays where that put it", async () => {
  const drafts = j.role["drafts"]!;
  const { emailId, id } = await send(
    "Moved",
    { HOLDFOR: "3600" },
    {
      [`mailboxIds/${drafts}`]: null,
      [`mailboxIds/${j.role["archive"]!}`]: true,
    },
  );
  await j.call("Outbox/retry", { ids: [id] });
  await eventually(async () => expect(await statusOf(id)).toMatchObject({ undoStatus: "final" }));
  expect(await placeOf(emailId)).toMatchObject({ mailboxIds: { [j.role["archive"]!]: true } });
});

const subjectsOf = ({ messages }: Peer) => messages.map(({ text }) => /Subject: (.*)\r/.exec(text)?.[1]);

test("[8621 §7.5] one whose client destroys the Email with its submission is sent all the same: it never was a letter that waits", async () => {
  const { emailId, id } = await send("Destroyed", { HOLDFOR: "3600" }, { "keywords/$draft": null });
  await j.call("Email/set", { destroy: [emailId] });
  expect(await statusOf(id)).toMatchObject({ undoStatus: "pending" });
  await j.call("Outbox/retry", { ids: [id] });
  await eventually(() => expect(peer.messages).toHaveLength(1));
});

test("one that waits and is destroyed is canceled with its letter, and is not sent", async () => {
  const { emailId, id } = await send("Destroyed", { HOLDFOR: "2" });
  const before = (await j.call("EmailSubmission/get", { ids: [] })).state;
  await j.call("Email/set", { destroy: [emailId] });
  expect(await statusOf(id)).toMatchObject({ undoStatus: "canceled" });
  expect(await j.call("EmailSubmission/changes", { sinceState: before })).toMatchObject({ updated: [id] });
  expect(await j.call("Outbox/retry", { ids: [id] })).toMatchObject({ notUpdated: { [id]: { type: "notFound" } } });
  // One that is to go out later has gone out by now.
  await send("The next", { HOLDFOR: "3" });
  await eventually(() => expect(subjectsOf(peer)).toEqual(["The next"]));
});

test("one that goes to Trash while it waits is a draft there, is not sent, and comes back as a draft", async () => {
  const { emailId, id } = await send("Thrown away", { HOLDFOR: "3600" });
  const [drafts, trash] = [j.role["drafts"]!, j.role["trash"]!];
  await j.call("Email/set", { update: { [emailId]: { mailboxIds: { [trash]: true } } } });
  expect(await statusOf(id)).toMatchObject({ undoStatus: "canceled" });
  expect(await placeOf(emailId)).toMatchObject({
    mailboxIds: { [trash]: true },
    keywords: { $seen: true, $draft: true },
  });
  await j.call("Email/set", { update: { [emailId]: { mailboxIds: { [drafts]: true } } } });
  expect(await placeOf(emailId)).toMatchObject(inDrafts({ $seen: true, $draft: true }));
  expect((await j.call("EmailSubmission/query", { filter: { undoStatus: "pending" } })).ids).toEqual([]);
});

describe("sent at a time that the person chose", () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");
  const schedule = (subject: string) => send(subject, { HOLDUNTIL: tomorrow });

  test("[8621 §7.3] it is found as pending, at its time", async () => {
    const { id } = await schedule("Tomorrow");
    await send("Soon", { HOLDFOR: "3600" });
    const sort = [{ property: "sentAt", isAscending: true }];
    const { ids } = await j.call("EmailSubmission/query", { filter: { undoStatus: "pending" }, sort });
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(id);
    const { list } = await j.call("EmailSubmission/get", { ids: [id] });
    expect(list[0]).toMatchObject({ sendAt: tomorrow, undoStatus: "pending" });
    await cancel(id);
    expect((await j.call("EmailSubmission/query", { filter: { undoStatus: "pending" } })).ids).not.toContain(id);
  });

  test("refused by all, it is a whole draft again with the reason in the outbox, and can be tried again", async () => {
    behaviour.onRecipient = () => "550 5.1.1 No such user";
    const { emailId, id } = await schedule("Refused");
    await j.call("Outbox/retry", { ids: [id] });
    await eventually(async () => {
      const { list } = await j.call("Outbox/get");
      expect(list).toMatchObject([{ id, emailId, recipients: [{ state: "failed", problem: "noSuchMailbox" }] }]);
    });
    expect(await placeOf(emailId)).toMatchObject(inDrafts({ $seen: true, $draft: true }));

    delete behaviour.onRecipient;
    await j.call("Outbox/retry", { ids: [id] });
    await eventually(() => expect(peer.messages).toHaveLength(1));
    expect(await placeOf(emailId)).toMatchObject(inSent());
    expect((await j.call("Outbox/get")).list).toEqual([]);
  });

  test("a refused one with which the person goes on is in the outbox no more", async () => {
    behaviour.onRecipient = () => "550 5.1.1 No such user";
    const { emailId, id } = await schedule("Written on");
    await j.call("Outbox/retry", { ids: [id] });
    await eventually(async () => expect((await j.call("Outbox/get")).list).toHaveLength(1));
    // As a draft is saved: a new version, and the one before destroyed.
    await j.call("Email/set", { destroy: [emailId] });
    expect((await j.call("Outbox/get")).list).toEqual([]);
  });

  test("refused by some, it stays sent", async () => {
    behaviour.onRecipient = (address) => (address.startsWith("no") ? "550 5.1.1 No such user" : undefined);
    const { emailId, id } = await send("Some", { HOLDUNTIL: tomorrow }, pending, ["friend@b.example", "no@b.example"]);
    await j.call("Outbox/retry", { ids: [id] });
    await eventually(async () => expect((await j.call("Outbox/get")).list).toHaveLength(1));
    expect(await placeOf(emailId)).toMatchObject(inSent());
  });
});

/** The outbox as a person sees it: why a message has not arrived, tried again at once, or taken back to be edited. */
import { type Id, OUTBOX, type OutboxEntry } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Jmap, lines } from "./support/jmap.ts";
import { sendingJmap } from "./support/sending-jmap.ts";
import { type Behaviour, hangUp, type Peer } from "./support/smtp-peer.ts";

let peer: Peer;
let j: Jmap;
let behaviour: Behaviour;
let close: () => Promise<void>;

beforeEach(async () => ({ j, peer, behaviour, close } = await sendingJmap()));
afterEach(() => close());

/** As the compose popup sends. */
async function send(subject: string, ...to: string[]): Promise<Id> {
  const text = lines("From: you@pismo.localhost", `To: ${to.join(", ")}`, `Subject: ${subject}`, "", "Hello");
  const emailId = await j.importMessage(text, { mailboxIds: [j.role["drafts"]!], keywords: ["$draft", "$seen"] });
  const { list } = await j.call("Identity/get");
  const { created } = await j.call("EmailSubmission/set", {
    create: { s: { identityId: list[0]!.id, emailId } },
    onSuccessUpdateEmail: {
      "#s": { mailboxIds: { [j.role["sent"]!]: true }, "keywords/$draft": null },
    },
  });
  expect(created?.["s"]?.id).toBeDefined();
  return emailId;
}
const outbox = async (): Promise<OutboxEntry[]> => (await j.call("Outbox/get")).list;
const entry = (check: (one: OutboxEntry) => void): Promise<OutboxEntry> =>
  eventually(async () => {
    const [one, ...more] = await outbox();
    expect(more).toEqual([]);
    expect(one).toBeDefined();
    check(one!);
    return one!;
  });
const isEmpty = () => eventually(async () => expect(await outbox()).toEqual([]));

test("a message that the server does not take yet stands there with the reason, and goes at once when that is asked for", async () => {
  behaviour.onRecipient = () => "451 4.7.1 Greylisted";
  const emailId = await send("Hello", "friend@b.example");
  const { id } = await entry((one) =>
    expect(one).toMatchObject({
      emailId,
      subject: "Hello",
      recipients: [{ email: "friend@b.example", state: "waiting", problem: "busy", reply: "451 4.7.1 Greylisted" }],
    }),
  );
  delete behaviour.onRecipient;
  expect(await j.call("Outbox/retry", { ids: [id] })).toMatchObject({ updated: { [id]: null }, notUpdated: null });
  await isEmpty();
  expect(peer.messages).toHaveLength(1);
});

test("what goes out at once is never there", async () => {
  await send("Quick", "friend@b.example");
  const seen: OutboxEntry[] = [];
  await eventually(async () => {
    seen.push(...(await outbox()));
    expect(peer.messages).toHaveLength(1);
  });
  expect(seen).toEqual([]);
  await isEmpty();
});

test("a refused message is a draft again, exactly once, and nothing is sent any more", async () => {
  behaviour.onRecipient = () => "550 5.1.1 No such user";
  const emailId = await send("Typo", "freind@b.example");
  const { id } = await entry((one) =>
    expect(one.recipients).toMatchObject([{ state: "failed", problem: "noSuchMailbox" }]),
  );
  const [first, second] = await Promise.all([
    j.call("Outbox/edit", { ids: [id] }),
    j.call("Outbox/edit", { ids: [id] }),
  ]);
  expect([first, second].map(({ updated }) => updated)).toContainEqual({ [id]: { emailId, recipients: null } });
  expect([first, second].map(({ notUpdated }) => notUpdated?.[id]?.type)).toContain("notFound");
  expect(await j.email(emailId, ["mailboxIds", "keywords"])).toMatchObject({
    mailboxIds: { [j.role["drafts"]!]: true },
    keywords: { $draft: true, $seen: true },
  });
  expect(await outbox()).toEqual([]);
  const { list } = await j.call("EmailSubmission/get", { ids: [id] });
  expect(list).toEqual([]);
  expect(peer.messages).toEqual([]);
});

test("a refused message can be tried again, too", async () => {
  behaviour.onRecipient = () => "552 5.2.2 Mailbox full";
  await send("Full", "friend@b.example");
  const { id } = await entry((one) => expect(one.recipients).toMatchObject([{ problem: "mailboxFull" }]));
  delete behaviour.onRecipient;
  await j.call("Outbox/retry", { ids: [id] });
  await eventually(() => expect(peer.messages).toHaveLength(1));
  await isEmpty();
});

test("where some have it, the message stays sent, and those who do not are named", async () => {
  behaviour.onRecipient = (address) => (address.startsWith("no") ? "550 5.1.1 No such user" : undefined);
  const emailId = await send("Some", "friend@b.example", "no@b.example");
  const { id } = await entry((one) => expect(one.recipients.map(({ state }) => state)).toEqual(["sent", "failed"]));
  expect(await j.call("Outbox/edit", { ids: [id] })).toMatchObject({
    updated: { [id]: { emailId, recipients: ["no@b.example"] } },
  });
  expect(await j.email(emailId, ["mailboxIds"])).toMatchObject({ mailboxIds: { [j.role["sent"]!]: true } });
  expect(await outbox()).toEqual([]);
});

test("a message in doubt is never sent again: whoever wants that writes it again", async () => {
  behaviour.onMessage = () => hangUp;
  await send("Doubt", "friend@b.example");
  const { id } = await entry((one) => expect(one.recipients).toMatchObject([{ state: "unknown", problem: "inDoubt" }]));
  expect(await j.call("Outbox/retry", { ids: [id] })).toMatchObject({ notUpdated: { [id]: { type: "cannotUnsend" } } });
  expect(await j.call("Outbox/edit", { ids: [id] })).toMatchObject({
    updated: { [id]: { recipients: ["friend@b.example"] } },
  });
  expect(peer.messages).toHaveLength(1);
});

test("[8621 §7.5] what was refused and read goes by destroying its submission", async () => {
  behaviour.onRecipient = () => "550 5.7.1 Message rejected as spam";
  await send("Spam", "friend@b.example");
  const { id } = await entry((one) => expect(one.recipients).toMatchObject([{ problem: "spam" }]));
  await j.call("EmailSubmission/set", { destroy: [id] });
  expect(await outbox()).toEqual([]);
});

test("no one touches another person's outbox", async () => {
  behaviour.onRecipient = () => "451 4.7.1 Later";
  await send("Mine", "friend@b.example");
  const { id } = await entry((one) => expect(one.recipients).toMatchObject([{ state: "waiting" }]));
  const other = await j.addMailbox("second");
  const { accountId } = other;
  expect((await other.client.call("Outbox/get", { accountId })).list).toEqual([]);
  expect((await other.client.call("Outbox/edit", { accountId, ids: [id] })).notUpdated?.[id]?.type).toBe("notFound");
  expect((await other.client.session()).accounts[accountId]?.accountCapabilities).toHaveProperty([OUTBOX]);
});

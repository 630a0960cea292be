/** What is snoozed in several accounts, for our own page: one mailbox, with a name that is no address of another page. */
import { ALL_ACCOUNTS_ID, type Id, type JmapClient, type MethodArgs, type MethodName } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Jmap, jmap, lines } from "./support/jmap.ts";
import { openPageOfThree } from "./support/own-page.ts";

let t: Jmap;
/** With the cookie of our own page. */
let page: JmapClient;
let members: Id[];

beforeAll(async () => {
  t = await jmap();
  ({ page, members } = await openPageOfThree(t));
});
afterAll(() => t.close());

const all = <N extends MethodName>(name: N, args: Omit<MethodArgs<N>, "accountId">) =>
  page.call(name, { accountId: ALL_ACCOUNTS_ID, ...args });
const snoozedMailbox = async () =>
  (await all("Mailbox/get", { ids: null })).list.find(({ role }) => role === "snoozed");
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");

/** A letter of an account that is away for an hour. */
async function snoozeIn(accountId: Id, day: number): Promise<Id> {
  const { blobId } = await t.client.upload(
    accountId,
    Buffer.from(lines("From: a@x.example", "", `Letter ${day}`)),
    "message/rfc822",
  );
  const { list } = await t.client.call("Mailbox/get", { accountId, ids: null });
  const inbox = list.find(({ role }) => role === "inbox")!.id!;
  const { created } = await t.client.call("Email/import", {
    accountId,
    emails: { one: { blobId, mailboxIds: { [inbox]: true }, receivedAt: `2026-01-0${day}T08:00:00Z` } },
  });
  const id = created!["one"]!.id!;
  await t.client.call("Snooze/put", { accountId, emails: { [id]: inAnHour() } });
  return `${accountId}-${id}`;
}

test("it comes with the first letter, lists those of all by date, and goes with the last account's", async () => {
  const [first, second] = members as [Id, Id, Id];
  expect(await snoozedMailbox()).toBeUndefined();
  const { state } = await all("Mailbox/get", { ids: [] });
  const older = await snoozeIn(second, 1);
  const { id, myRights } = (await snoozedMailbox())!;
  expect(id).toBe("away");
  expect(myRights).toMatchObject({ mayRemoveItems: true, mayAddItems: false });
  const changes = await all("Mailbox/changes", { sinceState: state });
  expect(changes).toMatchObject({ updated: expect.arrayContaining(["away"]), updatedProperties: null });
  const newer = await snoozeIn(first, 2);
  const found = await all("Email/query", { filter: { inMailbox: id! }, calculateTotal: true });
  expect(found).toMatchObject({ ids: [newer, older], total: 2 });
  expect((await all("Email/get", { ids: [older] })).list).toMatchObject([{ mailboxIds: { away: true } }]);
  expect(await snoozedMailbox()).toMatchObject({ totalEmails: 2 });

  const since = (await all("Mailbox/get", { ids: [] })).state;
  for (const accountId of [first, second]) {
    const { list } = await t.client.call("Mailbox/get", { accountId, ids: null });
    const own = list.find(({ role }) => role === "snoozed")!.id!;
    await t.client.call("Mailbox/set", { accountId, destroy: [own], onDestroyRemoveEmails: true });
  }
  expect((await all("Mailbox/changes", { sinceState: since })).destroyed).toContain("away");
});

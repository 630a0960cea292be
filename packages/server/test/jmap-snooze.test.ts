/** Letters that go away and come back: Snooze, and the order of a mailbox in which they stand on top. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { createLogger } from "../src/log.ts";
import { startWaking } from "../src/snooze/wake-worker.ts";
import { accountKey, keyOf } from "../src/store/db/ids.ts";
import { lines, type LooseArgs } from "./support/jmap.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
let stop: (() => Promise<void>) | undefined;
beforeEach(async () => {
  t = await receivingJmap();
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await t.close();
});

const day = (number: number): string => `2026-01-${String(number).padStart(2, "0")}T08:00:00Z`;

/** A letter of that day in the inbox, or elsewhere. */
const letter = (number: number, subject = `Letter ${number}`, args: LooseArgs = {}): Promise<Id> =>
  t.importMessage(lines("From: anna@x.example", `Subject: ${subject}`, `Message-ID: <${number}@x>`, "", "text"), {
    mailboxIds: [t.role["inbox"]!],
    receivedAt: day(number),
    ...args,
  });
const soon = (ms: number): string =>
  new Date(Math.ceil((Date.now() + ms) / 1000) * 1000).toISOString().replace(".000Z", "Z");
const inAnHour = (): string => soon(3_600_000);
const put = (emails: Record<Id, string | null>) => t.call("Snooze/put", { emails });
const inTwoHours = (): number => Date.now() + 7_200_000;
/** By a clock that is two hours ahead. */
const wake = (): void => {
  stop ??= startWaking({ store: t.store, log: createLogger("silent"), now: inTwoHours });
};
const inboxList = async (args: LooseArgs = {}): Promise<Id[]> =>
  (await t.call("Email/query", { filter: { inMailbox: t.role["inbox"]! }, ...args })).ids;
const byReceivedAt = { sort: [{ property: "receivedAt", isAscending: false }] };
const snoozedMailbox = async (): Promise<Id | undefined> =>
  (await t.call("Mailbox/get", { ids: null })).list.find(({ role }) => role === "snoozed")?.id;
const placeOf = async (id: Id) => {
  const { mailboxIds, keywords } = await t.email(id, ["mailboxIds", "keywords"]);
  return { mailboxIds: Object.keys(mailboxIds!), keywords: Object.keys(keywords!) };
};
const inInbox = (...keywords: string[]) => ({ mailboxIds: [t.role["inbox"]!], keywords });

/** An answer in the inbox. */
const answerIn = (number: number, to: number): Promise<Id> =>
  t.importMessage(
    lines("From: a@x.example", "Subject: Re: Plan", `Message-ID: <${number}@x>`, `References: <${to}@x>`, "", "text"),
    { mailboxIds: [t.role["inbox"]!], receivedAt: day(number) },
  );

/** Over SMTP, as an answer where another number is given. */
const receive = (number: number, references?: number): Promise<Id> =>
  t.receive(
    lines(
      "From: anna@mail.example",
      `Subject: ${references ? "Re: " : ""}Plan ${references ?? number}`,
      `Message-ID: <${number}@x>`,
      ...(references ? [`References: <${references}@x>`] : []),
      "",
      "text",
    ),
  );

/** Snoozed, and back at its time. */
async function snoozeAndReturn(...ids: Id[]): Promise<void> {
  await put(Object.fromEntries(ids.map((id) => [id, inAnHour()])));
  wake();
  for (const id of ids) await eventually(async () => expect(await placeOf(id)).toEqual(inInbox("pismo-returned")));
}

test("a snoozed letter lies among the snoozed ones, with its time", async () => {
  const id = await letter(1);
  const until = inAnHour();
  expect(await put({ [id]: until })).toMatchObject({ snoozed: { [id]: { until } }, notSnoozed: null });
  expect(await placeOf(id)).toEqual({ mailboxIds: [await snoozedMailbox()], keywords: [] });
  expect(await t.call("Snooze/get", { ids: [id, "e999"] })).toMatchObject({
    list: [{ id, until }],
    notFound: ["e999"],
  });
});

test("all that are away are asked for by null, the next to come back first", async () => {
  const [first, second] = [await letter(1), await letter(2)];
  expect((await t.call("Snooze/get", { ids: null })).list).toEqual([]);
  const [soonest, later] = [soon(1_800_000), inAnHour()];
  await put({ [first]: later, [second]: soonest });
  expect(await t.call("Snooze/get", { ids: null })).toMatchObject({
    list: [
      { id: second, until: soonest },
      { id: first, until: later },
    ],
    notFound: [],
  });
});

test("it comes back by itself: on top, with the reason, and its receivedAt stays", async () => {
  const [first, second, third] = [await letter(1), await letter(2), await letter(3)];
  await snoozeAndReturn(first);
  expect(await inboxList()).toEqual([first, third, second]);
  expect((await t.email(first, ["receivedAt"])).receivedAt).toBe(day(1));
  expect((await t.call("Snooze/get", { ids: [first] })).list).toEqual([]);
});

test("[8621 §4.4.2] a sort by receivedAt is by receivedAt all the same, and so are after and before", async () => {
  const [first, second, third] = [await letter(1), await letter(2), await letter(3)];
  await snoozeAndReturn(first);
  expect(await inboxList(byReceivedAt)).toEqual([third, second, first]);
  expect(await inboxList({ sort: [{ property: "receivedAt", isAscending: true }] })).toEqual([first, second, third]);
  expect(await inboxList({ ...byReceivedAt, collapseThreads: true })).toEqual([third, second, first]);
  const inJanuary = { inMailbox: t.role["inbox"]!, before: day(2) };
  expect(await inboxList({ filter: inJanuary })).toEqual([first]);
  expect(await inboxList({ filter: { inMailbox: t.role["inbox"]!, after: day(2) } })).toEqual([third, second]);
});

test("[8620 §5.6] queryChanges puts it on top", async () => {
  const [first, second] = [await letter(1), await letter(2)];
  const filter = { inMailbox: t.role["inbox"]! };
  for (const collapseThreads of [false, true]) {
    const { queryState, ids } = await t.call("Email/query", { filter, collapseThreads });
    await snoozeAndReturn(first);
    const changes = await t.call("Email/queryChanges", { filter, collapseThreads, sinceQueryState: queryState });
    const kept = ids.filter((id) => !changes.removed.includes(id));
    for (const { id, index } of changes.added) kept.splice(index, 0, id);
    expect(kept).toEqual([first, second]);
  }
});

test("anchors and positions count in the order of the list", async () => {
  const ids = [await letter(1), await letter(2), await letter(3), await letter(4)];
  await snoozeAndReturn(ids[1]!);
  const expected = [ids[1], ids[3], ids[2], ids[0]];
  expect(await inboxList()).toEqual(expected);
  expect(await inboxList({ anchor: ids[3], anchorOffset: -1, limit: 2 })).toEqual(expected.slice(0, 2));
  expect(await inboxList({ position: 2, limit: 1 })).toEqual([ids[2]]);
  expect(await inboxList({ position: -1 })).toEqual([ids[0]]);
});

test("a conversation comes back as one row, on top", async () => {
  const first = await letter(1, "Plan");
  const second = await answerIn(2, 1);
  const other = await letter(3);
  await snoozeAndReturn(first, second);
  expect(await inboxList({ collapseThreads: true })).toEqual([second, other]);
});

test("what was snoozed is taken back as if it had not been", async () => {
  const [first, second] = [await letter(1), await letter(2)];
  await put({ [first]: inAnHour() });
  expect(await put({ [first]: null })).toMatchObject({ snoozed: { [first]: { until: null } } });
  expect(await placeOf(first)).toEqual(inInbox());
  expect(await inboxList()).toEqual([second, first]);
  expect(await put({ [first]: null })).toMatchObject({ notSnoozed: { [first]: { type: "notFound" } } });
});

test("snoozed again, it has the new time, and comes back to where it was first", async () => {
  const id = await letter(1);
  const before = inAnHour();
  expect((await put({ [id]: before })).snoozed).toEqual({ [id]: { until: before } });
  const later = soon(5_400_000);
  expect((await put({ [id]: later })).snoozed).toEqual({ [id]: { until: later, before } });
  expect((await t.call("Snooze/get", { ids: [id] })).list).toEqual([{ id, until: later }]);
  await snoozeAndReturn(id);
});

test("a letter that was moved out from there stays where it was put", async () => {
  const [id, other] = [await letter(1), await letter(2)];
  await put({ [id]: inAnHour() });
  await t.call("Email/set", { update: { [id]: { mailboxIds: { [t.role["archive"]!]: true } } } });
  await snoozeAndReturn(other);
  expect(await placeOf(id)).toEqual({ mailboxIds: [t.role["archive"]], keywords: [] });
});

test("[8620 §5.2] another time alone is a change of the letter, of which other clients hear", async () => {
  const [id, other] = [await letter(1), await letter(2)];
  await put({ [id]: inAnHour(), [other]: inAnHour() });
  const { state } = await t.call("Email/get", { ids: [] });
  await put({ [id]: soon(5_400_000) });
  expect(await t.call("Email/changes", { sinceState: state })).toMatchObject({ created: [], updated: [id] });
});

test("the time of a letter that was moved out from there is not one that it had", async () => {
  const id = await letter(1);
  await put({ [id]: inAnHour() });
  await t.call("Email/set", { update: { [id]: { mailboxIds: { [t.role["archive"]!]: true } } } });
  const until = soon(5_400_000);
  expect((await put({ [id]: until })).snoozed).toEqual({ [id]: { until } });
});

test("the reason is gone once it is moved or snoozed again", async () => {
  const id = await letter(1);
  await snoozeAndReturn(id);
  await t.call("Email/set", { update: { [id]: { mailboxIds: { [t.role["archive"]!]: true } } } });
  expect(await placeOf(id)).toEqual({ mailboxIds: [t.role["archive"]], keywords: [] });
});

test("its folder is gone: it comes back to the inbox", async () => {
  const { created } = await t.call("Mailbox/set", { create: { m: { name: "Plans" } } });
  const plans = created!["m"]!.id!;
  const id = await letter(1, "Plan", { mailboxIds: [plans] });
  await put({ [id]: inAnHour() });
  expect(await t.call("Mailbox/set", { destroy: [plans] })).toMatchObject({ destroyed: [plans] });
  wake();
  await eventually(async () => expect(await placeOf(id)).toEqual(inInbox("pismo-returned")));
});

test("a time that passed while the server was off is caught up, once", async () => {
  const [first, second] = [await letter(1), await letter(2)];
  await put({ [first]: inAnHour(), [second]: soon(5 * 3_600_000) });
  wake();
  await eventually(async () => expect(await placeOf(first)).toEqual(inInbox("pismo-returned")));
  const state = (await t.call("Email/get", { ids: [] })).state;
  await stop!();
  stop = undefined;
  await snoozeAndReturn(await letter(3));
  const { updated } = await t.call("Email/changes", { sinceState: state });
  expect(updated).not.toContain(first);
  expect(await placeOf(second)).toEqual({ mailboxIds: [await snoozedMailbox()], keywords: [] });
});

/** Where all that is away comes back to; the worker hears of the commit. */
const setPlaces = (text: string) =>
  t.store.write(
    async (tx) => {
      await tx.run("update snooze set mailboxes = ? where account_id = ?", text, accountKey(t.accountId));
      await tx.nextModSeq(t.accountId);
    },
    { accountId: t.accountId },
  );
const inboxAlone = (): string => JSON.stringify([keyOf("m", t.role["inbox"]!)]);

/** A letter of another account, which comes back after an hour and a half. */
async function awayInOtherAccount() {
  const { accountId, client } = await t.addMailbox("other");
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const inbox = list.find(({ role }) => role === "inbox")!.id!;
  const { blobId } = await client.upload(
    accountId,
    new TextEncoder().encode(lines("Subject: Other", "", "text")),
    "message/rfc822",
  );
  const emails = { a: { blobId, mailboxIds: { [inbox]: true as const } } };
  const id = (await client.call("Email/import", { accountId, emails })).created!["a"]!.id!;
  await client.call("Snooze/put", { accountId, emails: { [id]: soon(5_400_000) } });
  return {
    async isBack(): Promise<boolean> {
      const { list: found } = await client.call("Email/get", { accountId, ids: [id], properties: ["mailboxIds"] });
      return inbox in found[0]!.mailboxIds!;
    },
  };
}

test("those that cannot come back hold up no others, of any account, and are tried again", async () => {
  const damaged: Id[] = [];
  for (let number = 1; number <= 21; number++) damaged.push(await letter(number));
  await put(Object.fromEntries(damaged.map((id) => [id, inAnHour()])));
  const other = await awayInOtherAccount();
  await setPlaces("damaged");
  let nowMs = inTwoHours();
  const logged: string[] = [];
  const log = createLogger("error", { write: (line: string) => logged.push(line) });
  stop = startWaking({ store: t.store, log, now: () => nowMs });
  await eventually(async () => expect(await other.isBack()).toBe(true));
  expect(damaged.filter((id) => !logged.some((line) => line.includes(`emailId=${id} `)))).toEqual([]);
  expect(await placeOf(damaged[0]!)).toEqual({ mailboxIds: [await snoozedMailbox()], keywords: [] });
  await setPlaces(inboxAlone());
  nowMs += 3_600_000;
  await setPlaces(inboxAlone());
  for (const id of damaged) await eventually(async () => expect(await placeOf(id)).toEqual(inInbox("pismo-returned")));
});

describe("a letter that arrives in the conversation", () => {
  test("brings it back at once; another one does not", async () => {
    const first = await receive(1);
    await put({ [first]: inAnHour() });
    const other = await receive(2);
    expect(await placeOf(first)).toEqual({ mailboxIds: [await snoozedMailbox()], keywords: [] });
    const answer = await receive(3, 1);
    expect(await placeOf(first)).toEqual(inInbox("pismo-returned"));
    expect(await inboxList({ collapseThreads: true })).toEqual([answer, other]);
    expect((await t.call("Snooze/get", { ids: [first] })).list).toEqual([]);
  });

  test("is delivered also where that one cannot come back, which is tried again", async () => {
    const first = await receive(1);
    await put({ [first]: soon(5 * 3_600_000) });
    await setPlaces("damaged");
    const answer = await receive(2, 1);
    expect(await placeOf(answer)).toEqual(inInbox());
    expect((await placeOf(first)).mailboxIds).toEqual([await snoozedMailbox()]);
    await setPlaces(inboxAlone());
    wake();
    await eventually(async () => expect(await placeOf(first)).toEqual(inInbox("pismo-returned")));
  });

  test("goes by where it is muted", async () => {
    const first = await receive(1);
    await t.call("Email/set", { update: { [first]: { "keywords/$muted": true } } });
    await put({ [first]: inAnHour() });
    await receive(2, 1);
    expect((await placeOf(first)).mailboxIds).toEqual([await snoozedMailbox()]);
  });
});

describe("refused", () => {
  test.each([
    ["a time that has passed", () => "2026-01-01T00:00:00Z"],
    ["a time years away", () => soon(400 * 24 * 3_600_000)],
  ])("%s", async (_, until) => {
    const id = await letter(1);
    expect(await put({ [id]: until() })).toMatchObject({ notSnoozed: { [id]: { type: "invalidProperties" } } });
    expect(await placeOf(id)).toEqual(inInbox());
  });

  test("a draft, and a letter that is not there", async () => {
    const id = await letter(1, "Draft", { keywords: ["$draft"] });
    const until = inAnHour();
    expect(await put({ [id]: until, e999: until })).toMatchObject({
      snoozed: null,
      notSnoozed: { [id]: { type: "invalidProperties" }, e999: { type: "notFound" } },
    });
  });
});

/** Conversation/arrange: letters are split off and conversations joined by hand; for other clients no threadId changes. */
import { CONVERSATIONS, CORE, type Email, type Id, MAIL, type Thread } from "@pismo/jmap";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkStore } from "../src/store/check/check-store.ts";
import { postgresChecks } from "../src/store/check/postgres-checks.ts";
import { type CheckOptions, emptyReport } from "../src/store/check/report.ts";
import { sqliteChecks } from "../src/store/check/sqlite-checks.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";
import { isOnPostgres } from "./support/memory-store.ts";

let t: Jmap;
let box: Id;
let names = 0;

beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());
beforeEach(async () => {
  box = await t.mailbox(`Box ${++names}`);
});

type View = "arranged" | "asMade";
async function ask(view: View, calls: [string, LooseArgs][]) {
  const using = [CORE, MAIL, ...(view === "arranged" ? [CONVERSATIONS] : [])];
  const methodCalls = calls.map(
    ([name, args], index) => [name, { accountId: t.accountId, ...args }, `${index}`] as [string, LooseArgs, string],
  );
  const { methodResponses } = await t.client.request({ using, methodCalls });
  return methodResponses.map(([, result]) => result);
}

let messages = 0;
/** @param answered ids of messages, the oldest first */
async function put(
  answered: string[] = [],
  where: Id = box,
  keywords: string[] = [],
): Promise<{ id: Id; name: string }> {
  const name = `n${names}-${++messages}@x.example`;
  const id = await t.importMessage(
    lines(
      "From: Anna <anna@x.example>",
      `Message-ID: <${name}>`,
      ...(answered.length > 0
        ? [`In-Reply-To: <${answered.at(-1)}>`, `References: ${answered.map((each) => `<${each}>`).join(" ")}`]
        : []),
      `Subject: ${name}`,
      "",
      "Hello",
    ),
    {
      mailboxIds: [where],
      keywords,
      receivedAt: new Date(Date.UTC(2026, 0, 1, 0, messages)).toISOString().replace(".000", ""),
    },
  );
  return { id, name };
}

async function threadOf(id: Id, view: View = "arranged"): Promise<Id> {
  const [result] = await ask(view, [["Email/get", { ids: [id], properties: ["threadId"] }]]);
  return (result as unknown as { list: Email[] }).list[0]!.threadId;
}
async function membersOf(threadId: Id, view: View = "arranged"): Promise<Id[] | undefined> {
  const [result] = await ask(view, [["Thread/get", { ids: [threadId] }]]);
  return (result as unknown as { list: Thread[] }).list[0]?.emailIds;
}
async function listed(): Promise<{ ids: Id[]; total: number }> {
  const args = { filter: { inMailbox: box }, sort: [{ property: "receivedAt", isAscending: false }] };
  const { ids, total } = await t.call("Email/query", { ...args, collapseThreads: true, calculateTotal: true });
  return { ids, total: total! };
}
async function arrange(emails: Record<Id, Id | null>): Promise<Record<Id, { from: Id; to: Id }>> {
  const { arranged, notArranged } = await t.call("Conversation/arrange", { emails });
  expect(notArranged).toBeNull();
  return arranged!;
}
const before = (arranged: Record<Id, { from: Id }>): Record<Id, Id> =>
  Object.fromEntries(Object.entries(arranged).map(([id, { from }]) => [id, from]));
const counts = async () => {
  const { list } = await t.call("Mailbox/get", { ids: [box] });
  const [mailbox] = list;
  return [mailbox!.totalEmails, mailbox!.unreadEmails, mailbox!.totalThreads, mailbox!.unreadThreads];
};
/** Whether all that is kept agrees with the letters. */
async function agrees(): Promise<void> {
  const report = emptyReport();
  const options: CheckOptions = {
    domain: "x.example",
    isRepair: false,
    parse: (bytes) => t.mime.parse(bytes),
    onProgress: () => {},
  };
  await checkStore(t.store, isOnPostgres ? postgresChecks : sqliteChecks, options, report);
  expect(report.problems).toEqual([]);
}

/** In one second. @param date when it was sent */
const putAt = (name: string, date: string | null) =>
  t.importMessage(
    lines(
      "From: Anna <anna@x.example>",
      `Message-ID: <${name}@second.example>`,
      "References: <parts@second.example>",
      ...(date === null ? [] : [`Date: ${date}`]),
      "",
      "Hello",
    ),
    { mailboxIds: [box], receivedAt: "2026-01-01T12:00:09Z" },
  );

test("[8621 §3] letters of one second stand as they were sent, then as they came", async () => {
  const third = await putAt("3", "Thu, 01 Jan 2026 12:00:03 +0000");
  const second = await putAt("2", "Thu, 01 Jan 2026 12:00:02 +0000");
  const undated = [await putAt("4", null), await putAt("5", null)];
  const first = await putAt("1", "Thu, 01 Jan 2026 15:00:01 +0300");
  const thread = await threadOf(first);
  for (const view of ["arranged", "asMade"] as const)
    expect(await membersOf(thread, view)).toEqual([first, second, third, ...undated]);
});

describe("a letter that is split off", () => {
  test("is a conversation of its own, in the list and its counts, until it is taken back", async () => {
    const first = await put([], box, ["$seen"]);
    const second = await put([first.name]);
    const third = await put([first.name, second.name]);
    expect(await listed()).toEqual({ ids: [third.id], total: 1 });
    expect(await counts()).toEqual([3, 2, 1, 1]);
    const thread = await threadOf(first.id);

    const arranged = await arrange({ [third.id]: null });
    expect(arranged[third.id]!.from).toBe(thread);
    expect(await threadOf(third.id)).toBe(arranged[third.id]!.to);
    expect(await membersOf(thread)).toEqual([first.id, second.id]);
    expect(await membersOf(arranged[third.id]!.to)).toEqual([third.id]);
    expect(await listed()).toEqual({ ids: [third.id, second.id], total: 2 });
    expect(await counts()).toEqual([3, 2, 2, 2]);
    await agrees();

    await arrange(before(arranged));
    expect(await membersOf(thread)).toEqual([first.id, second.id, third.id]);
    expect(await membersOf(arranged[third.id]!.to)).toBeUndefined();
    expect(await listed()).toEqual({ ids: [third.id], total: 1 });
    expect(await counts()).toEqual([3, 2, 1, 1]);
    await agrees();
  });

  test("takes with it what answers it, and what answers the others stays with them", async () => {
    const first = await put();
    const second = await put([first.name]);
    await arrange({ [second.id]: null });
    const answer = await put([first.name, second.name]);
    expect(await threadOf(answer.id)).toBe(await threadOf(second.id));
    const other = await put([second.name, first.name]);
    expect(await threadOf(other.id)).toBe(await threadOf(first.id));
    await agrees();
  });

  test("several together are one conversation", async () => {
    const first = await put();
    const second = await put([first.name]);
    const third = await put([first.name]);
    const arranged = await arrange({ [second.id]: null, [third.id]: null });
    expect(arranged[second.id]!.to).toBe(arranged[third.id]!.to);
    expect(await membersOf(arranged[third.id]!.to)).toEqual([second.id, third.id]);
  });
});

describe("conversations that are joined", () => {
  test("are one row and one count, take what answers either, and come apart again", async () => {
    const one = await put();
    const two = await put();
    const answer = await put([two.name]);
    const [into, from] = [await threadOf(one.id), await threadOf(two.id)];
    const arranged = await arrange({ [two.id]: into, [answer.id]: into });
    expect(await membersOf(into)).toEqual([one.id, two.id, answer.id]);
    expect(await membersOf(from)).toBeUndefined();
    expect(await listed()).toEqual({ ids: [answer.id], total: 1 });
    const late = await put([two.name, answer.name]);
    expect(await threadOf(late.id)).toBe(into);
    await agrees();

    await arrange(before(arranged));
    expect(await membersOf(from)).toEqual([two.id, answer.id]);
    expect(await membersOf(into)).toEqual([one.id, late.id]);
    const later = await put([two.name]);
    expect(await threadOf(later.id)).toBe(from);
    await agrees();
  });

  test("also where one of them was joined before", async () => {
    const [a, b, c] = [await put(), await put(), await put()];
    await arrange({ [a.id]: await threadOf(b.id) });
    await arrange({ [a.id]: await threadOf(c.id), [b.id]: await threadOf(c.id) });
    expect(await threadOf((await put([a.name])).id)).toBe(await threadOf(c.id));
    expect(await listed()).toMatchObject({ total: 1 });
    await t.call("Email/set", { destroy: [a.id, b.id, c.id] });
    await put([b.name]);
    await agrees();
  });
});

describe("clients", () => {
  test("that do not know of it see the Threads as they were made: RFC 8621 §4.1.1", async () => {
    const first = await put();
    const second = await put([first.name]);
    const other = await put();
    const [thread, otherThread] = [await threadOf(first.id), await threadOf(other.id)];
    await arrange({ [second.id]: null, [other.id]: thread });
    expect(await threadOf(second.id, "asMade")).toBe(thread);
    expect(await threadOf(other.id, "asMade")).toBe(otherThread);
    expect(await membersOf(thread, "asMade")).toEqual([first.id, second.id]);
    expect(await membersOf(otherThread, "asMade")).toEqual([other.id]);
    // Also where the whole Email is read (bodyValues are no part of a list).
    const [result] = await ask("asMade", [
      ["Email/get", { ids: [second.id], properties: ["threadId", "bodyValues"], fetchAllBodyValues: true }],
    ]);
    expect((result as unknown as { list: Email[] }).list[0]!.threadId).toBe(thread);
  });

  test("that know of it hear what changes: Email, Thread and the list", async () => {
    const first = await put();
    const second = await put([first.name]);
    const thread = await threadOf(first.id);
    const states = (await ask("arranged", [
      ["Email/get", { ids: [] }],
      ["Thread/get", { ids: [] }],
    ])) as unknown as { state: string }[];
    const list = { filter: { inMailbox: box }, collapseThreads: true, calculateTotal: true };
    const { queryState } = await t.call("Email/query", list);
    const { [second.id]: arranged } = await arrange({ [second.id]: null });
    expect((await t.call("Email/changes", { sinceState: states[0]!.state })).updated).toContain(second.id);
    const threads = await t.call("Thread/changes", { sinceState: states[1]!.state });
    expect(threads.created).toContain(arranged!.to);
    expect(threads.updated).toContain(thread);
    const changes = await t.call("Email/queryChanges", { ...list, sinceQueryState: queryState });
    expect(changes.total).toBe(2);
    expect(changes.added.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  test("cannot name what is not theirs or not there", async () => {
    const { id } = await put();
    const { notArranged, arranged } = await t.call("Conversation/arrange", {
      emails: { e99999: null, [id]: "t99999" },
    });
    expect(arranged).toBeNull();
    expect(notArranged).toEqual({ e99999: { type: "notFound" }, [id]: { type: "notFound" } });
  });
});

/** Conversations that were arranged by hand go into another account as they are, and come back as they were. */
import { CONVERSATIONS, CORE, type Email, EMAIL_TRANSFERS, type Id, MAIL } from "@pismo/jmap";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { checkStore } from "../src/store/check/check-store.ts";
import { postgresChecks } from "../src/store/check/postgres-checks.ts";
import { emptyReport } from "../src/store/check/report.ts";
import { sqliteChecks } from "../src/store/check/sqlite-checks.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";
import { isOnPostgres } from "./support/memory-store.ts";

let t: Jmap;
let other: Id;
let box: Id;
let otherBox: Id;
let names = 0;
let day = 0;

beforeAll(async () => {
  t = await jmap({ transfers: true });
  other = (await t.addMailbox("other")).accountId;
});
afterAll(() => t.close());
beforeEach(async () => {
  box = await t.mailbox(`Box ${++names}`);
  const set = { accountId: other, create: { box: { name: `Box ${names}` } } };
  otherBox = (await t.call("Mailbox/set", set)).created!["box"]!.id!;
});

const messageId = (name: string): string => `<${name}-${names}@x.example>`;

/** @param answered names of messages, the oldest first */
const put = (name: string, answered: string[] = [], receivedAt = `2026-01-01T00:00:0${++day % 10}Z`): Promise<Id> => {
  const more = answered.length > 0 ? [`References: ${answered.map(messageId).join(" ")}`] : [];
  const text = lines(
    "From: anna@x.example",
    `Message-ID: ${messageId(name)}`,
    ...more,
    `Subject: ${name}`,
    "",
    "Hello",
  );
  return t.importMessage(text, { mailboxIds: [box], receivedAt });
};

/** What a folder has, by conversations: the subjects of each. */
async function conversations(accountId = t.accountId, inMailbox = box): Promise<string[]> {
  const { ids } = await t.call("Email/query", { accountId, filter: { inMailbox } });
  const properties = ["id", "threadId", "subject"];
  const calls: [string, LooseArgs, string][] = [["Email/get", { accountId, ids, properties }, "0"]];
  const answer = await t.client.request({ using: [CORE, MAIL, CONVERSATIONS], methodCalls: calls });
  const { list } = answer.methodResponses[0]![1] as unknown as { list: Email[] };
  const found = new Map<Id, string[]>();
  for (const { threadId, subject } of list) found.set(threadId, [...(found.get(threadId) ?? []), subject!]);
  return [...found.values()].map((subjects) => subjects.toSorted().join(" ")).toSorted();
}
const there = () => conversations(other, otherBox);

async function arrange(emails: Record<Id, Id | null>): Promise<void> {
  expect((await t.call("Conversation/arrange", { emails })).notArranged).toBeNull();
}
async function join(id: Id, to: Id): Promise<void> {
  const { threadId } = await t.email(to, ["threadId"]);
  await arrange({ [id]: threadId! });
}
async function move(...emailIds: Id[]): Promise<Id> {
  const given = { toAccountId: other, mailboxId: otherBox, emailIds, keepsOriginals: false };
  const { created } = await t.call("EmailTransfer/set", { create: { t: given } });
  const { id } = created!["t"]!;
  await eventually(async () => {
    const { list } = await t.call("EmailTransfer/get", { ids: [id] });
    expect(list[0]).toMatchObject({ waiting: 0, done: emailIds.length });
  });
  return id;
}
async function undo(id: Id, expected: string[]): Promise<void> {
  expect((await t.call("EmailTransfer/set", { destroy: [id] })).destroyed).toEqual([id]);
  await eventually(async () => {
    expect(await there()).toEqual([]);
    expect(await conversations()).toEqual(expected);
  });
  await agrees();
}
/** Whether all that is kept agrees with the letters. */
async function agrees(): Promise<void> {
  const report = emptyReport();
  const parse = (bytes: Uint8Array) => t.mime.parse(bytes);
  const options = { domain: "x.example", isRepair: false, parse, onProgress: () => {} };
  await checkStore(t.store, isOnPostgres ? postgresChecks : sqliteChecks, options, report);
  expect(report.problems).toEqual([]);
}

test("the session has it", async () => {
  const { accounts } = await t.client.session(true);
  expect(accounts[other]?.accountCapabilities[EMAIL_TRANSFERS]).toEqual({});
});

test("a letter that was split off comes back apart, and what answers it comes to it", async () => {
  await put("a");
  const b = await put("b", ["a"]);
  await put("c", ["a"]);
  await arrange({ [b]: null });
  expect(await conversations()).toEqual(["a c", "b"]);
  await undo(await move(b), ["a c", "b"]);
  await put("d", ["a", "b"]);
  await put("e", ["a", "c"]);
  expect(await conversations()).toEqual(["a c e", "b d"]);
});

test("of letters that were split off together, those that stayed have the others back", async () => {
  await put("a");
  const b = await put("b", ["a"]);
  const c = await put("c", ["a", "b"]);
  await arrange({ [b]: null, [c]: null });
  const transfer = await move(b);
  expect(await there()).toEqual(["b"]);
  await undo(transfer, ["a", "b c"]);
});

test.each([[["a", "b", "c"]], [["b", "c"]], [["a"]]])(
  "%j of a split conversation stay apart there too",
  async (going) => {
    const a = await put("a");
    const b = await put("b", ["a"]);
    const c = await put("c", ["a", "b"]);
    await arrange({ [b]: null, [c]: null });
    const ids: Record<string, Id> = { a, b, c };
    const transfer = await move(...going.map((each) => ids[each]!));
    expect(await there()).toEqual(["a", "b c"].filter((each) => going.some((name) => each.includes(name))));
    await undo(transfer, ["a", "b c"]);
  },
);

test("the later half, moved first, does not take the earlier one when that follows", async () => {
  const a = await put("a");
  const b = await put("b", ["a"]);
  await arrange({ [b]: null });
  const later = await move(b);
  const earlier = await move(a);
  expect(await there()).toEqual(["a", "b"]);
  expect((await t.call("EmailTransfer/set", { destroy: [later] })).destroyed).toEqual([later]);
  await eventually(async () => expect(await conversations()).toEqual(["b"]));
  await undo(earlier, ["a", "b"]);
});

test("what was split off goes back by a move as well", async () => {
  const a = await put("a");
  const b = await put("b", ["a"]);
  await arrange({ [b]: null });
  await move(a, b);
  const { ids } = await t.call("Email/query", { accountId: other, filter: { inMailbox: otherBox } });
  const given = { toAccountId: t.accountId, mailboxId: box, emailIds: ids, keepsOriginals: false };
  await t.call("EmailTransfer/set", { accountId: other, create: { t: given } });
  await eventually(async () => expect(await conversations()).toEqual(["a", "b"]));
});

test("joined conversations are one there, and one when they are back", async () => {
  const a = await put("a");
  const b = await put("b");
  const c = await put("c", ["b"]);
  await join(b, a);
  await join(c, a);
  expect(await conversations()).toEqual(["a b c"]);
  const transfer = await move(a, b, c);
  expect(await there()).toEqual(["a b c"]);
  await undo(transfer, ["a b c"]);
  await put("d", ["c"]);
  expect(await conversations()).toEqual(["a b c d"]);
});

test("one of joined conversations comes back to the other, whichever went", async () => {
  const a = await put("a");
  const b = await put("b");
  await join(b, a);
  expect(await conversations()).toEqual(["a b"]);
  await undo(await move(b), ["a b"]);
  const { ids } = await t.call("Email/query", { filter: { inMailbox: box, subject: "a" } });
  await undo(await move(ids[0]!), ["a b"]);
});

test("what nothing was done with joins its conversation there, as a new letter does", async () => {
  const a = await put("a");
  const b = await put("b", ["a"]);
  await move(a);
  await move(b);
  expect(await there()).toEqual(["a b"]);
});

/** Email/copy, whose originals go. */
async function copyAway(...ids: Id[]) {
  const create = Object.fromEntries(ids.map((id, index) => [`c${index}`, { id, mailboxIds: { [otherBox]: true } }]));
  const args = { fromAccountId: t.accountId, accountId: other, create, onSuccessDestroyOriginal: true };
  const calls: [string, LooseArgs, string][] = [["Email/copy", args, "0"]];
  const answer = await t.client.request({ using: [CORE, MAIL, CONVERSATIONS], methodCalls: calls });
  expect(await conversations()).toEqual([]);
  return answer.methodResponses[0]![1] as unknown as { created: Record<Id, Email>; notCreated: unknown };
}

test.each([false, true])(
  "[8621 §4.7] Email/copy keeps what was split off or joined, where the originals go; in reverse: %s",
  async (isReversed) => {
    const a = await put("a");
    const b = await put("b", ["a"]);
    const c = await put("c", ["a", "b"]);
    const d = await put("d");
    const e = await put("e", ["a"]);
    await arrange({ [b]: null, [c]: null });
    await join(d, a);
    expect(await conversations()).toEqual(["a d e", "b c"]);
    const ids = [a, b, c, d, e];
    const { created, notCreated } = await copyAway(...(isReversed ? ids.toReversed() : ids));
    expect(notCreated).toBeNull();
    expect(await there()).toEqual(["a d e", "b c"]);
    const told = Object.values(created);
    expect(new Set(told.map(({ threadId }) => threadId)).size).toBe(2);
    for (const { id, threadId } of told) {
      const calls: [string, LooseArgs, string][] = [
        ["Email/get", { accountId: other, ids: [id], properties: ["threadId"] }, "0"],
      ];
      const answer = await t.client.request({ using: [CORE, MAIL, CONVERSATIONS], methodCalls: calls });
      expect((answer.methodResponses[0]![1] as unknown as { list: Email[] }).list[0]!.threadId).toBe(threadId);
    }
    await agrees();
  },
);

/** Letters on their way to a JMAP server that has each message once: what several transfers came to stays until none needs it. */
import type { Id } from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { lines } from "../support/jmap.ts";
import { ForeignPair, type Way } from "./foreign-pair.ts";

const pair = new ForeignPair();
beforeAll(() => pair.open({}, { isUnique: true }));
afterAll(() => pair.close());
afterEach(() => {
  pair.door.reopen();
  pair.door.letOn();
});

const into: Way = { from: () => pair.own, to: () => pair.engine };
const held = (): Promise<void> => eventually(() => expect(pair.door.held()).toBe(1));
const settled = (): Promise<void> => eventually(async () => expect(await pair.openRows()).toEqual([]));

/** How many are here, and there. */
const counts = async (subject: string): Promise<[number, number]> => [
  (await pair.withSubject(pair.own, subject)).length,
  (await pair.withSubject(pair.engine, subject)).length,
];
const twin = (subject: string): string => lines("From: Anna <anna@x.example>", `Subject: ${subject}`, "", "Ёлки");

/** Two Emails with the same bytes. */
async function twins(subject: string): Promise<[Id, Id]> {
  const [one, two] = await pair.import(pair.own, [twin(subject), twin(subject)]);
  return [one!, two!];
}

test("copied, then moved: the undo of the copy leaves it there, and that of the move brings it back", async () => {
  const { id, subject } = await pair.put(pair.own);
  const copy = await pair.begin(into, [id], { keepsOriginals: true });
  await pair.finished(copy);
  const move = await pair.begin(into, [id]);
  await pair.finished(move);
  expect(await counts(subject)).toEqual([0, 1]);
  await pair.takeBack(copy);
  await settled();
  expect(await counts(subject)).toEqual([0, 1]);
  await pair.takeBack(move);
  await settled();
  expect(await counts(subject)).toEqual([1, 0]);
});

test("two that were the same there come back one after the other, and both are two again", async () => {
  const ids = await twins("Newsletter");
  const [first, second] = [await pair.begin(into, [ids[0]]), await pair.begin(into, [ids[1]])];
  for (const transfer of [first, second]) await pair.finished(transfer);
  expect(await counts("Newsletter")).toEqual([0, 1]);
  await pair.takeBack(first);
  await settled();
  expect(await counts("Newsletter")).toEqual([1, 1]);
  await pair.takeBack(second);
  await settled();
  expect(await counts("Newsletter")).toEqual([2, 0]);
});

test("two of one transfer come back together", async () => {
  const ids = await twins("Together");
  const transfer = await pair.begin(into, ids);
  await pair.finished(transfer, 2);
  expect(await counts("Together")).toEqual([0, 1]);
  await pair.takeBack(transfer);
  await settled();
  expect(await counts("Together")).toEqual([2, 0]);
});

test("moved again before the copy of one that was taken back is gone, it is there", async () => {
  const { id, subject } = await pair.put(pair.own);
  const copy = await pair.begin(into, [id], { keepsOriginals: true });
  await pair.finished(copy);
  pair.door.holdAt = '"destroy"';
  await pair.takeBack(copy);
  await held();
  // The server goes away before it hears of it.
  pair.door.forget();
  pair.door.shut();
  await eventually(async () => expect(await pair.openRows()).toMatchObject([{ state: "withdrawn", attempts: 1 }]));
  pair.door.reopen();
  const move = await pair.begin(into, [id]);
  await pair.finished(move);
  await settled();
  expect(await counts(subject)).toEqual([0, 1]);
});

test("it does not come to one that is just leaving", async () => {
  const ids = await twins("Leaving");
  const first = await pair.begin(into, [ids[0]]);
  await pair.finished(first);
  pair.door.holdAt = '"destroy"';
  await pair.takeBack(first);
  await held();
  const second = await pair.begin(into, [ids[1]]);
  await eventually(async () =>
    expect(await pair.openRows()).toContainEqual({ state: "waiting", attempts: expect.toSatisfy((n) => n > 0) }),
  );
  pair.door.letOn();
  await pair.finished(second);
  await settled();
  expect(await counts("Leaving")).toEqual([1, 1]);
});

test("taken back while the server says that it has it, that one stays", async () => {
  const subject = "There before";
  await pair.import(pair.engine, [twin(subject)], "archive");
  const [id] = await pair.import(pair.own, [twin(subject)]);
  pair.door.holdAt = '"Email/import"';
  const transfer = await pair.begin(into, [id!]);
  await held();
  await pair.takeBack(transfer);
  pair.door.letOn();
  await settled();
  expect(await counts(subject)).toEqual([1, 1]);
});

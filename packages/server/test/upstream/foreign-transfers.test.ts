/** Letters between an account here and one at another JMAP server: they move, wait for it, and come back. */
import { ALL_ACCOUNTS_ID, EMAIL_TRANSFERS, type Id, idOfMember } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import type { TestServer } from "../support/server.ts";
import { ForeignPair, keywords, receivedAt, type Way } from "./foreign-pair.ts";

const pair = new ForeignPair();
beforeAll(() => pair.open());
afterAll(() => pair.close());

const bytesOf = async ({ accountId, client }: TestServer, blobId: Id): Promise<string> =>
  (await client.download(accountId, blobId, "letter")).text();

test("the session says so of all accounts together", async () => {
  const { accounts } = await pair.page.session();
  expect(accounts[ALL_ACCOUNTS_ID]?.accountCapabilities[EMAIL_TRANSFERS]).toEqual({});
});

describe.each<[string, Way]>([
  ["into an account elsewhere", { from: () => pair.own, to: () => pair.engine }],
  ["out of an account elsewhere", { from: () => pair.engine, to: () => pair.own }],
])("%s", (_, way) => {
  const expected = () => ({ mailboxIds: { [pair.box(way.to(), "archive")]: true }, keywords, receivedAt });

  test("a letter moves with its bytes, date and keywords, and comes back by undo", async () => {
    const { id, subject } = await pair.put(way.from());
    const [before] = await pair.withSubject(way.from(), subject);
    const bytes = await bytesOf(way.from(), before!.blobId);
    const transfer = await pair.begin(way, [id]);
    await pair.finished(transfer);
    expect(await pair.withSubject(way.from(), subject)).toEqual([]);
    const [moved, ...more] = await pair.withSubject(way.to(), subject);
    expect(more).toEqual([]);
    expect(moved).toMatchObject(expected());
    expect(await bytesOf(way.to(), moved!.blobId)).toBe(bytes);

    await pair.takeBack(transfer);
    await eventually(async () => expect(await pair.withSubject(way.to(), subject)).toEqual([]));
    const [back] = await pair.withSubject(way.from(), subject);
    expect(back).toMatchObject({ mailboxIds: before!.mailboxIds, keywords, receivedAt });
  });

  test("a copy leaves the original, and goes by undo", async () => {
    const { id, subject } = await pair.put(way.from());
    const transfer = await pair.begin(way, [id], { keepsOriginals: true });
    await pair.finished(transfer);
    expect(await pair.withSubject(way.from(), subject)).toHaveLength(1);
    expect(await pair.withSubject(way.to(), subject)).toMatchObject([expected()]);
    await pair.takeBack(transfer);
    await eventually(async () => expect(await pair.withSubject(way.to(), subject)).toEqual([]));
    expect(await pair.withSubject(way.from(), subject)).toHaveLength(1);
  });

  test("what cannot go stays where it is, and the others go", async () => {
    const { id, subject } = await pair.put(way.from());
    const gone = await pair.begin(way, [id, "e999999"]).then((begun) => pair.stateOf(begun));
    expect(gone).toMatchObject({ toAccountId: pair.nameOf(way.to()) });
    await eventually(async () => expect(await pair.withSubject(way.to(), subject)).toHaveLength(1));
    if (way.to() === pair.own) return;
    const { id: other, subject: kept } = await pair.put(way.from());
    const failing = await pair.begin(way, [other], { mailboxId: "m999999" });
    const named = idOfMember(pair.nameOf(way.from()), other);
    await eventually(async () =>
      expect(await pair.stateOf(failing)).toMatchObject({ waiting: 0, failed: { [named]: "invalidProperties" } }),
    );
    expect(await pair.withSubject(way.from(), kept)).toHaveLength(1);
  });
});

describe("a server that cannot be reached", () => {
  const way: Way = { from: () => pair.own, to: () => pair.engine };

  test("is waited for, and nothing leaves the first account until then", async () => {
    const { id, subject } = await pair.put(pair.own);
    const { id: second, subject: withdrawn } = await pair.put(pair.own);
    await pair.door.goAway();
    const [transfer, other] = [await pair.begin(way, [id]), await pair.begin(way, [second])];
    await eventually(async () => {
      const row = await pair.own.store.read((reader) =>
        reader.get<{ n: number }>("select count(*) as n from foreign_transfer_email where attempts > 0"),
      );
      expect(row!.n).toBeGreaterThan(0);
    });
    expect(await pair.stateOf(transfer)).toMatchObject({ waiting: 1, done: 0, failed: {} });
    expect(await pair.withSubject(pair.own, subject)).toHaveLength(1);
    await pair.takeBack(other);
    await pair.door.comeBack();
    await pair.finished(transfer);
    expect(await pair.withSubject(pair.engine, subject)).toHaveLength(1);
    expect(await pair.withSubject(pair.own, subject)).toEqual([]);
    expect(await pair.withSubject(pair.engine, withdrawn)).toEqual([]);
    expect(await pair.withSubject(pair.own, withdrawn)).toHaveLength(1);
  });

  test("has a letter once where its answer was lost", async () => {
    const { id, subject } = await pair.put(pair.own);
    pair.door.cutAt = '"Email/import"';
    const transfer = await pair.begin(way, [id]);
    await pair.finished(transfer);
    expect(pair.door.cutAt).toBeUndefined();
    expect(await pair.withSubject(pair.engine, subject)).toHaveLength(1);
    expect(await pair.withSubject(pair.own, subject)).toEqual([]);
  });

  test("gives a letter up once where the answer to that was lost", async () => {
    const { id, subject } = await pair.put(pair.engine);
    pair.door.cutAt = '"destroy"';
    const transfer = await pair.begin({ from: () => pair.engine, to: () => pair.own }, [id]);
    await pair.finished(transfer);
    expect(pair.door.cutAt).toBeUndefined();
    expect(await pair.withSubject(pair.engine, subject)).toEqual([]);
    expect(await pair.withSubject(pair.own, subject)).toHaveLength(1);
  });
});

let others = 0;
test.each([
  ["between two accounts here", () => ({ emailIds: [`${pair.here}-e1`] }), "toAccountId"],
  ["of two accounts", () => ({ emailIds: [`${pair.here}-e1`, `${pair.there}-e1`] }), "emailIds"],
  ["into the same account", () => ({ toAccountId: pair.there, emailIds: [`${pair.there}-e1`] }), "emailIds"],
  ["into an unknown one", () => ({ toAccountId: "a99", emailIds: [`${pair.there}-e1`] }), "toAccountId"],
  ["of no such account", () => ({ toAccountId: pair.there, emailIds: ["a99-e1"] }), "emailIds"],
])("a transfer %s is refused", async (_, given, property) => {
  const other = await pair.own.store.write((tx) =>
    createAccount(tx, { name: "Other", email: `o${++others}@x.example` }),
  );
  const create = { t: { toAccountId: other.id, mailboxId: "m1", keepsOriginals: false, ...given() } };
  const { notCreated } = await pair.page.call("EmailTransfer/set", { accountId: ALL_ACCOUNTS_ID, create });
  expect(notCreated!["t"]).toMatchObject({ type: "invalidProperties", properties: expect.arrayContaining([property]) });
});

/** Letters on their way to another JMAP server, and what goes wrong: none is lost, and none comes twice. */
import { ALL_ACCOUNTS_ID, type Id, idOfMember, type NewEmailTransfer } from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createLogger } from "../../src/log.ts";
import type { Store } from "../../src/store/db/store.ts";
import { createRemoteAccounts } from "../../src/upstream/remote-accounts.ts";
import { startForeignTransfers } from "../../src/transfers/foreign/foreign-transfer-worker.ts";
import { lines } from "../support/jmap.ts";
import { testServer } from "../support/server.ts";
import { ForeignPair, type Way } from "./foreign-pair.ts";
import { remoteAccount } from "./front.ts";

const pair = new ForeignPair();
beforeAll(() => pair.open({ maxUploadSize: 50_000 }));
afterAll(() => pair.close());
afterEach(() => {
  pair.door.reopen();
  pair.door.cutAt = undefined;
  pair.door.letOn();
});

const into: Way = { from: () => pair.own, to: () => pair.engine };
const outOf: Way = { from: () => pair.engine, to: () => pair.own };
const held = (): Promise<void> => eventually(() => expect(pair.door.held()).toBe(1));
const settled = (): Promise<void> => eventually(async () => expect(await pair.openRows()).toEqual([]));

/** The same store, by which the jobs of one process are known (store/db/shared-lock.ts), with a lock of its own. */
const asAnotherProcess = (store: Store): Store =>
  new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });

test("one that is too large for the other server stays, and says so", async () => {
  const { id, subject } = await pair.put(pair.own, "long lines\r\n".repeat(10_000));
  const { id: small, subject: other } = await pair.put(pair.own);
  const transfer = await pair.begin(into, [id, small]);
  await eventually(async () =>
    expect(await pair.stateOf(transfer)).toMatchObject({
      waiting: 0,
      done: 1,
      failed: { [`${pair.here}-${id}`]: "tooLarge" },
    }),
  );
  expect(await pair.withSubject(pair.own, subject)).toHaveLength(1);
  expect(await pair.withSubject(pair.engine, subject)).toEqual([]);
  expect(await pair.withSubject(pair.engine, other)).toHaveLength(1);
});

test("taken back while the other server stores it, its copy goes", async () => {
  const { id, subject } = await pair.put(pair.own);
  pair.door.holdAt = '"Email/import"';
  const transfer = await pair.begin(into, [id]);
  await held();
  await pair.takeBack(transfer);
  pair.door.letOn();
  await settled();
  expect(await pair.withSubject(pair.engine, subject)).toEqual([]);
  expect(await pair.withSubject(pair.own, subject)).toHaveLength(1);
});

test("taken back while its server gives it up, it comes back", async () => {
  const { id, subject } = await pair.put(pair.engine);
  pair.door.holdAt = '"destroy"';
  const transfer = await pair.begin(outOf, [id]);
  await held();
  await pair.takeBack(transfer);
  expect(await pair.withSubject(pair.own, subject)).toHaveLength(1);
  pair.door.letOn();
  await settled();
  expect(await pair.withSubject(pair.own, subject)).toEqual([]);
  const [back, ...more] = await pair.withSubject(pair.engine, subject);
  expect(more).toEqual([]);
  expect(back).toMatchObject({ mailboxIds: { [pair.box(pair.engine, "inbox")]: true } });
});

test("two with the same bytes are two there, whose answer is lost too, and two again", async () => {
  const message = lines("From: Anna <anna@x.example>", "Message-ID: <twin@x>", "Subject: Twin", "", "Ёлки");
  const ids = await pair.import(pair.own, [message, message]);
  const first = await pair.begin(into, [ids[0]!]);
  await pair.finished(first);
  pair.door.cutAt = '"Email/import"';
  const second = await pair.begin(into, [ids[1]!]);
  await pair.finished(second);
  expect(pair.door.cutAt).toBeUndefined();
  expect(await pair.withSubject(pair.engine, "Twin")).toHaveLength(2);
  expect(await pair.withSubject(pair.own, "Twin")).toEqual([]);
  for (const transfer of [first, second]) await pair.takeBack(transfer);
  await settled();
  expect(await pair.withSubject(pair.engine, "Twin")).toEqual([]);
  expect(await pair.withSubject(pair.own, "Twin")).toHaveLength(2);
});

describe("many at once", () => {
  const total = 30;
  const messages = Array.from({ length: total }, (_, index) =>
    lines("From: Anna <anna@x.example>", `Message-ID: <m${index}@x>`, `Subject: Many ${index}`, "", "Ёлки"),
  );
  let ids: Id[];
  let before: number;
  beforeAll(async () => {
    before = await pair.count(pair.own, "inbox");
    ids = await pair.import(pair.own, messages);
  });

  test("ask a server that is away no more often than one does", async () => {
    pair.door.shut();
    const { calls } = pair.door;
    const transfer = await pair.begin(into, ids);
    await eventually(async () => {
      const tried = (await pair.openRows()).reduce((sum, { attempts }) => sum + attempts, 0);
      expect(tried).toBeGreaterThan(1);
    });
    expect(pair.door.calls - calls).toBeLessThan(10);
    expect((await pair.openRows()).filter(({ attempts }) => attempts > 0).length).toBeLessThan(5);
    await pair.takeBack(transfer);
    pair.door.reopen();
    await settled();
    expect(await pair.count(pair.own, "inbox")).toBe(before + total);
  });

  test("go over once each, by one of two processes, though the server goes away amid them, and come back", async () => {
    const { mime, vault } = pair.own;
    const store = asAnotherProcess(pair.own.store);
    const log = createLogger("silent");
    const remote = createRemoteAccounts({ store, vault, log, domain: "pismo.localhost" });
    const stop = startForeignTransfers({ store, mime, log, remote });
    const there = await pair.count(pair.engine, "archive");
    pair.door.holdAt = '"Email/import"';
    pair.door.passes = total / 2;
    const transfer = await pair.begin(into, ids);
    await held();
    await pair.door.goAway();
    pair.door.forget();
    await pair.door.comeBack();
    await pair.finished(transfer, total);
    expect(await pair.count(pair.engine, "archive")).toBe(there + total);
    expect(await pair.count(pair.own, "inbox")).toBe(before);
    await pair.takeBack(transfer);
    await settled();
    expect(await pair.count(pair.engine, "archive")).toBe(there);
    expect(await pair.count(pair.own, "inbox")).toBe(before + total);
    await stop();
    remote.close();
  });
});

test("a server that does not answer holds up no other one", async () => {
  const other = await testServer();
  try {
    const given = { ...remoteAccount(other, await other.listen()), email: "ann@other.example" };
    const { created } = await pair.own.client.call("MailServer/set", { create: { a: given } });
    const toAccountId = created!["a"]!.id!;
    const { list } = await other.client.call("Mailbox/get", { accountId: other.accountId, ids: null });
    const mailboxId = list.find(({ role }) => role === "archive")!.id!;
    const [slow, quick] = [await pair.put(pair.own), await pair.put(pair.own)];
    pair.door.holdAt = '"Email/import"';
    const waiting = await pair.begin(into, [slow.id]);
    await held();
    const transfer = await pair.begin(into, [quick.id], { toAccountId, mailboxId });
    await pair.finished(transfer);
    expect(await pair.withSubject(other, quick.subject)).toHaveLength(1);
    await pair.takeBack(transfer);
    await eventually(async () => expect(await pair.withSubject(pair.own, quick.subject)).toHaveLength(1));
    expect(await pair.stateOf(waiting)).toMatchObject({ waiting: 1, done: 0 });
    expect(pair.door.held()).toBe(1);
    pair.door.letOn();
    await pair.finished(waiting);
  } finally {
    await other.close();
  }
});

const move = async (ids: Id[], more: Partial<NewEmailTransfer> = {}) => {
  const emailIds = ids.map((id) => idOfMember(pair.here, id));
  const mailboxId = pair.box(pair.engine, "archive");
  const create = { t: { toAccountId: pair.there, mailboxId, emailIds, keepsOriginals: false, ...more } };
  return pair.page.call("EmailTransfer/set", { accountId: ALL_ACCOUNTS_ID, create });
};

describe("a letter that is moving already", () => {
  test("is moved by the same transfer where that is asked for once more, and comes once", async () => {
    const [{ id, subject }, { id: other }] = [await pair.put(pair.own), await pair.put(pair.own)];
    pair.door.holdAt = '"Email/import"';
    const transfer = await pair.begin(into, [id, other]);
    await held();
    expect((await move([other, id])).created!["t"]!.id).toBe(transfer);
    pair.door.letOn();
    await pair.finished(transfer, 2);
    expect(await pair.withSubject(pair.engine, subject)).toHaveLength(1);
    expect(await pair.withSubject(pair.own, subject)).toEqual([]);
    expect(await pair.openRows()).toEqual([]);
  });

  test("goes to no second place, and those beside it go", async () => {
    const [{ id, subject }, { id: other, subject: beside }] = [await pair.put(pair.own), await pair.put(pair.own)];
    pair.door.holdAt = '"Email/import"';
    const transfer = await pair.begin(into, [id]);
    await held();
    const inbox = pair.box(pair.engine, "inbox");
    expect((await move([id], { mailboxId: inbox })).notCreated!["t"]).toMatchObject({ type: "forbidden" });
    const second = await pair.begin(into, [id, other], { mailboxId: inbox });
    const copy = await pair.begin(into, [id], { mailboxId: inbox, keepsOriginals: true });
    expect(await pair.stateOf(copy)).toMatchObject({ waiting: 1 });
    await pair.takeBack(copy);
    pair.door.letOn();
    await pair.finished(transfer);
    await pair.finished(second);
    const archive = pair.box(pair.engine, "archive");
    expect(await pair.withSubject(pair.engine, subject)).toMatchObject([{ mailboxIds: { [archive]: true } }]);
    expect(await pair.withSubject(pair.engine, beside)).toMatchObject([{ mailboxIds: { [inbox]: true } }]);
  });

  test("moves once more when that was taken back", async () => {
    const { id, subject } = await pair.put(pair.own);
    pair.door.holdAt = '"Email/import"';
    await pair.takeBack(await pair.begin(into, [id]));
    const second = await pair.begin(into, [id]);
    pair.door.letOn();
    await pair.finished(second);
    await settled();
    expect(await pair.withSubject(pair.engine, subject)).toHaveLength(1);
    expect(await pair.withSubject(pair.own, subject)).toEqual([]);
  });
});

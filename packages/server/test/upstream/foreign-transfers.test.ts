/** Letters between an account here and one at another JMAP server: they move, wait for it, and come back. */
import {
  ALL_ACCOUNTS_ID,
  type Email,
  EMAIL_TRANSFERS,
  type Id,
  idOfMember,
  type JmapClient,
  type NewEmailTransfer,
} from "@pismo/jmap";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { lines } from "../support/jmap.ts";
import { openOwnPage } from "../support/own-page.ts";
import { type TestServer, testServer } from "../support/server.ts";

let engine: TestServer;
let own: TestServer;
let page: JmapClient;
/** Before the engine. */
let door: Server;
const open = new Set<Socket>();
/** A request with these words reaches the engine, whose answer is lost. */
let cutAt: string | undefined;
/** The account at the engine, as it is named here. */
let there: Id;
let here: Id;
const boxes = new Map<TestServer, Record<string, Id>>();

beforeAll(async () => {
  let port = 0;
  door = createServer({ noDelay: true }, (client) => {
    const inner = connect({ port, host: "127.0.0.1", noDelay: true });
    let isCut = false;
    client.on("data", (bytes) => {
      if (cutAt !== undefined && bytes.includes(cutAt)) {
        isCut = true;
        cutAt = undefined;
      }
      inner.write(bytes);
    });
    inner.on("data", (bytes) => (isCut ? client.destroy() : client.write(bytes)));
    client.on("error", () => inner.destroy()).on("close", () => inner.destroy());
    inner.on("error", () => client.destroy()).on("close", () => client.destroy());
    open.add(client);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const jmapUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  engine = await testServer({ publicUrl: jmapUrl });
  port = Number(new URL(await engine.listen()).port);
  own = await testServer({ accountSetup: { ca: "" }, transfers: true });
  await own.listen();
  const given = {
    name: "Ann",
    email: "ann@engine.example",
    username: "you@pismo.localhost",
    password: engine.token,
    imap: null,
    smtp: null,
    jmapUrl,
  };
  const { created } = await own.client.call("MailServer/set", { create: { a: given } });
  there = created!["a"]!.id!;
  here = own.accountId;
  ({ page } = await openOwnPage(own));
  for (const server of [own, engine]) {
    const { accountId, client } = server;
    const { list } = await client.call("Mailbox/get", { accountId, ids: null });
    boxes.set(server, Object.fromEntries(list.flatMap(({ id, role }) => (id && role ? [[role, id]] : []))));
  }
});
afterAll(async () => {
  await own.close();
  for (const socket of open) socket.destroy();
  door.close();
  await engine.close();
});

let letters = 0;
const keywords = { $seen: true, $flagged: true, work: true } as const;
const receivedAt = "2019-03-04T05:06:07Z";

async function put(server: TestServer, role = "inbox"): Promise<{ id: Id; subject: string }> {
  const subject = `Letter ${++letters}`;
  const text = lines("From: Anna <anna@x.example>", `Message-ID: <l${letters}@x>`, `Subject: ${subject}`, "", "Ёлки");
  const { accountId, client } = server;
  const { blobId } = await client.upload(accountId, new Blob([text]), "message/rfc822");
  const given = { blobId, mailboxIds: { [boxes.get(server)![role]!]: true as const }, keywords, receivedAt };
  const { created } = await client.call("Email/import", { accountId, emails: { e: given } });
  return { id: created!["e"]!.id!, subject };
}

const properties = ["id", "blobId", "mailboxIds", "keywords", "receivedAt", "subject"];
async function withSubject(server: TestServer, subject: string): Promise<Email[]> {
  const { accountId, client } = server;
  const { ids } = await client.call("Email/query", { accountId });
  const { list } = await client.call("Email/get", { accountId, ids, properties });
  return (list as Email[]).filter((email) => email.subject === subject);
}

const bytesOf = async ({ accountId, client }: TestServer, blobId: Id): Promise<string> =>
  (await client.download(accountId, blobId, "letter")).text();

interface Way {
  from: () => TestServer;
  to: () => TestServer;
}
const nameOf = (server: TestServer): Id => (server === own ? here : there);

async function begin({ from, to }: Way, ids: Id[], more: Partial<NewEmailTransfer> = {}): Promise<Id> {
  const given = {
    toAccountId: nameOf(to()),
    mailboxId: boxes.get(to())!["archive"]!,
    emailIds: ids.map((id) => idOfMember(nameOf(from()), id)),
    keepsOriginals: false,
    ...more,
  };
  const { created, notCreated } = await page.call("EmailTransfer/set", {
    accountId: ALL_ACCOUNTS_ID,
    create: { t: given },
  });
  expect(notCreated).toBeNull();
  return created!["t"]!.id;
}
const stateOf = async (id: Id) =>
  (await page.call("EmailTransfer/get", { accountId: ALL_ACCOUNTS_ID, ids: [id] })).list[0];
const finished = (id: Id, done = 1): Promise<void> =>
  eventually(async () => expect(await stateOf(id)).toMatchObject({ waiting: 0, done, failed: {} }));
async function takeBack(id: Id): Promise<void> {
  const set = await page.call("EmailTransfer/set", { accountId: ALL_ACCOUNTS_ID, destroy: [id] });
  expect(set.destroyed).toEqual([id]);
  expect(await stateOf(id)).toBeUndefined();
}

async function goAway(): Promise<void> {
  for (const socket of open) socket.destroy();
  open.clear();
  await new Promise((resolve) => door.close(resolve));
}
let doorPort = 0;
beforeEach(() => {
  doorPort = (door.address() as AddressInfo).port;
});
const comeBack = (): Promise<void> => new Promise((resolve) => door.listen(doorPort, "127.0.0.1", resolve));

test("the session says so of all accounts together", async () => {
  const { accounts } = await page.session();
  expect(accounts[ALL_ACCOUNTS_ID]?.accountCapabilities[EMAIL_TRANSFERS]).toEqual({});
});

describe.each<[string, Way]>([
  ["into an account elsewhere", { from: () => own, to: () => engine }],
  ["out of an account elsewhere", { from: () => engine, to: () => own }],
])("%s", (_, way) => {
  const expected = () => ({ mailboxIds: { [boxes.get(way.to())!["archive"]!]: true }, keywords, receivedAt });

  test("a letter moves with its bytes, date and keywords, and comes back by undo", async () => {
    const { id, subject } = await put(way.from());
    const [before] = await withSubject(way.from(), subject);
    const bytes = await bytesOf(way.from(), before!.blobId);
    const transfer = await begin(way, [id]);
    await finished(transfer);
    expect(await withSubject(way.from(), subject)).toEqual([]);
    const [moved, ...more] = await withSubject(way.to(), subject);
    expect(more).toEqual([]);
    expect(moved).toMatchObject(expected());
    expect(await bytesOf(way.to(), moved!.blobId)).toBe(bytes);

    await takeBack(transfer);
    await eventually(async () => expect(await withSubject(way.to(), subject)).toEqual([]));
    const [back] = await withSubject(way.from(), subject);
    expect(back).toMatchObject({ mailboxIds: before!.mailboxIds, keywords, receivedAt });
  });

  test("a copy leaves the original, and goes by undo", async () => {
    const { id, subject } = await put(way.from());
    const transfer = await begin(way, [id], { keepsOriginals: true });
    await finished(transfer);
    expect(await withSubject(way.from(), subject)).toHaveLength(1);
    expect(await withSubject(way.to(), subject)).toMatchObject([expected()]);
    await takeBack(transfer);
    await eventually(async () => expect(await withSubject(way.to(), subject)).toEqual([]));
    expect(await withSubject(way.from(), subject)).toHaveLength(1);
  });

  test("what cannot go stays where it is, and the others go", async () => {
    const { id, subject } = await put(way.from());
    const gone = await begin(way, [id, "e999999"]).then(stateOf);
    expect(gone).toMatchObject({ toAccountId: nameOf(way.to()) });
    await eventually(async () => expect(await withSubject(way.to(), subject)).toHaveLength(1));
    if (way.to() === own) return;
    const { id: other, subject: kept } = await put(way.from());
    const failing = await begin(way, [other], { mailboxId: "m999999" });
    const named = idOfMember(nameOf(way.from()), other);
    await eventually(async () =>
      expect(await stateOf(failing)).toMatchObject({ waiting: 0, failed: { [named]: "invalidProperties" } }),
    );
    expect(await withSubject(way.from(), kept)).toHaveLength(1);
  });
});

describe("a server that cannot be reached", () => {
  const way: Way = { from: () => own, to: () => engine };

  test("is waited for, and nothing leaves the first account until then", async () => {
    const { id, subject } = await put(own);
    const { id: second, subject: withdrawn } = await put(own);
    await goAway();
    const [transfer, other] = [await begin(way, [id]), await begin(way, [second])];
    await eventually(async () => {
      const row = await own.store.read((reader) =>
        reader.get<{ n: number }>("select count(*) as n from foreign_transfer_email where attempts > 0"),
      );
      expect(row!.n).toBeGreaterThan(0);
    });
    expect(await stateOf(transfer)).toMatchObject({ waiting: 1, done: 0, failed: {} });
    expect(await withSubject(own, subject)).toHaveLength(1);
    await takeBack(other);
    await comeBack();
    await finished(transfer);
    expect(await withSubject(engine, subject)).toHaveLength(1);
    expect(await withSubject(own, subject)).toEqual([]);
    expect(await withSubject(engine, withdrawn)).toEqual([]);
    expect(await withSubject(own, withdrawn)).toHaveLength(1);
  });

  test("has a letter once where its answer was lost", async () => {
    const { id, subject } = await put(own);
    cutAt = '"Email/import"';
    const transfer = await begin(way, [id]);
    await finished(transfer);
    expect(cutAt).toBeUndefined();
    expect(await withSubject(engine, subject)).toHaveLength(1);
    expect(await withSubject(own, subject)).toEqual([]);
  });

  test("gives a letter up once where the answer to that was lost", async () => {
    const { id, subject } = await put(engine);
    cutAt = '"destroy"';
    const transfer = await begin({ from: () => engine, to: () => own }, [id]);
    await finished(transfer);
    expect(cutAt).toBeUndefined();
    expect(await withSubject(engine, subject)).toEqual([]);
    expect(await withSubject(own, subject)).toHaveLength(1);
  });
});

test.each([
  ["between two accounts here", () => ({ emailIds: [`${here}-e1`] }), "toAccountId"],
  ["of two accounts", () => ({ emailIds: [`${here}-e1`, `${there}-e1`] }), "emailIds"],
  ["into the same account", () => ({ toAccountId: there, emailIds: [`${there}-e1`] }), "emailIds"],
  ["into an unknown one", () => ({ toAccountId: "a99", emailIds: [`${there}-e1`] }), "toAccountId"],
  ["of no such account", () => ({ toAccountId: there, emailIds: ["a99-e1"] }), "emailIds"],
])("a transfer %s is refused", async (_, given, property) => {
  const other = await own.store.write((tx) => createAccount(tx, { name: "Other", email: `o${++letters}@x.example` }));
  const create = { t: { toAccountId: other.id, mailboxId: "m1", keepsOriginals: false, ...given() } };
  const { notCreated } = await page.call("EmailTransfer/set", { accountId: ALL_ACCOUNTS_ID, create });
  expect(notCreated!["t"]).toMatchObject({ type: "invalidProperties", properties: expect.arrayContaining([property]) });
});

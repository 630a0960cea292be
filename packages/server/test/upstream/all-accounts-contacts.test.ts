/** The contacts of several accounts as one list, where one account lies at another JMAP server (RFC 9610). */
import { ALL_ACCOUNTS_ID, type Id, type JmapClient, type MethodArgs, type MethodName } from "@pismo/jmap";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openOwnPage } from "../support/own-page.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { addRemoteAccount, onPort } from "./front.ts";

let engine: TestServer;
let own: TestServer;
let ownUrl: string;
let page: JmapClient;
let cookie: string;
/** The account at the engine, as it is named here. */
let there: Id;
/** Before the engine: it can be shut. */
let door: Server;
const open = new Set<Socket>();

/** More than one answer of a server has. */
const CARDS_EACH = 620;

const cardOf = (given: string, surname: string, more: object = {}) => ({
  name: {
    components: [
      { kind: "given", value: given },
      { kind: "surname", value: surname },
    ],
  },
  emails: { e: { address: `${given}.${surname}@x.example`.toLowerCase() } },
  ...more,
});

async function put({ client, accountId }: TestServer, cards: object[]): Promise<Id[]> {
  const ids: Id[] = [];
  for (let at = 0; at < cards.length; at += 200) {
    const some = cards.slice(at, at + 200);
    const create = Object.fromEntries(some.map((card, index) => [`c${index}`, card]));
    const { created } = await client.call("ContactCard/set", { accountId, create });
    ids.push(...some.map((_, index) => created![`c${index}`]!.id!));
  }
  return ids;
}

beforeAll(async () => {
  let port = 0;
  door = createServer({ noDelay: true }, (client) => {
    const inner = connect({ port, host: "127.0.0.1", noDelay: true });
    client.pipe(inner).on("error", () => client.destroy());
    client.on("error", () => inner.destroy()).on("close", () => inner.destroy());
    inner.pipe(client);
    open.add(client);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const jmapUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  engine = await testServer({ publicUrl: jmapUrl });
  port = Number(new URL(await engine.listen()).port);
  own = await testServer({ accountSetup: { ca: "" } });
  ownUrl = await own.listen();
  there = await addRemoteAccount(own, engine, jmapUrl);
  for (const server of [own, engine]) {
    const side = server === own ? "Here" : "There";
    await put(
      server,
      Array.from({ length: CARDS_EACH }, (_, n) => cardOf(["Аня", "Bob", "ёж", "zoe"][n % 4]!, `${side} ${n % 50}`)),
    );
  }
  ({ page, cookie } = await openOwnPage(own));
});
afterAll(async () => {
  await own.close();
  for (const socket of open) socket.destroy();
  door.close();
  await engine.close();
});

const all = <N extends MethodName>(name: N, args: Omit<MethodArgs<N>, "accountId">) =>
  page.call(name, { accountId: ALL_ACCOUNTS_ID, ...args });

const byName = [{ property: "name/given" }, { property: "name/surname" }];

/** What one server would give that has all of the cards. */
async function expected(filter: MethodArgs<"ContactCard/query">["filter"]): Promise<string[]> {
  const names: string[] = [];
  for (const { client, accountId } of [own, engine]) {
    const { ids } = await client.call("ContactCard/query", { accountId, filter: filter ?? null });
    for (let at = 0; at < ids.length; at += 500) {
      const some = { accountId, ids: ids.slice(at, at + 500), properties: ["name"] };
      const { list } = await client.call("ContactCard/get", some);
      names.push(...list.map(nameOf));
    }
  }
  return names.toSorted((one, other) => {
    const [a, b] = [one, other].map((name) => Buffer.from(name.toLowerCase().replaceAll("ё", "е")));
    return Buffer.compare(a!, b!);
  });
}

const nameOf = ({ name }: { name?: { components?: { value: string }[] } }): string =>
  (name?.components ?? []).map(({ value }) => value).join("|");

async function namesOf(ids: Id[]): Promise<string[]> {
  const { list, notFound } = await all("ContactCard/get", { ids, properties: ["name"] });
  expect(notFound).toEqual([]);
  expect(list.map(({ id }) => id)).toEqual(ids);
  return list.map(nameOf);
}

test.each([
  ["all", null],
  ["those of a search", { text: "here" }],
  ["those that are no groups", { operator: "NOT" as const, conditions: [{ kind: "group" }] }],
])("%s are one list by name, every window of it", async (_, filter) => {
  const whole = await expected(filter);
  for (const position of [0, 60, 599, 0, whole.length - 5, whole.length, whole.length + 100]) {
    const found = await all("ContactCard/query", { filter, sort: byName, position, limit: 60, calculateTotal: true });
    expect(found).toMatchObject({ total: whole.length });
    expect(found.missing).toBeUndefined();
    expect(await namesOf(found.ids)).toEqual(whole.slice(position, position + 60));
  }
});

test("a card there is changed there, and the list is another one then", async () => {
  const [id] = await put(engine, [cardOf("Aaa", "First", { kind: "group" })]);
  const asked = { filter: { kind: "group" }, sort: byName, limit: 10 };
  const found = await all("ContactCard/query", asked);
  expect(found.ids).toEqual([`${there}-${id}`]);
  const { list } = await all("ContactCard/get", { ids: found.ids });
  expect(list[0]).toMatchObject({ id: `${there}-${id}`, kind: "group", emails: { e: {} } });
  const { accountId, client } = engine;
  await client.call("ContactCard/set", { accountId, destroy: [id!] });
  expect((await all("ContactCard/query", asked)).ids).toEqual([]);
  const gone = await all("ContactCard/get", { ids: found.ids });
  expect(gone).toMatchObject({ list: [], notFound: found.ids });
});

test("pictures come, however large they are together", async () => {
  const uri = `data:image/png;base64,${"A".repeat(480_000)}`;
  const media = { p: { kind: "photo", uri } };
  const pictured = Array.from({ length: 25 }, (_, n) => cardOf("Picture", `P ${n}`, { media }));
  for (const card of pictured) await put(engine, [card]);
  const { ids } = await all("ContactCard/query", { filter: { text: "picture" }, sort: byName, limit: 60 });
  expect(ids).toHaveLength(25);
  const { list } = await all("ContactCard/get", { ids, properties: ["media"] });
  expect(list.map((card) => card.media?.["p"]?.uri === uri)).toEqual(ids.map(() => true));
});

/** States of the merged account's cards, as the page is told. */
async function* news(): AsyncGenerator<string> {
  const response = await fetch(`${ownUrl}/jmap/eventsource?types=ContactCard&closeafter=no&ping=0`, {
    headers: { cookie: onPort(cookie, ownUrl) },
  });
  let text = "";
  for await (const chunk of response.body!) {
    text += Buffer.from(chunk as Uint8Array).toString("utf8");
    const events = text.split("\n\n");
    text = events.pop()!;
    for (const event of events) {
      const state = /"all":\{"ContactCard":"([^"]*)"/.exec(event)?.[1];
      if (state !== undefined) yield state;
    }
  }
}

test("news of a card there is told, and while its server is away the others are shown", async () => {
  const told = news();
  onTestFinished(() => void told.return(undefined));
  const until = async (isIt: (state: string) => boolean): Promise<void> => {
    for (;;) {
      const { value, done } = await told.next();
      expect(done).toBe(false);
      if (isIt(String(value))) return;
    }
  };
  const { accountId, client } = engine;
  const { state: before } = await client.call("ContactCard/get", { accountId, ids: [] });
  const heard = until((state) => !state.endsWith(`${there}~`) && !state.endsWith(`${there}~${before}`));
  await put(engine, [cardOf("Late", "Comer")]);
  await heard;

  const list = { filter: null, sort: byName, position: 100, limit: 400, calculateTotal: true };
  const whole = await all("ContactCard/query", list);
  const { port } = door.address() as AddressInfo;
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => door.close(resolve));
  const without = await all("ContactCard/query", list);
  expect(without).toMatchObject({ missing: [there], total: CARDS_EACH });
  expect(without.ids.every((id) => id.startsWith(`${own.accountId}-`))).toBe(true);
  await until((state) => state.endsWith(`${there}~`));
  const one = whole.ids.find((id) => id.startsWith(`${there}-`))!;
  await expect(all("ContactCard/get", { ids: [one] })).rejects.toMatchObject({ type: "serverUnavailable" });

  await new Promise<void>((resolve) => door.listen(port, "127.0.0.1", resolve));
  await until((state) => !state.endsWith(`${there}~`));
  const again = await all("ContactCard/query", list);
  expect(again).toMatchObject({ ids: whole.ids, total: whole.total });
  expect(again.missing).toBeUndefined();
});

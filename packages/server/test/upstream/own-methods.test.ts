/** What we add in front of a JMAP engine, which is a second Pismo: pictures, proven senders, the first page, a WebSocket. */
import {
  BOOTSTRAP_DATA_ID,
  type BootstrapData,
  CORE,
  JmapClient,
  MAIL,
  PREFERENCES,
  type Session,
  WEB_SOCKET,
} from "@pismo/jmap";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { disablePerson, listPeople } from "../../src/store/people/people.ts";
import { navigation } from "../support/calls.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { enter, onPort, page, scriptedEngine, sessionWith } from "./front.ts";

const gif = Buffer.from("R0lGODlhAQABAIAAAP8AAP8AACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
/** A PNG that claims to have 60,000 × 60,000 pixels. */
const enormous = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  Buffer.from("0000ea600000ea600802000000", "hex"),
  Buffer.from("00000000", "hex"),
]);

let far: Server;
let farUrl: string;
let engine: TestServer;
let engineUrl: string;
let front: TestServer;
let cookie: string;
let client: JmapClient;

beforeAll(async () => {
  far = createServer((_request, response) => response.end(gif)).listen(0, "127.0.0.1");
  await new Promise((resolve) => far.once("listening", resolve));
  farUrl = `http://127.0.0.1:${(far.address() as AddressInfo).port}/a.gif`;
});
afterAll(() => void far.close());

beforeEach(async () => {
  engine = await testServer();
  engineUrl = await engine.listen();
  front = await testServer({
    upstreamUrl: engineUrl,
    trustedServers: ["mx.home.example"],
    imageRules: { loopbackPort: (far.address() as AddressInfo).port },
  });
  cookie = await enter(front, "you@pismo.localhost", engine.token);
  client = new JmapClient({
    sessionUrl: "http://127.0.0.1/.well-known/jmap",
    headers: { ...page, cookie },
    fetch: front.fetch,
  });
});
afterEach(async () => {
  await front.close();
  await engine.close();
});

async function deliver(...header: string[]): Promise<string> {
  const { store, ingest, accountId } = engine;
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const bytes = Buffer.from([...header, "Subject: Of the engine", "", "text", ""].join("\r\n"));
  return (await ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] })).id;
}

const ask = async (url: string, name: string) =>
  front.app.inject({
    method: "POST",
    url,
    headers: { ...page, cookie, "content-type": "application/json" },
    payload: JSON.stringify({ using: [CORE, MAIL], methodCalls: [[name, { accountId: engine.accountId }, "0"]] }),
  });

const open = async (headers: Record<string, string>): Promise<BootstrapData | undefined> => {
  const { body } = await front.app.inject({
    url: "/inbox",
    headers: { ...navigation, host: "127.0.0.1", ...headers },
  });
  const [, text] = new RegExp(`id="${BOOTSTRAP_DATA_ID}">([^<]*)</script>`).exec(body) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as BootstrapData);
};

test("remote images come by our proxy, signed for the person who asked", async () => {
  const { accountId } = engine;
  const { signed } = await client.call("RemoteImage/sign", { accountId, urls: [farUrl] });
  const load = (headers: Record<string, string>) =>
    front.app.inject({ url: signed[farUrl]!.replace("http://127.0.0.1", ""), headers });
  const image = await load({ ...page, cookie });
  expect([image.statusCode, image.headers["content-type"], image.rawPayload]).toEqual([200, "image/gif", gif]);
  expect((await load(page)).statusCode).toBe(401);
  await engine.addMailbox("bob");
  const bob = await enter(front, "bob", (await engine.addMailbox("carol")).token);
  expect((await load({ ...page, cookie: bob })).statusCode).toBe(404);
  await expect(client.call("RemoteImage/sign", { accountId: "a999", urls: [farUrl] })).rejects.toThrow(
    "no such account",
  );
});

test("a sender whom the receiving server has proven is remembered here, and others are not", async () => {
  const { accountId } = engine;
  const proven = await deliver(
    "Authentication-Results: mx.home.example; dmarc=pass header.from=shop.example",
    "From: The Shop <News@Shop.example>",
  );
  const unknown = await deliver("From: news@shop.example");
  const trust = async () => (await client.call("SenderTrust/get", { accountId, ids: [proven, unknown] })).list;
  expect(await trust()).toMatchObject([
    { id: proven, sender: "news@shop.example", authentication: "pass", showsImages: false },
    { id: unknown, authentication: "none", showsImages: false },
  ]);
  const set = await client.call("SenderTrust/set", {
    accountId,
    update: { [proven]: { showsImages: true }, [unknown]: { showsImages: true }, e999: { showsImages: true } },
  });
  expect(set).toMatchObject({
    accountId,
    updated: { [proven]: null },
    notUpdated: { [unknown]: { type: "forbidden" }, e999: { type: "notFound" } },
  });
  expect((await trust()).map(({ showsImages }) => showsImages)).toEqual([true, false]);
});

test("methods of the engine are not taken there, and ours not by the engine's API", async () => {
  expect((await ask("/jmap/own", "Mailbox/get")).statusCode).toBe(400);
  expect((await ask("/jmap/own", "PushSubscription/get")).statusCode).toBe(400);
  expect((await ask("/jmap/api", "Mailbox/get")).statusCode).toBe(200);
});

test("the first page holds the session and the list, and nothing without a cookie", async () => {
  await deliver("From: ann@example.org");
  const data = await open({ cookie });
  expect(data).toMatchObject({
    accountId: engine.accountId,
    session: { apiUrl: "http://127.0.0.1/jmap/api" },
    list: { query: { folder: "inbox" }, total: 1 },
    rows: [{ subject: "Of the engine" }],
  });
  expect(await open({})).toBeUndefined();
});

test("an image that would take gigabytes to draw is not shown, and can be downloaded", async () => {
  const { accountId } = engine;
  const { blobId } = await client.upload(accountId, new Uint8Array(enormous), "image/png");
  const get = (headers: Record<string, string>) =>
    front.app.inject({
      url: `/jmap/download/${accountId}/${blobId}/a.png?type=image/png`,
      headers: { ...page, cookie, ...headers },
    });
  expect((await get({ "sec-fetch-dest": "image" })).statusCode).toBe(422);
  expect((await get({})).rawPayload.equals(enormous)).toBe(true);
});

test("a WebSocket reaches the engine's, for a session alone, and ends with it", async () => {
  const base = await front.listen();
  const session = (await (
    await fetch(`${base}/.well-known/jmap`, {
      headers: { cookie: onPort(cookie, base), "sec-fetch-site": "same-origin" },
    })
  ).json()) as Session;
  const { url } = session.capabilities[WEB_SOCKET] as { url: string };
  expect(url).toBe(`${base.replace("http", "ws")}/jmap/ws`);
  const refused = new WebSocket(url, { protocols: "jmap", headers: { origin: base } });
  await new Promise((resolve) => refused.addEventListener("error", resolve));

  const socket = new WebSocket(url, { protocols: "jmap", headers: { cookie: onPort(cookie, base), origin: base } });
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const answer = new Promise<string>((resolve) =>
    socket.addEventListener("message", ({ data }) => resolve(String(data))),
  );
  socket.send(
    JSON.stringify({
      "@type": "Request",
      id: "r1",
      using: [CORE, MAIL],
      methodCalls: [["Mailbox/get", { accountId: engine.accountId, ids: null }, "c0"]],
    }),
  );
  expect(JSON.parse(await answer)).toMatchObject({ "@type": "Response", requestId: "r1" });
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  const events = await fetch(`${base}/jmap/eventsource`, {
    headers: { cookie: onPort(cookie, base), "sec-fetch-site": "same-origin" },
  });
  // Both end at once, and nothing is sent any more.
  await front.store.write(async (tx) => {
    const person = (await listPeople(tx)).find(({ login }) => login !== null);
    expect(person?.login).toEqual({ username: "you@pismo.localhost", host: new URL(engineUrl).origin });
    await disablePerson(tx, person!.id);
  });
  expect(await closed).toBe(1008);
  expect(await events.text()).not.toContain("event: state");
});

test("how a person wants letters shown is kept here for an engine that does not keep it", async () => {
  const accounts = { a: { name: "ann@example.org", accountCapabilities: { [MAIL]: {} } } as never };
  const own = await scriptedEngine(() => ({ body: sessionWith({ accounts }) }));
  const server = await testServer({ upstreamUrl: own.url });
  try {
    const headers = { ...page, cookie: await enter(server, "ann", "secret") };
    const ann = new JmapClient({ sessionUrl: "http://127.0.0.1/.well-known/jmap", headers, fetch: server.fetch });
    const given = async () => (await ann.session(true)).accounts["a"]?.accountCapabilities[PREFERENCES];
    expect(await given()).toMatchObject({ newestFirst: false });
    const update = { singleton: { newestFirst: true } };
    expect((await ann.call("Preferences/set", { accountId: "a", update })).notUpdated).toBeNull();
    expect(await given()).toMatchObject({ newestFirst: true });
    expect((await ann.call("Preferences/get", { accountId: "a" })).list).toMatchObject([{ newestFirst: true }]);
    expect(own.seen.every(({ method }) => method === "GET")).toBe(true);
  } finally {
    await server.close();
    await own.close();
  }
});

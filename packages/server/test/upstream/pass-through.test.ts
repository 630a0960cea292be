/** In front of a JMAP engine, which is a second Pismo: what passes through, and what does not. */
import { CORE, type Invocation, MAIL, type Session, SIGN_IN } from "@pismo/jmap";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestServer, testServer } from "../support/server.ts";
import { enter, onPort, page, scriptedEngine, sessionWith, signIn } from "./front.ts";

const inbox = ["Mailbox/get", { ids: null }, "m"] as const;

let engine: TestServer;
let front: TestServer;
let engineUrl: string;

beforeEach(async () => {
  engine = await testServer();
  engineUrl = await engine.listen();
  front = await testServer({ upstreamUrl: engineUrl, maxUploadSize: 1_000_000 });
});
afterEach(async () => {
  await front.close();
  await engine.close();
});

const enterFront = (): Promise<string> => enter(front, "you@pismo.localhost", engine.token);

const sessionOf = (cookie: string, server = front) =>
  server.app.inject({ url: "/.well-known/jmap", headers: { ...page, cookie } });

async function call(cookie: string, ...methodCalls: Invocation[]): Promise<Invocation[]> {
  const answer = await front.app.inject({
    method: "POST",
    url: "/jmap/api",
    headers: { ...page, cookie, "content-type": "application/json" },
    payload: JSON.stringify({ using: [CORE, MAIL], methodCalls }),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ methodResponses: Invocation[] }>().methodResponses;
}

test("a person signs in with what the engine takes, and gets its session with our URLs", async () => {
  const wrong = await signIn(front, "you@pismo.localhost", "not the token of that person");
  expect(wrong.statusCode).toBe(401);
  expect(wrong.cookies).toEqual([]);
  const cookie = await enterFront();
  const answer = await sessionOf(cookie);
  expect(answer.body).not.toContain(engineUrl);
  expect(answer.body).not.toContain(engine.token);
  const session = answer.json<Session>();
  const theirs = (await (
    await fetch(`${engineUrl}/.well-known/jmap`, { headers: { authorization: `Bearer ${engine.token}` } })
  ).json()) as Session;
  expect(session).toMatchObject({
    username: "you@pismo.localhost",
    apiUrl: "http://127.0.0.1/jmap/api",
    state: theirs.state,
  });
  expect(session.capabilities[CORE]).toMatchObject({ maxSizeUpload: 1_000_000 });
  expect(session.capabilities[SIGN_IN]).toEqual({
    signOutUrl: "http://127.0.0.1/auth/sign-out",
    sessionsUrl: "http://127.0.0.1/auth/sessions",
  });
  expect(Object.keys(session.accounts)).toEqual(Object.keys(theirs.accounts));
});

test("the credential is stored sealed, in the row of the session alone, and nothing of the mail is", async () => {
  const cookie = await enterFront();
  await engine.client.call("Mailbox/set", { accountId: engine.accountId, create: { one: { name: "Of the engine" } } });
  const [[, { list }]] = (await call(cookie, [inbox[0], { ...inbox[1], accountId: engine.accountId }, "m"])) as [
    [string, { list: { name: string }[] }, string],
  ];
  expect(list.map(({ name }) => name)).toContain("Of the engine");
  const rows = await front.store.read((reader) =>
    reader.all<{ credential: string; account_id: number }>("select credential, account_id from browser_session"),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.credential).not.toContain(engine.token);
  const [kept] = await front.store.read((reader) =>
    reader.all<{ mailboxes: number; emails: number }>(
      "select (select count(*) from mailbox where account_id = ?1) as mailboxes, (select count(*) from email) as emails",
      rows[0]!.account_id,
    ),
  );
  expect(kept).toEqual({ mailboxes: 0, emails: 0 });
  await front.app.inject({ method: "POST", url: "/auth/sign-out", headers: { ...page, cookie } });
  expect(await front.store.read((reader) => reader.all("select * from browser_session"))).toEqual([]);
  expect((await sessionOf(cookie)).statusCode).toBe(401);
});

test("without a session, with a token of ours, and from another site nothing passes", async () => {
  const api = (headers: Record<string, string>) =>
    front.app.inject({ method: "POST", url: "/jmap/api", headers: { host: "127.0.0.1", ...headers }, payload: "{}" });
  expect((await api({})).statusCode).toBe(401);
  expect((await api({ authorization: `Bearer ${front.token}` })).statusCode).toBe(401);
  const cookie = await enterFront();
  expect((await api({ cookie, origin: "http://evil.example" })).statusCode).toBe(403);
});

test("a file goes up and comes down whole, as a download with a type that no browser runs", async () => {
  const cookie = await enterFront();
  const content = Buffer.alloc(300_000, "content ");
  const up = await front.app.inject({
    method: "POST",
    url: `/jmap/upload/${engine.accountId}/`,
    headers: { ...page, cookie, "content-type": "text/html" },
    payload: content,
  });
  expect(up.statusCode).toBe(200);
  const { blobId } = up.json<{ blobId: string }>();
  const down = (type: string, headers: Record<string, string> = {}) =>
    front.app.inject({
      url: `/jmap/download/${engine.accountId}/${blobId}/%D1%84.html?type=${encodeURIComponent(type)}`,
      headers: { ...page, cookie, ...headers },
    });
  const html = await down("text/html");
  expect(html.rawPayload.equals(content)).toBe(true);
  expect(html.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": expect.stringMatching(/^attachment; filename="_.html"; filename\*=UTF-8''%D1%84.html$/),
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  expect((await down("image/png")).headers["content-type"]).toBe("image/png");
  const part = await down("image/png", { range: "bytes=0-6" });
  expect([part.statusCode, part.body]).toEqual([206, "content"]);
  expect((await down("image/png", { "if-none-match": String(html.headers["etag"]) })).statusCode).toBe(304);
  const missing = await front.app.inject({
    url: `/jmap/download/${engine.accountId}/Gnothing/x`,
    headers: { ...page, cookie },
  });
  expect(missing.statusCode).toBe(404);
  const large = await front.app.inject({
    method: "POST",
    url: `/jmap/upload/${engine.accountId}/`,
    headers: { ...page, cookie },
    payload: Buffer.alloc(1_000_001),
  });
  expect(large.statusCode).toBe(413);
  expect(large.json()).toMatchObject({ limit: "maxSizeUpload" });
});

test("an engine that is away is said to be away, and answers again when it is back", async () => {
  const cookie = await enterFront();
  const { port } = engine.app.server.address() as AddressInfo;
  await engine.app.close();
  expect((await sessionOf(cookie)).statusCode).toBe(503);
  const api = await front.app.inject({
    method: "POST",
    url: "/jmap/api",
    headers: { ...page, cookie, "content-type": "application/json" },
    payload: "{}",
  });
  expect([api.statusCode, api.json<{ detail: string }>().detail]).toEqual([
    503,
    "The mail server cannot be reached: try again later.",
  ]);
  expect((await signIn(front, "you@pismo.localhost", engine.token)).statusCode).toBe(503);
  const again = await scriptedEngine(() => ({ body: sessionWith({ state: "back" }) }), port);
  expect((await sessionOf(cookie)).json<Session>().state).toBe("back");
  await again.close();
});

test("credentials go to the configured origin alone, whatever redirects and sessions name", async () => {
  const other = await scriptedEngine(() => ({ body: sessionWith({}) }));
  let redirectsTo = "/jmap/session";
  const own = await scriptedEngine(({ url }) => {
    if (url === "/.well-known/jmap") return { status: 301, headers: { location: redirectsTo } };
    return {
      body: sessionWith({
        downloadUrl: `${other.url}/{accountId}/{blobId}/{name}`,
        uploadUrl: "/up/{accountId}",
        eventSourceUrl: `//${new URL(other.url).host}/events`,
      }),
    };
  });
  const server = await testServer({ upstreamUrl: own.url });
  try {
    const cookie = await enter(server, "ann", "secret");
    const get = (url: string) => server.app.inject({ url, headers: { ...page, cookie } });
    expect((await get("/jmap/download/a/b/c")).statusCode).toBe(501);
    expect((await get("/jmap/download/a/%2e%2e/c")).statusCode).toBeGreaterThanOrEqual(400);
    redirectsTo = `${other.url}/.well-known/jmap`;
    expect((await get("/.well-known/jmap")).statusCode).toBe(503);
    expect((await signIn(server, "bob", "secret")).statusCode).toBe(503);
    expect(other.seen).toEqual([]);
    expect(own.seen.length).toBeGreaterThan(2);
    expect(own.seen.every(({ headers }) => headers.authorization?.startsWith("Basic "))).toBe(true);
  } finally {
    await server.close();
    await own.close();
    await other.close();
  }
});

test("a credential that the engine no longer takes is not sent again and again", async () => {
  let status = 200;
  const own = await scriptedEngine(() => ({ status, body: sessionWith({}) }));
  const server = await testServer({ upstreamUrl: own.url });
  try {
    const cookie = await enter(server, "ann", "secret");
    status = 401;
    const answer = await sessionOf(cookie, server);
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { signIn: "/auth/sign-in" }]);
    const asked = own.seen.length;
    for (let time = 0; time < 5; time++) expect((await sessionOf(cookie, server)).statusCode).toBe(401);
    expect(own.seen.length).toBe(asked);
    // Another sign-in is another credential.
    status = 200;
    expect((await sessionOf(await enter(server, "ann", "secret"), server)).statusCode).toBe(200);
  } finally {
    await server.close();
    await own.close();
  }
});

/** Reads a stream of events until one of them matches. */
async function untilEvent(url: string, cookie: string, pattern: RegExp, act: () => Promise<unknown>): Promise<string> {
  const stop = new AbortController();
  const { host } = new URL(url);
  const headers = { cookie, host, "sec-fetch-site": "same-origin" };
  const response = await fetch(url, { headers, signal: stop.signal });
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  let text = "";
  let hasActed = false;
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (!hasActed) await act();
    hasActed = true;
    if (pattern.test(text)) break;
  }
  stop.abort();
  return text;
}

test("changes at the engine reach the page by its event source, and pings where it is silent", async () => {
  const cookie = await enterFront();
  const url = await front.listen();
  const events = `${url}/jmap/eventsource?types=Mailbox&closeafter=no&ping=1`;
  const create = (name: string) =>
    engine.client.call("Mailbox/set", { accountId: engine.accountId, create: { one: { name } } });
  const news = await untilEvent(events, onPort(cookie, url), /event: state\n[^]*?\n\n/, () => create("Live"));
  expect(news).toContain(`"${engine.accountId}":{"Mailbox":`);
  expect(await untilEvent(events, onPort(cookie, url), /event: ping/, async () => undefined)).toMatch(/event: ping/);
});

test("an engine without push is asked for its states", async () => {
  let state = 1;
  const own = await scriptedEngine(({ method }) => {
    if (method === "GET")
      return { body: sessionWith({ accounts: { a: { accountCapabilities: { [MAIL]: {} } } as never } }) };
    return { body: { methodResponses: [["Email/get", { state: String(state++) }, "Email a"]] } };
  });
  const server = await testServer({ upstreamUrl: own.url });
  try {
    const cookie = await enter(server, "ann", "secret");
    const url = await server.listen();
    const news = await untilEvent(
      `${url}/jmap/eventsource`,
      onPort(cookie, url),
      /event: state/,
      async () => undefined,
    );
    expect(news).toContain('"changed":{"a":{"Email":"2"}}');
  } finally {
    await server.close();
    await own.close();
  }
});

import { ATTACHMENTS, CORE, MAIL, type Session } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAccount } from "../src/store/auth/accounts.ts";
import { type TestServer, testServer } from "./support/server.ts";
import { takeAllPlaces } from "./support/taken-places.ts";

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const get = (url: string) =>
  server.app.inject({ url, headers: { host: "127.0.0.1", authorization: `Bearer ${server.token}` } });
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: "POST",
    url: "/jmap/api",
    payload,
    headers: {
      host: "127.0.0.1",
      authorization: `Bearer ${server.token}`,
      "content-type": "application/json",
      ...headers,
    },
  });
function* blanks(total: number) {
  for (let sent = 0; sent < total; sent += 65_536) yield Buffer.alloc(65_536, 32);
}
const echo = (args: object = { hello: true }) =>
  JSON.stringify({ using: [CORE], methodCalls: [["Core/echo", args, "c0"]] });
const limits = async () => (await get("/jmap/session")).json<Session>().capabilities[CORE];

describe("the session resource", () => {
  test("[8620 §2] names absolute URLs with every variable, under both of its addresses", async () => {
    for (const url of ["/.well-known/jmap", "/jmap/session"]) {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers["content-type"]).toMatch(/^application\/json/);
      expect(response.headers["cache-control"]).toContain("no-store");
      const session = response.json<Session>();
      expect(session.apiUrl).toBe("http://127.0.0.1/jmap/api");
      for (const variable of ["{accountId}", "{blobId}", "{name}", "{type}"]) {
        expect(session.downloadUrl).toContain(variable);
      }
      expect(session.uploadUrl).toContain("{accountId}");
      for (const variable of ["{types}", "{closeafter}", "{ping}"]) expect(session.eventSourceUrl).toContain(variable);
      expect(session.accounts).toHaveProperty(session.primaryAccounts[MAIL] ?? "");
      expect(session.capabilities[ATTACHMENTS]).toEqual({ acceptedExtensions: ["png", "jpg", "jpeg"], mayWiden: true });
    }
  });

  test("[8620 §3.4] every answer carries its state, which changes with its content", async () => {
    const { state } = (await get("/jmap/session")).json<Session>();
    expect((await post(echo())).json()).toMatchObject({ sessionState: state });
    await server.store.write((tx) => createAccount(tx, { name: "anna", email: "anna@pismo.localhost" }));
    const { sessionState } = (await post(echo())).json<{ sessionState: string }>();
    expect(sessionState).not.toBe(state);
    expect((await get("/jmap/session")).json<Session>().state).toBe(sessionState);
  });
});

describe("what is not a request", () => {
  const lone = '{"using":[],"methodCalls":[["Core/echo",{"a":"\\ud800"},"c0"]]}';
  test.each([
    ["nothing", ""],
    ["no JSON", "nonsense"],
    ["half of it", '{"using":['],
    ["two values", "{} {}"],
    ["invalid UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ["half a surrogate pair", lone],
    ["half a surrogate pair in capitals", lone.replace("d800", "DFFF")],
    ["[7493 §2.3] a name twice", '{"using":[],"methodCalls":[],"using":[]}'],
    ["[7493 §2.3] a name twice, deep inside", '{"using":[],"methodCalls":[["Core/echo",{"a":[{"b":1,"b":2}]},"c0"]]}'],
    ["[7493 §2.3] a name twice, once escaped", '{"using":[],"methodCalls":[["Core/echo",{"a":1,"\\u0061":2},"c0"]]}'],
    ["[7493 §2.3] __proto__ twice", '{"using":[],"methodCalls":[["Core/echo",{"__proto__":1,"__proto__":2},"c0"]]}'],
  ])("[8620 §3.6.1] notJSON: %s", async (_name, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({ type: "urn:ietf:params:jmap:error:notJSON", status: 400 });
  });

  test("what only looks like a name twice is text", async () => {
    for (const text of ['"a":1,"a":2', "a\\", 'a\\":', "::", '\\\\":"', "{"]) {
      const given = { text, [text]: 1, list: [text, { text }], empty: {} };
      expect((await post(echo(given))).json()).toMatchObject({ methodResponses: [["Core/echo", given, "c0"]] });
    }
  });

  test("what only looks like half a pair is text", async () => {
    for (const text of ["\u{1F600}", "\\ud800", "\\\\ud800", "\\u{d8}", "C:\\udata"]) {
      expect((await post(echo({ text }))).json()).toMatchObject({ methodResponses: [["Core/echo", { text }, "c0"]] });
    }
    const escaped = echo({ text: "X" }).replace("X", "\\ud83d\\ude00");
    expect((await post(escaped)).statusCode).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonx"])(
    "[8620 §3.6.1] notJSON: content type %s",
    async (type) => {
      expect((await post(echo(), { "content-type": type })).json()).toMatchObject({
        type: "urn:ietf:params:jmap:error:notJSON",
      });
    },
  );

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/vnd.jmap+json"])(
    "content type %s is JSON",
    async (type) => {
      expect((await post(echo(), { "content-type": type })).statusCode).toBe(200);
    },
  );

  test.each(["[]", "null", "1", "{}", '{"using":"x","methodCalls":[]}', '{"using":[],"methodCalls":[["a",{}]]}'])(
    "[8620 §3.6.1] notRequest: %s",
    async (payload) => {
      expect((await post(payload)).json()).toMatchObject({ type: "urn:ietf:params:jmap:error:notRequest" });
    },
  );

  test("[8620 §3.6.1] unknownCapability", async () => {
    expect((await post(JSON.stringify({ using: ["urn:x"], methodCalls: [] }))).json()).toMatchObject({
      type: "urn:ietf:params:jmap:error:unknownCapability",
      status: 400,
    });
  });
});

describe("limits", () => {
  test("[8620 §3.6.1] maxSizeRequest", async () => {
    const { maxSizeRequest } = await limits();
    const fits = echo({ text: "x".repeat(maxSizeRequest - 1000) });
    expect((await post(fits)).statusCode).toBe(200);
    const response = await post(echo({ text: "x".repeat(maxSizeRequest) }));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ type: "urn:ietf:params:jmap:error:limit", limit: "maxSizeRequest" });
  });

  test("[8620 §3.6.1] maxSizeRequest without Content-Length: the sender can read the answer while it sends", async () => {
    const { maxSizeRequest } = await limits();
    const url = await server.listen();
    const response = await fetch(`${url}/jmap/api`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: ReadableStream.from(blanks(maxSizeRequest * 2)),
      duplex: "half",
    });
    expect(await response.json()).toMatchObject({ limit: "maxSizeRequest" });
  });

  test("[8620 §3.6.1] maxCallsInRequest", async () => {
    const { maxCallsInRequest } = await limits();
    const methodCalls = Array.from({ length: maxCallsInRequest + 1 }, (_, n) => ["Core/echo", {}, `c${n}`]);
    expect((await post(JSON.stringify({ using: [CORE], methodCalls }))).json()).toMatchObject({
      type: "urn:ietf:params:jmap:error:limit",
      limit: "maxCallsInRequest",
    });
  });

  test("[8620 §3.6.1] maxConcurrentRequests, counted for each caller", async () => {
    const { maxConcurrentRequests } = await limits();
    const { port } = new URL(await server.listen());
    const head = (token: string) =>
      `POST /jmap/api HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${echo().length}\r\n\r\n`;
    // Requests whose bodies do not come yet are under way.
    const slow = await takeAllPlaces(Number(port), head(server.token), maxConcurrentRequests);
    const refused = await post(echo());
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      type: "urn:ietf:params:jmap:error:limit",
      limit: "maxConcurrentRequests",
    });
    const { token } = await server.addMailbox("anna");
    expect((await post(echo(), { authorization: `Bearer ${token}` })).statusCode).toBe(200);
    for (const socket of slow) socket.end(echo());
    await expect.poll(async () => (await post(echo())).statusCode).toBe(200);
  });
});

test("callers who hang up in the middle of a request leave their places free", async () => {
  const { port } = new URL(await server.listen());
  const begun =
    `POST /jmap/api HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${server.token}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"using';
  const { maxConcurrentRequests } = await limits();
  const sockets = await takeAllPlaces(Number(port), begun, maxConcurrentRequests);
  expect((await post(echo())).statusCode).toBe(429);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await post(echo())).statusCode).toBe(200);
});

test("paths and methods that do not exist say so", async () => {
  expect((await get("/jmap/nothing")).statusCode).toBe(404);
  expect((await get("/jmap/api")).statusCode).toBe(404);
  expect((await get("/jmap/%zz")).statusCode).toBeGreaterThanOrEqual(400);
});

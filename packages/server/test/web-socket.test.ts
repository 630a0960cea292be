/** JMAP over WebSocket (RFC 8887), against a server on a real port. */
import { CORE, MAIL, requestErrorTypes, WEB_SOCKET } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createBrowserSession } from "../src/store/auth/browser-sessions.ts";
import { revokeToken } from "../src/store/auth/tokens.ts";
import { type TestServer, testServer } from "./support/server.ts";

type Message = Record<string, unknown>;

let server: TestServer;
let url: string;
let sockets: WebSocket[];

beforeEach(async () => {
  server = await testServer();
  url = `${(await server.listen()).replace("http", "ws")}/jmap/ws`;
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.close();
  await server.close();
});

/** Node's takes headers beside the protocols. */
function socketWith(headers: Record<string, string>, protocols: string | string[] = "jmap", to = url): WebSocket {
  const socket = new WebSocket(to, { protocols, headers });
  sockets.push(socket);
  return socket;
}

const authorization = (): string => `Bearer ${server.token}`;

/** Whether it stands. */
const opened = (socket: WebSocket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.addEventListener("open", () => resolve(true));
    socket.addEventListener("error", () => resolve(false));
  });

const closed = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));

async function open(): Promise<{ socket: WebSocket; answers: Message[] }> {
  const socket = socketWith({ authorization: authorization() });
  const answers: Message[] = [];
  socket.addEventListener("message", ({ data }) => answers.push(JSON.parse(String(data)) as Message));
  expect(await opened(socket)).toBe(true);
  return { socket, answers };
}

async function answerTo(message: unknown): Promise<Message> {
  const { socket, answers } = await open();
  socket.send(typeof message === "string" ? message : JSON.stringify(message));
  await expect.poll(() => answers.length).toBe(1);
  return answers[0]!;
}

const echo = { "@type": "Request", using: [CORE], methodCalls: [["Core/echo", { a: "ё" }, "c0"]] };
const folders = () => ({
  using: [CORE, MAIL],
  methodCalls: [["Mailbox/get", { accountId: server.accountId, ids: null }, "c0"]],
});

describe("requests", () => {
  test("[8887 §3] the session says where, without push", async () => {
    const session = await server.client.session();
    expect(session.capabilities[WEB_SOCKET]).toEqual({ url: "ws://127.0.0.1/jmap/ws", supportsPush: false });
  });

  test("[8887 §4.3.3] a response names its request and holds what HTTP gives", async () => {
    const headers = { authorization: authorization(), "content-type": "application/json" };
    const byHttp = (await (
      await server.fetch("/jmap/api", { method: "POST", headers, body: JSON.stringify(folders()) })
    ).json()) as Message;
    const { "@type": type, requestId, ...response } = await answerTo({ "@type": "Request", id: "R1", ...folders() });
    expect({ type, requestId }).toEqual({ type: "Response", requestId: "R1" });
    expect({ ...response, sessionState: "" }).toEqual({ ...byHttp, sessionState: "" });
  });

  test("[8887 §4.3.2] a request needs no id", async () => {
    for (const none of [{}, { id: null }]) {
      expect(await answerTo({ ...echo, ...none })).toEqual({
        "@type": "Response",
        methodResponses: [["Core/echo", { a: "ё" }, "c0"]],
        sessionState: expect.any(String) as string,
      });
    }
  });

  test("many at once have each their answer", async () => {
    const { socket, answers } = await open();
    for (let index = 0; index < 12; index++) {
      const methodCalls = [["Core/echo", { index }, "c0"]];
      socket.send(JSON.stringify({ ...echo, id: `R${index}`, methodCalls }));
    }
    await expect.poll(() => answers.length).toBe(12);
    for (const { requestId, methodResponses } of answers) {
      expect(methodResponses).toEqual([["Core/echo", { index: Number(String(requestId).slice(1)) }, "c0"]]);
    }
  });
});

describe("[8887 §4.3.4] what is no request is refused, and the connection stays", () => {
  test.each([
    ["no JSON", "{", requestErrorTypes.notJSON, undefined],
    ["a name twice", '{"@type":"Request","id":"R1","id":"R2"}', requestErrorTypes.notJSON, undefined],
    ["a list", "[]", requestErrorTypes.notRequest, undefined],
    ["another type", { ...echo, "@type": "WebSocketPushEnable" }, requestErrorTypes.notRequest, undefined],
    ["an id that is a number", { ...echo, id: 7 }, requestErrorTypes.notRequest, undefined],
    ["no calls", { "@type": "Request", id: "R1", using: [CORE] }, requestErrorTypes.notRequest, "R1"],
    ["an unknown capability", { ...echo, id: "R1", using: ["urn:x"] }, requestErrorTypes.unknownCapability, "R1"],
    [
      "too many calls",
      { ...echo, id: "R1", methodCalls: Array.from({ length: 1000 }, (_, n) => ["Core/echo", {}, `c${n}`]) },
      requestErrorTypes.limit,
      "R1",
    ],
  ])("%s", async (_, message, type, requestId) => {
    const { socket, answers } = await open();
    socket.send(typeof message === "string" ? message : JSON.stringify(message));
    await expect.poll(() => answers.length).toBe(1);
    expect(answers[0]).toMatchObject({ "@type": "RequestError", type, status: 400 });
    expect([answers[0]?.requestId, "requestId" in answers[0]!]).toEqual([requestId, requestId !== undefined]);
    socket.send(JSON.stringify({ ...echo, id: "after" }));
    await expect.poll(() => answers[1]).toMatchObject({ "@type": "Response", requestId: "after" });
  });

  test("[8887 §4.2] binary messages end it", async () => {
    const { socket } = await open();
    socket.send(new Uint8Array([1, 2, 3]));
    expect(await closed(socket)).toBe(1003);
  });

  test("a message above maxSizeRequest ends it", async () => {
    const { socket } = await open();
    socket.send(JSON.stringify({ ...echo, methodCalls: [["Core/echo", { a: "x".repeat(10_000_001) }, "c0"]] }));
    expect(await closed(socket)).toBe(1009);
  });
});

/** The status of the answer to a handshake with these headers, also those which a WebSocket sets itself. */
const handshake = (headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const upgrade = { connection: "upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
    const key = { "sec-websocket-key": randomBytes(16).toString("base64"), "sec-websocket-protocol": "jmap" };
    get(url.replace("ws", "http"), { agent: false, headers: { ...upgrade, ...key, ...headers } })
      .on("upgrade", ({ statusCode }, socket) => (socket.destroy(), resolve(statusCode)))
      .on("response", (response) => (response.destroy(), resolve(response.statusCode)))
      .on("error", reject);
  });

describe("who may", () => {
  test("no one without a session or a token", async () => {
    expect(await handshake({ authorization: authorization() })).toBe(101);
    expect(await handshake({})).toBe(401);
    expect(await handshake({ authorization: "Bearer wrong" })).toBe(401);
  });

  test("[8887 §4.1] who speaks the subprotocol jmap, and nothing else", async () => {
    const own = { authorization: authorization() };
    expect(await handshake({ ...own, "sec-websocket-protocol": "chat, jmap" })).toBe(101);
    for (const other of ["chat", "", "JMAP", "jmap2"]) {
      expect([other, await handshake({ ...own, "sec-websocket-protocol": other })]).toEqual([other, 400]);
    }
  });

  test("no page of another site, by the cookie that its browser sends along", async () => {
    const own = new URL(url.replace("ws", "http")).origin;
    const { secret } = await server.store.write((tx) => createBrowserSession(tx, new Date(Date.now() + 60_000)));
    const cookie = `pismo_session_${new URL(own).port}=${secret}`;
    expect(await handshake({ cookie, origin: own })).toBe(101);
    expect(await handshake({ cookie, origin: "https://attack.example" })).toBe(403);
    expect(await handshake({ cookie, origin: "null" })).toBe(403);
    expect(await handshake({ cookie, origin: own, host: "attack.example" })).toBe(421);
  });

  test("for who is let in no more the next request ends it", async () => {
    const { socket, answers } = await open();
    const end = closed(socket);
    await server.store.write((tx) => revokeToken(tx, "k1"));
    socket.send(JSON.stringify({ ...echo, id: "R1" }));
    expect(await end).toBe(1008);
    expect(answers).toEqual([]);
  });
});

test("a server that ends says so", async () => {
  const { socket } = await open();
  const end = closed(socket);
  await server.close();
  expect(await end).toBe(1012);
});

test("a server that ends waits for no one who does not hear it", async () => {
  const asleep = connect(Number(new URL(url).port), "127.0.0.1");
  asleep.write(
    ["GET /jmap/ws HTTP/1.1", `Host: ${new URL(url).host}`, `Authorization: ${authorization()}`]
      .concat("Connection: upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
      .concat(`Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`, "Sec-WebSocket-Protocol: jmap", "", "")
      .join("\r\n"),
  );
  await once(asleep, "data");
  const gone = once(asleep, "close");
  await server.close();
  expect(await gone).toEqual([false]);
});

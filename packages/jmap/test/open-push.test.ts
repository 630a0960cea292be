import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { JmapClient, openPush, type StateChange } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "./eventually.ts";

let server: Server;
let url: string;
/** One entry a stream that was asked for. */
let streams: { request: IncomingMessage; response: ServerResponse }[];
/** false: a request for a stream waits. */
let answers: boolean;

beforeEach(async () => {
  streams = [];
  answers = true;
  server = createServer((request, response) => {
    if (request.url === "/session") {
      response.end(
        JSON.stringify({
          accounts: {},
          eventSourceUrl: `${url}/events?types={types}&closeafter={closeafter}&ping={ping}`,
        }),
      );
      return;
    }
    if (answers) response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    streams.push({ request, response });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const change: StateChange = { "@type": "StateChange", changed: { a1: { Email: "7" } } };

test("[8620 §7.3] the stream is asked for with types, closeafter and ping, and its changes are told", async () => {
  const told: StateChange[] = [];
  const client = new JmapClient({ sessionUrl: `${url}/session`, headers: { authorization: "Bearer secret" } });
  const push = openPush(client, { types: ["Email", "Mailbox"], onChange: (news) => told.push(news) });
  await eventually(() => expect(streams).toHaveLength(1));
  const { request, response } = streams[0]!;
  expect(request.url).toBe("/events?types=Email%2CMailbox&closeafter=no&ping=30");
  expect(request.headers.authorization).toBe("Bearer secret");
  response.write(`event: ping\ndata: {"interval": 30}\n\nevent: state\nid: 1\ndata: ${JSON.stringify(change)}\n\n`);
  await eventually(() => expect(told).toEqual([change]));
  push.close();
});

test("[8620 §7.3] a stream that ends is opened again with the last event's id", async () => {
  const opened = vi.fn<() => void>();
  const client = new JmapClient({ sessionUrl: `${url}/session` });
  const push = openPush(client, { onChange: () => undefined, onOpen: opened });
  await eventually(() => expect(streams).toHaveLength(1));
  expect(streams[0]!.request.url).toContain("types=*&");
  streams[0]!.response.end(`event: state\nid: 42\ndata: ${JSON.stringify(change)}\n\n`);
  await eventually(() => {
    push.wake();
    expect(streams).toHaveLength(2);
  });
  expect(streams[1]!.request.headers["last-event-id"]).toBe("42");
  await eventually(() => expect(opened).toHaveBeenCalledTimes(2));
  push.close();
  await eventually(() => expect(streams[1]!.response.destroyed || streams[1]!.request.socket.destroyed).toBe(true));
});

test("a stream that cannot be opened is told and tried again", async () => {
  const broken = vi.fn<(error: unknown) => void>();
  const client = new JmapClient({ sessionUrl: "http://127.0.0.1:1/session" });
  const push = openPush(client, { onChange: () => undefined, onBreak: broken });
  await eventually(() => expect(broken).toHaveBeenCalled());
  push.wake();
  await eventually(() => expect(broken.mock.calls.length).toBeGreaterThan(1));
  push.close();
});

test.for([true, false])("a stream that falls silent breaks, answered or not: %s", async (isAnswered) => {
  answers = isAnswered;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const broken = vi.fn<(error: unknown) => void>();
  const client = new JmapClient({ sessionUrl: `${url}/session` });
  const opened = vi.fn<() => void>();
  const push = openPush(client, { onChange: () => undefined, onOpen: opened, onBreak: broken });
  try {
    await vi.waitUntil(() => streams.length === 1 && opened.mock.calls.length === Number(isAnswered));
    await vi.advanceTimersByTimeAsync(74_000);
    expect(broken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await eventually(() => expect(broken).toHaveBeenCalledTimes(1));
    expect(broken.mock.calls[0]![0]).toEqual(new TypeError("The event stream fell silent"));
  } finally {
    vi.useRealTimers();
    push.close();
  }
});

test("while another part asks whether the server is there, only `wake` tries again", async () => {
  const broken = vi.fn<(error: unknown) => void>();
  const mayTry = vi.fn<() => boolean>(() => false);
  const client = new JmapClient({ sessionUrl: "http://127.0.0.1:1/session" });
  const push = openPush(client, { onChange: () => undefined, onBreak: broken, mayTry });
  await eventually(() => expect(mayTry).toHaveBeenCalled());
  expect(broken).toHaveBeenCalledTimes(1);
  push.wake();
  await eventually(() => expect(broken).toHaveBeenCalledTimes(2));
  push.close();
});

test("what the server said before holds while it cannot be reached", async () => {
  const client = new JmapClient({ sessionUrl: `${url}/session` });
  const session = await client.session();
  server.close();
  server.closeAllConnections();
  await expect(client.session(true)).rejects.toThrow(TypeError);
  expect(await client.session()).toBe(session);
});

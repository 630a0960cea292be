/** Connections that stay open are counted by caller: one with very many leaves others theirs. */
import { LIMITS, type LimitsCapability, requestErrorTypes } from "@pismo/jmap";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
let url: string;
let maxConnections: number;
beforeEach(async () => {
  server = await testServer();
  url = await server.listen();
  const { capabilities } = await server.client.session();
  ({ maxConnections } = capabilities[LIMITS] as LimitsCapability);
});
afterEach(() => server.close());

const listen = (token: string, signal: AbortSignal) =>
  fetch(`${url}/jmap/eventsource?types=*&closeafter=no&ping=0`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  });

test("event sources", async () => {
  const end = new AbortController();
  const anna = await server.addMailbox("anna");
  const open = await Promise.all(Array.from({ length: maxConnections }, () => listen(server.token, end.signal)));
  expect(open.every(({ status }) => status === 200)).toBe(true);
  const refused = await listen(server.token, end.signal);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ type: requestErrorTypes.limit, limit: "maxConnections" });
  expect((await listen(anna.token, end.signal)).status).toBe(200);
  end.abort();
  // Those that end leave their places.
  const again = new AbortController();
  await expect.poll(async () => (await listen(server.token, again.signal)).status).toBe(200);
  again.abort();
});

const connect = (token: string): WebSocket =>
  new WebSocket(`${url.replace("http", "ws")}/jmap/ws`, "jmap", { headers: { authorization: `Bearer ${token}` } });

test("WebSockets", async () => {
  const anna = await server.addMailbox("anna");
  const sockets = Array.from({ length: maxConnections }, () => connect(server.token));
  await Promise.all(sockets.map((socket) => once(socket, "open")));
  const [code] = (await once(connect(server.token), "close")) as [number];
  expect(code).toBe(1013);
  const hers = connect(anna.token);
  await once(hers, "open");
  expect(hers.readyState).toBe(WebSocket.OPEN);
  for (const socket of [...sockets, hers]) socket.terminate();
});

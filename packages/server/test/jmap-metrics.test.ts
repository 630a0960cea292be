/** /metrics: what Prometheus reads of a server, on either engine. */
import type { Id } from "@pismo/jmap";
import { get } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { putImapServer, setMirrorState } from "../src/store/mirror/imap-accounts.ts";
import { vaultWith } from "../src/store/auth/vault.ts";
import { type Jmap, jmap, lines, using } from "./support/jmap.ts";

let server: Jmap;
beforeEach(async () => {
  server = await jmap({ hasMetrics: true, smtpUrl: new URL("smtp://127.0.0.1:1") });
});
afterEach(() => server.close());

const scrape = async (): Promise<string> => (await fetch(server.metricsUrl)).text();

/** Samples by name and labels as they are written, such as `pismo_mirrors{state="offline"}`. */
async function samples(): Promise<Map<string, number>> {
  const all = (await scrape()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    all.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test("calls are counted by method and result, and timed", async () => {
  const before = await samples();
  const { accountId } = server;
  await server.request([
    ["Core/echo", {}],
    ["Email/get", { ids: [] }],
    ["Email/get", { ids: 1 }],
    ["Email/steal", {}],
    [`Email/${accountId}`, {}],
  ]);
  const after = await samples();
  const added = (key: string): number => (after.get(key) ?? 0) - (before.get(key) ?? 0);
  expect(added('pismo_jmap_calls_total{method="Core/echo",result="ok"}')).toBe(1);
  expect(added('pismo_jmap_calls_total{method="Email/get",result="ok"}')).toBe(1);
  expect(added('pismo_jmap_calls_total{method="Email/get",result="invalidArguments"}')).toBe(1);
  expect(added('pismo_jmap_calls_total{method="unknown",result="unknownMethod"}')).toBe(2);
  expect(added('pismo_jmap_call_duration_seconds_count{method="Email/get"}')).toBe(2);
  expect(added('pismo_jmap_call_duration_seconds_bucket{le="+Inf",method="Email/get"}')).toBe(2);
});

test("requests are counted by the route's template and the status", async () => {
  const blobId = await server.upload("x", "text/plain");
  const headers = { authorization: `Bearer ${server.token}` };
  for (const id of [blobId, "Bnone"]) {
    await server.fetch(`http://127.0.0.1/jmap/download/${server.accountId}/${id}/name.txt`, { headers });
  }
  await server.fetch("http://127.0.0.1/jmap/nothing/of/the/kind");
  const found = await samples();
  const route = "/jmap/download/:accountId/:blobId/:name";
  expect(found.get(`pismo_http_requests_total{method="GET",route="${route}",status="200"}`)).toBe(1);
  expect(found.get(`pismo_http_requests_total{method="GET",route="${route}",status="404"}`)).toBe(1);
  expect(found.get(`pismo_http_request_duration_seconds_count{method="GET",route="${route}"}`)).toBe(2);
  expect([...found.keys()].join("\n")).not.toContain("nothing/of");
});

test("connections for push are counted while they are open, and are no slow requests", async () => {
  const url = await server.listen();
  const ended = new AbortController();
  const headers = { authorization: `Bearer ${server.token}` };
  await fetch(`${url}/jmap/eventsource?types=*&closeafter=no&ping=0`, { headers, signal: ended.signal });
  const socket = new WebSocket(`${url.replace("http", "ws")}/jmap/ws`, { protocols: "jmap", headers });
  await eventually(async () => {
    const found = await samples();
    expect(found.get('pismo_push_connections{kind="eventsource"}')).toBe(1);
    expect(found.get('pismo_push_connections{kind="websocket"}')).toBe(1);
  });
  ended.abort();
  socket.close();
  await eventually(async () => {
    const found = await samples();
    expect(found.get('pismo_push_connections{kind="eventsource"}')).toBe(0);
    expect(found.get('pismo_push_connections{kind="websocket"}')).toBe(0);
  });
  expect(await scrape()).not.toMatch(/duration_seconds\w*\{[^}]*eventsource/);
});

test("what waits in the database: recipients and mirrors by state", async () => {
  const { identityId } = await identity();
  const message = lines(
    "From: you@pismo.localhost",
    "To: secret.person@far.example",
    "Subject: Hidden subject",
    "",
    "x",
  );
  const emailId = await server.importMessage(message);
  const { created } = await server.call("EmailSubmission/set", { create: { s: { identityId, emailId } } });
  expect(created?.["s"]).toBeDefined();
  const { accountId } = await server.addMailbox("mirrored.person");
  await server.store.write(async (tx) => {
    const place = { host: "imap.far.example", port: 1, security: "plain", smtpUrl: null } as const;
    await putImapServer(tx, accountId, { ...place, username: "mirrored", password: "p" }, vaultWith(Buffer.alloc(32)));
    await setMirrorState(tx, accountId, "offline", null);
  });
  const found = await samples();
  expect(found.get("pismo_database_up")).toBe(1);
  expect(found.get('pismo_outbox_recipients{state="due"}')).toBe(1);
  expect(found.get('pismo_outbox_recipients{state="unknown"}')).toBe(0);
  expect(found.get('pismo_mirrors{state="offline"}')).toBe(1);
  expect(found.get('pismo_mirrors{state="upToDate"}')).toBe(0);
  expect(found.get("pismo_mirror_changes_waiting")).toBe(0);
  expect(found.get("pismo_processes")).toBe(1);
  expect(found.get('pismo_tasks{pool="long_queries",state="waiting"}')).toBe(0);
});

test("nothing in it is about anyone", async () => {
  const { accountId } = await server.addMailbox("carol");
  const emailId = await server.importMessage(lines("From: ann@far.example", "Subject: Hidden subject", "", "body"));
  await server.fetch(`http://127.0.0.1/jmap/upload/${accountId}/`, { method: "POST", body: "x" });
  await server.fetch(`http://127.0.0.1/jmap/image/${accountId}?url=http://far.example/picture`);
  await server.client.request({ using, methodCalls: [["Email/get", { accountId, ids: [emailId] }, "c"]] });
  const text = await scrape();
  expect(text).toContain('route="/jmap/upload/:accountId/"');
  expect(text).not.toMatch(/carol|ann@|far\.example|pismo\.localhost|Hidden|127\.0\.0\.1/);
  const labels = [...text.matchAll(/^pismo_\w+\{([^}]*)\}/gm)].flatMap(([, inside = ""]) => inside.split(","));
  const values = labels.map((label) => /="(.*)"$/.exec(label)?.[1]);
  expect(values.length).toBeGreaterThan(10);
  expect(values).not.toContain(accountId);
  expect(values).not.toContain(server.accountId);
});

test("without its database it answers with the rest, and the failures are counted", async () => {
  await server.store.write((tx) => tx.run("alter table outbound_job rename to outbound_job_of_others"));
  const found = await samples();
  expect(found.get("pismo_database_up")).toBe(0);
  expect(found.get('pismo_database_errors_total{kind="statement"}')).toBe(1);
  expect([...found.keys()].filter((key) => /^pismo_(mirrors|outbox)/.test(key))).toEqual([]);
  expect(found.get("pismo_processes")).toBe(1);
  expect(found.get("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(found.has("nodejs_eventloop_lag_seconds")).toBe(true);
  await server.store.close();
  expect((await samples()).get("pismo_database_up")).toBe(0);
});

/** Status of a request, whose Host a browser could have been led to. */
const statusOf = (path: string, host: string, method = "GET"): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = get(new URL(path, server.metricsUrl), { method, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
  });

test("it answers to its own name, at one path, and takes nothing", async () => {
  expect(await statusOf("/metrics", "localhost:1")).toBe(200);
  expect(await statusOf("/metrics", "rebound.example")).toBe(421);
  expect(await statusOf("/", "127.0.0.1")).toBe(404);
  expect(await statusOf("/metrics", "127.0.0.1", "POST")).toBe(405);
});

async function identity(): Promise<{ identityId: Id }> {
  const { list } = await server.call("Identity/get");
  return { identityId: list[0]!.id! };
}

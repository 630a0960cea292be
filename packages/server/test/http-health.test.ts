/** What supervisors and balancers ask. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHealthApp } from "../src/http/health-app.ts";
import { createLogger } from "../src/log.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

/** By someone who has not signed in. */
async function probe(path: string): Promise<[number, string, string | undefined]> {
  const { statusCode, body, headers } = await server.app.inject({ url: path, headers: { host: "127.0.0.1" } });
  return [statusCode, body, headers["cache-control"]?.toString()];
}

test("anyone may ask whether the server answers and can read its database", async () => {
  expect(await probe("/healthz")).toEqual([200, "ok\n", "no-store"]);
  expect(await probe("/readyz")).toEqual([200, "ready\n", "no-store"]);
});

test("without its database it answers, and is not ready", async () => {
  await server.store.close();
  expect(await probe("/healthz")).toEqual([200, "ok\n", "no-store"]);
  expect(await probe("/readyz")).toEqual([503, "the database does not answer\n", "no-store"]);
});

test("under a foreign name nobody learns that it is here", async () => {
  const { statusCode } = await server.app.inject({ url: "/healthz", headers: { host: "rebound.example" } });
  expect(statusCode).toBe(421);
});

test("a process without pages tells the number of a probe that failed, and its log has it", async () => {
  const lines: string[] = [];
  const log = createLogger("warn", { write: (line) => lines.push(line) });
  const app = createHealthApp({ store: server.store, log });
  await server.store.close();
  const { statusCode, headers } = await app.inject({ url: "/readyz" });
  expect(statusCode).toBe(503);
  expect(headers["x-request-id"]).toMatch(/^[\da-z]{10}$/);
  expect(lines).toEqual([expect.stringContaining(`not ready request=${String(headers["x-request-id"])} `)]);
  await app.close();
});

/** The number of a request: in the response, in the log, and in what its caller is told of a failure. */
import { MethodError, RequestError, requestIdOf } from "@pismo/jmap";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLogger } from "../src/log.ts";
import { type Jmap, jmap, using } from "./support/jmap.ts";

const requestId = /^[2-9a-hjkmnp-z]{10}$/;

let server: Jmap;
let logged: string;
beforeEach(async () => {
  logged = "";
  const log = createLogger("warn", { write: (line) => (logged += line) });
  server = await jmap({ log, checkPassword: () => () => Promise.reject(new Error("no route to host")) });
});
afterEach(() => server.close());

/** The methods that read it fail, as they would on a database that was changed from outside. */
const breakIdentities = () => server.store.write((tx) => tx.run("alter table identity rename to identity_of_others"));

test("every response has a number of its own, whatever number its request brought", async () => {
  const seen = new Set<string | null>();
  for (const path of ["/healthz", "/", "/assets/none.js", "/jmap/session", "/%"]) {
    const { headers } = await server.fetch(`http://127.0.0.1${path}`, { headers: { "x-request-id": "chosen" } });
    expect(headers.get("x-request-id")).toMatch(requestId);
    seen.add(headers.get("x-request-id"));
  }
  expect(seen.size).toBe(5);
});

test("[RFC 9457 §3.1.5] a problem document names its request", async () => {
  const response = await server.fetch("http://127.0.0.1/jmap/session");
  const problem = (await response.json()) as { type: string; status: number };
  const number = requestIdOf(new RequestError(problem));
  expect([problem.status, number]).toEqual([401, response.headers.get("x-request-id")]);
});

test("a method that fails inside names its request, and the log has it under that number", async () => {
  await breakIdentities();
  const error = await server.call("Identity/get").catch((caught: unknown) => caught);
  expect(error).toMatchObject({ type: "serverFail" });
  const number = requestIdOf(error);
  expect(number).toMatch(requestId);
  expect((error as MethodError).message).toContain(number);
  expect(logged).toMatch(new RegExp(`error Identity/get failed request=${number} error=.*identity`));
});

test("over a WebSocket the number is that of the connection", async () => {
  await breakIdentities();
  const url = `${(await server.listen()).replace("http", "ws")}/jmap/ws`;
  const headers = { authorization: `Bearer ${server.token}` };
  const socket = new WebSocket(url, { protocols: "jmap", headers });
  await once(socket, "open");
  const ask = async (message: object): Promise<Record<string, unknown>> => {
    const answered = once(socket, "message");
    socket.send(JSON.stringify(message));
    const [{ data }] = (await answered) as [MessageEvent];
    return JSON.parse(String(data)) as Record<string, unknown>;
  };
  const methodCalls = [["Identity/get", { accountId: server.accountId }, "c"]];
  const { methodResponses } = await ask({ "@type": "Request", using, methodCalls });
  const [[, details]] = methodResponses as [[string, Record<string, unknown>]];
  const refused = await ask({ "@type": "Request", id: "own", using: ["urn:none"], methodCalls });
  expect(refused).toMatchObject({ "@type": "RequestError", requestId: "own", instance: details["instance"] });
  const number = requestIdOf(new MethodError("serverFail", undefined, details));
  expect(logged).toContain(`Identity/get failed request=${number} `);
  socket.close();
});

test("a request that fails as a whole names itself, and so does its line in the log", async () => {
  await server.store.close();
  const response = await server.fetch("http://127.0.0.1/jmap/api", {
    method: "POST",
    headers: { authorization: `Bearer ${server.token}x`, "content-type": "application/json" },
    body: "{}",
  });
  const number = response.headers.get("x-request-id");
  expect(response.status).toBe(500);
  expect(requestIdOf(new RequestError((await response.json()) as never))).toBe(number);
  expect(logged).toMatch(new RegExp(`error a request failed request=${number} method=POST path=/jmap/api error=`));
});

test("a sign-in that cannot be decided is found by its number", async () => {
  const response = await server.fetch("http://127.0.0.1/auth/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", origin: "http://127.0.0.1" },
    body: JSON.stringify({ username: "ann@example.org", password: "hunter2" }),
  });
  const number = response.headers.get("x-request-id");
  expect(response.status).toBe(503);
  expect(logged).toContain(`request=${number} reason="no route to host"`);
  expect(logged).not.toContain("hunter2");
});

/** A response is cached while nothing changes: never longer, never for another caller, never instead of a change. */
import { CORE, type JmapResponse, MAIL } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { registry } from "../src/methods/registry.ts";
import { createBrowserSession, destroyBrowserSession } from "../src/store/auth/browser-sessions.ts";
import { revokeToken } from "../src/store/auth/tokens.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const post = (methodCalls: unknown[], headers: Record<string, string>) =>
  server.app.inject({
    method: "POST",
    url: "/jmap/api",
    remoteAddress: "127.0.0.1",
    headers: { host: "127.0.0.1", "content-type": "application/json", ...headers },
    payload: JSON.stringify({ using: [CORE, MAIL], methodCalls }),
  });
const bearer = (token = server.token) => ({ authorization: `Bearer ${token}` });
const folders = (accountId = server.accountId) => [
  ["Mailbox/get", { accountId, ids: null, properties: ["name"] }, "0"],
];
const newFolder = (name: string) => [
  ["Mailbox/set", { accountId: server.accountId, create: { k: { name, parentId: null } } }, "0"],
];
const resultOf = (answer: { payload: string }) => (JSON.parse(answer.payload) as JmapResponse).methodResponses[0]!;

/** The first use of a token is recorded, and that is a commit. */
const warmUp = (token?: string) => post(folders(), bearer(token));

test("a second response is the cached one, until something changes", async () => {
  const first = await post(folders(), bearer());
  expect((await post(folders(), bearer())).payload).toBe(first.payload);
  await post(newFolder("New"), bearer());
  const after = await post(folders(), bearer());
  expect(after.payload).toContain("New");
  expect(resultOf(after)[1]["state"]).not.toBe(resultOf(first)[1]["state"]);
});

test("only calls that depend on the store alone are cached; all others run each time", async () => {
  const { accountId } = server;
  await warmUp();
  const [kept, done] = [vi.spyOn(registry["Mailbox/get"], "run"), vi.spyOn(registry["Core/echo"], "run")];
  const values = ["Email/get", { accountId, ids: [], properties: ["bodyValues"], fetchAllBodyValues: true }, "0"];
  const bytes = vi.spyOn(registry["Email/get"], "run");
  for (let turn = 0; turn < 4; turn++) {
    await post(folders(), bearer());
    await post([...folders(), ["Core/echo", {}, "1"]], bearer());
    await post([values], bearer());
    await post([["Mailbox/get", { accountId: "a99" }, "0"]], bearer());
  }
  expect(done).toHaveBeenCalledTimes(4);
  expect(bytes).toHaveBeenCalledTimes(4);
  // Beside a call that is not cached; alone it was cached before.
  expect(kept).toHaveBeenCalledTimes(4);
});

test("no caller gets another's response", async () => {
  const other = await server.addMailbox("other");
  for (const token of [server.token, other.token]) await warmUp(token);
  expect(resultOf(await post(folders(), bearer()))[0]).toBe("Mailbox/get");
  expect(resultOf(await post(folders(), bearer(other.token)))).toEqual(["error", { type: "accountNotFound" }, "0"]);
  expect(resultOf(await post(folders(other.accountId), bearer(other.token)))[0]).toBe("Mailbox/get");
  expect(resultOf(await post(folders(), bearer()))[0]).toBe("Mailbox/get");
});

const statusOf = async ({ secret }: { secret: string }) =>
  (await post(folders(), { cookie: `pismo_session_80=${secret}` })).statusCode;

describe("a caller without access gets no cached response", () => {
  test("when the token is revoked", async () => {
    expect((await post(folders(), bearer())).statusCode).toBe(200);
    await server.store.write((tx) => revokeToken(tx, "k1"));
    expect((await post(folders(), bearer())).statusCode).toBe(401);
  });

  test("when the session is ended, and when it is over", async () => {
    const [ended, over] = await server.store.write(async (tx) => [
      await createBrowserSession(tx, new Date(Date.now() + 60_000)),
      await createBrowserSession(tx, new Date(Date.now() + 30_000)),
    ]);
    expect([await statusOf(ended), await statusOf(over)]).toEqual([200, 200]);
    await server.store.write((tx) => destroyBrowserSession(tx, ended.id));
    expect([await statusOf(ended), await statusOf(over)]).toEqual([401, 200]);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 31_000);
    expect(await statusOf(over)).toBe(401);
  });
});

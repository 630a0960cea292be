/** Long queries over HTTP and WebSocket: they end with their caller, and with the server. */
import { CORE, MAIL } from "@pismo/jmap";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../../jmap/test/eventually.ts";
import { createLogger } from "../src/log.ts";
import { listAccounts } from "../src/store/auth/accounts.ts";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { openStore, type Store } from "../src/store/db/store.ts";
import { insertTestEmail } from "./store/test-store.ts";
import { commandLine } from "./support/command-line.ts";
import { type TestServer, testServer } from "./support/server.ts";

/** For each of the letters of one thread, each of the conditions walks through all of it: an hour's work. */
const slowFilter = {
  operator: "OR",
  conditions: Array.from({ length: 100 }, (_, index) => ({ someInThreadHaveKeyword: `k${index}` })),
};
const slow = (accountId: string) => ({
  using: [CORE, MAIL],
  methodCalls: [["Email/query", { accountId, filter: slowFilter }, "c"]],
});
const fillThread = (store: Store, accountId: string): Promise<void> =>
  store.write(async (tx) => {
    const inbox = (await findMailboxByRole(tx, accountId, "inbox"))!;
    for (let n = 0; n < 1200; n++) {
      await insertTestEmail(tx, accountId, [inbox.id], { subject: "one garden", references: ["thread@x"] });
    }
  });

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await testServer();
  await fillThread(server.store, server.accountId);
  url = await server.listen();
});
afterAll(() => server.close());

const processes = () => server.store.longQueries.pids().length;

test("another account searches while one asks for more than can be done", async () => {
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const body = JSON.stringify(slow(server.accountId));
  const slowOnes = Array.from({ length: 10 }, () =>
    fetch(`${url}/jmap/api`, { method: "POST", headers, body, signal: gone.signal }).catch(
      (error: Error) => error.name,
    ),
  );
  await eventually(() => expect(processes()).toBe(1));
  const anna = await server.addMailbox("anna");
  const inbox = (await server.store.read((reader) => findMailboxByRole(reader, anna.accountId, "inbox")))!;
  await server.store.write((tx) => insertTestEmail(tx, anna.accountId, [inbox.id], { subject: "A garden" }));
  const found = await anna.client.call("Email/query", { accountId: anna.accountId, filter: { text: "garden" } });
  expect(found.ids).toHaveLength(1);
  // However many of its queries wait, one is under way; hers has a process of its own.
  expect(processes()).toBe(2);

  gone.abort();
  expect(new Set(await Promise.all(slowOnes))).toEqual(new Set(["AbortError"]));
  const { total } = await server.client.call("Email/query", {
    accountId: server.accountId,
    filter: { text: "garden" },
    calculateTotal: true,
  });
  expect(total).toBe(1200);
});

test("a WebSocket that closes ends what was asked over it", async () => {
  const socket = new WebSocket(`${url.replace("http", "ws")}/jmap/ws`, "jmap", {
    headers: { authorization: `Bearer ${server.token}` },
  });
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ "@type": "Request", ...slow(server.accountId) }));
  const query = vi.spyOn(server.store.longQueries, "query");
  await eventually(() => expect(query).toHaveBeenCalledTimes(1));
  socket.terminate();
  await expect(query.mock.results[0]!.value).rejects.toThrow("The caller is gone");
});

test("a server that is told to end does so while queries are under way, and leaves no process", async () => {
  const pismo = commandLine();
  try {
    await pismo.run(["mailbox", "list"]);
    const token = (await pismo.run(["token", "create"])).stdout.trim();
    const store = await openStore({ dataDir: pismo.dataDir }, createLogger("silent"));
    const [account] = await store.read(listAccounts);
    await fillThread(store, account!.id);
    await store.close();

    const { url: origin, child, ended } = await pismo.serve();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = fetch(`${origin}/jmap/api`, { method: "POST", headers, body: JSON.stringify(slow(account!.id)) });
    const children = `/proc/${child.pid}/task/${child.pid}/children`;
    const pids = () => readFileSync(children, "utf8").trim().split(" ").filter(Boolean).map(Number);
    await eventually(() => expect(pids()).toHaveLength(1), 20_000);
    const [pid] = pids();
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(() => process.kill(pid!, 0)).toThrow("ESRCH");
    const { methodResponses } = (await (await answer).json()) as { methodResponses: unknown[][] };
    expect(methodResponses[0]![1]).toMatchObject({ type: "serverUnavailable" });
  } finally {
    await pismo.close();
  }
});

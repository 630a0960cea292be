/** Push subscriptions cost their account, and no one else. */
import { LIMITS, type LimitsCapability, type PushSubscription } from "@pismo/jmap";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { insertMailbox } from "../src/store/mail/mailboxes.ts";
import * as states from "../src/store/db/changes.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
let service: Server;
let url: string;
/** Posts by path. */
let posts: Map<string, unknown[]>;
/** Those that have no answer. */
let open: Set<ServerResponse>;
let mostOpen: number;
/** The status for a path; undefined: no answer ever. */
let statusOf: (path: string) => number | undefined;

beforeEach(async () => {
  server = await testServer();
  posts = new Map();
  open = new Set();
  mostOpen = 0;
  statusOf = () => 201;
  service = createServer((request, response) => {
    const path = request.url ?? "";
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      posts.set(path, [...(posts.get(path) ?? []), JSON.parse(body)]);
      const status = statusOf(path);
      if (status !== undefined) return response.writeHead(status).end();
      open.add(response);
      mostOpen = Math.max(mostOpen, open.size);
      response.on("close", () => open.delete(response));
      return undefined;
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

type Client = TestServer["client"];
const create = (client: Client, paths: readonly string[]) =>
  client.call("PushSubscription/set", {
    create: Object.fromEntries(
      paths.map((path, index): [string, Partial<PushSubscription>] => [
        `s${index}`,
        { deviceClientId: path, url: `${url}${path}` },
      ]),
    ),
  });
async function subscribe(client: Client, paths: readonly string[]): Promise<void> {
  const { created } = await create(client, paths);
  await eventually(() => expect(paths.every((path) => posts.has(path))).toBe(true), 10_000);
  const update = Object.fromEntries(
    paths.map((path, index) => {
      const { verificationCode } = posts.get(path)![0] as { verificationCode: string };
      return [created![`s${index}`]!.id!, { verificationCode }];
    }),
  );
  const { notUpdated } = await client.call("PushSubscription/set", { update });
  expect(notUpdated).toBeNull();
}
const many = (count: number, prefix = "") => Array.from({ length: count }, (_, index) => `/${prefix}${index}`);
const addFolder = (accountId: string, name: string) =>
  server.store.write((tx) => insertMailbox(tx, accountId, { name }));

test("[8620 §5.3] more than the session names are overQuota", async () => {
  const session = await server.client.session();
  const { maxPushSubscriptions } = session.capabilities[LIMITS] as LimitsCapability;
  const { created, notCreated } = await create(server.client, many(maxPushSubscriptions + 10));
  expect(Object.keys(created!)).toHaveLength(maxPushSubscriptions);
  expect(Object.values(notCreated!).map(({ type }) => type)).toEqual(Array.from({ length: 10 }, () => "overQuota"));
  // Those of others count for themselves.
  const anna = await server.addMailbox("anna");
  expect((await create(anna.client, ["/anna"])).notCreated).toBeNull();
});

test("[8620 §5.3] who makes them only to drop them is told to wait: each would call someone", async () => {
  let refused: string | undefined;
  for (let turn = 0; turn < 10 && !refused; turn++) {
    const { created, notCreated } = await create(server.client, many(40, `${turn}-`));
    refused = Object.values(notCreated ?? {})[0]?.type;
    const destroy = Object.values(created ?? {}).map(({ id }) => id!);
    await server.client.call("PushSubscription/set", { destroy });
  }
  expect(refused).toBe("rateLimit");
  expect(posts.size).toBeLessThanOrEqual(200);
});

test("services that do not answer get few posts at once, and others hear of their changes at the same time", async () => {
  const anna = await server.addMailbox("anna");
  await subscribe(anna.client, ["/anna"]);
  await subscribe(server.client, many(50));
  statusOf = (path) => (path === "/anna" ? 201 : undefined);
  await addFolder(server.accountId, "one");
  await eventually(() => expect(open.size).toBe(4));
  await addFolder(anna.accountId, "hers");
  await eventually(() => expect(posts.get("/anna")).toHaveLength(2));
  expect(mostOpen).toBe(4);
});

test("a commit costs a look at the states of its accounts, however many subscriptions there are", async () => {
  const accounts = await Promise.all(many(20, "n").map((path) => server.addMailbox(path.slice(1))));
  // One that hears of the last account has heard of all: what follows is looked at by itself.
  await subscribe(server.client, ["/first"]);
  await addFolder(accounts.at(-1)!.accountId, "before");
  await eventually(() => expect(JSON.stringify(posts.get("/first"))).toContain(accounts.at(-1)!.accountId));
  await subscribe(server.client, many(49));
  const statesOf = vi.spyOn(states, "statesOf");
  await addFolder(accounts[0]!.accountId, "one");
  const heard = ({ accountId }: { accountId: string }) =>
    many(49).every((path) => JSON.stringify(posts.get(path)!.slice(1)).includes(accountId));
  await eventually(() => expect(heard(accounts[0]!)).toBe(true));
  const reads = statesOf.mock.calls.length;
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(5);
});

test("a service that refuses for now is not called again with every change", async () => {
  await subscribe(server.client, ["/away"]);
  statusOf = () => 503;
  await addFolder(server.accountId, "first");
  await eventually(() => expect(posts.get("/away")).toHaveLength(2));
  for (let n = 0; n < 10; n++) {
    await addFolder(server.accountId, `folder ${n}`);
    // Longer than changes are gathered.
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  // One retry after a second, the next after ten.
  expect(posts.get("/away")!.length).toBeLessThanOrEqual(3);
});

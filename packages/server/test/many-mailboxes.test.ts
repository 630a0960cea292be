/** An account with thousands of mailboxes: the cost of changing one does not depend on their number. */
import type { Id } from "@pismo/jmap";
import { afterEach, expect, test, vi } from "vitest";
import { type TestServer, testServer } from "./support/server.ts";

vi.setConfig({ testTimeout: 180_000 });

/** Below maxObjectsInSet. */
const PIECE = 250;

let server: TestServer | undefined;
afterEach(() => server?.close());

const pieces = (count: number): number[] => Array.from({ length: count / PIECE }, (_, index) => index * PIECE);

async function make(count: number): Promise<Id[]> {
  const { accountId, client } = server!;
  const ids: Id[] = [];
  for (const first of pieces(count)) {
    const names = Array.from({ length: PIECE }, (_, index) => `folder${first + index}`);
    const create = Object.fromEntries(names.map((name) => [name, { name }]));
    const { created } = await client.call("Mailbox/set", { accountId, create });
    ids.push(...names.map((name) => created![name]!.id!));
  }
  return ids;
}

/** Processor time in ms. */
async function costOfDestroying(ids: readonly Id[]): Promise<number> {
  const { accountId, client } = server!;
  const begun = process.cpuUsage();
  for (const first of pieces(ids.length)) {
    const destroy = ids.slice(first, first + PIECE);
    const { destroyed } = await client.call("Mailbox/set", { accountId, destroy });
    expect(destroyed).toHaveLength(PIECE);
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

test("destroying 5,000 mailboxes costs five times what 1,000 cost", async () => {
  server = await testServer();
  await costOfDestroying(await make(PIECE));
  const thousandMs = await costOfDestroying(await make(1000));
  const ms = await costOfDestroying(await make(5000));
  // Quadratic work would take 25 times as long.
  expect(ms / thousandMs).toBeLessThan(10);
  const { list } = await server.client.call("Mailbox/get", { accountId: server.accountId, ids: null });
  expect(list.length).toBeLessThan(20);
});

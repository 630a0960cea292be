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

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!;

/** Processor time in ms of each piece. */
async function costsOfDestroying(ids: readonly Id[]): Promise<number[]> {
  const { accountId, client } = server!;
  const costsMs: number[] = [];
  for (const first of pieces(ids.length)) {
    const destroy = ids.slice(first, first + PIECE);
    const begun = process.cpuUsage();
    const { destroyed } = await client.call("Mailbox/set", { accountId, destroy });
    const { user, system } = process.cpuUsage(begun);
    costsMs.push((user + system) / 1000);
    expect(destroyed).toHaveLength(PIECE);
  }
  return costsMs;
}

test("destroying a mailbox costs no more among 5,000 than among 1,000", async () => {
  server = await testServer();
  await costsOfDestroying(await make(1000));
  const amongFewMs: number[] = [];
  for (let round = 0; round < 3; round++) amongFewMs.push(...(await costsOfDestroying(await make(1000))));
  const amongManyMs = await costsOfDestroying(await make(5000));
  // Work that grows with the number of mailboxes would be five times as much.
  expect(median(amongManyMs) / median(amongFewMs)).toBeLessThan(2);
  const { list } = await server.client.call("Mailbox/get", { accountId: server.accountId, ids: null });
  expect(list.length).toBeLessThan(20);
});

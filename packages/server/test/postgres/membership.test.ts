/** Processes on one database: who lives, who holds a lease, and what a former holder may still write. */
import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { leasedStore } from "../../src/store/cluster/leased-store.ts";
import { LeaseLost } from "../../src/store/cluster/leases.ts";
import { Ownership } from "../../src/store/cluster/ownership.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { createDatabase } from "../support/memory-store.ts";

const log = createLogger("silent");
let database: Awaited<ReturnType<typeof createDatabase>>;
let stores: Store[];

beforeEach(async () => {
  database = await createDatabase(inject("templateUrl"));
  stores = await Promise.all([open(), open()]);
});
afterEach(async () => {
  for (const store of stores) await store.close();
  await database.drop();
});

const open = (): Promise<Store> => openStore({ dataDir: "/nowhere", databaseUrl: database.url }, log);
const idsOf = ({ live }: { live: readonly { id: number }[] }): number[] => live.map(({ id }) => id);

async function query(sql: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe("processes", () => {
  test("see each other join, retire and leave", async () => {
    const one = await stores[0]!.join(["web", "bridge"]);
    const two = await stores[1]!.join(["bridge"]);
    await eventually(() =>
      expect(one.live).toEqual([
        { id: one.id, roles: ["web", "bridge"] },
        { id: two.id, roles: ["bridge"] },
      ]),
    );
    await two.retire();
    await eventually(() => expect(one.live).toMatchObject([{ id: one.id }, { id: two.id, roles: [] }]));
    await two.leave();
    await eventually(() => expect(idsOf(one)).toEqual([one.id]));
  });

  test("have one row each, however many notifications come while they join", async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const joining = Promise.all(stores.map((store) => store.join(["bridge"])));
    const joined = joining.then(() => true);
    while (!(await Promise.race([joined, client.query("notify pismo_process").then(() => false)])));
    const [one, two] = await joining;
    const { rows } = await client.query<{ id: string }>("select id from process order by id");
    await client.end();
    expect(rows.map(({ id }) => Number(id))).toEqual([one!.id, two!.id].sort((a, b) => a - b));
  });

  test("that show no sign of life are removed by the others, and join again under another id", async () => {
    const [one, two] = [await stores[0]!.join(["bridge"]), await stores[1]!.join(["bridge"])];
    const former = two.id;
    let changes = 0;
    two.onChange(() => changes++);
    await query(`update process set seen_at = now() - interval '1 hour' where id = ${former}`);
    await query(`delete from process where id = ${former}`);
    await eventually(() => expect(two.id).toBeGreaterThan(former));
    expect(changes).toBeGreaterThan(0);
    await eventually(() => expect(idsOf(one)).toEqual([one.id, two.id]));
    // No process renews it.
    await query("insert into process (roles, seen_at) values ('bridge', now() - interval '1 minute')");
    await eventually(() => expect(idsOf(one)).toEqual([one.id, two.id]));
  });

  test("without the database a process does not rely on being alive", async () => {
    const one = await stores[0]!.join(["bridge"]);
    const { pathname } = new URL(database.url);
    const admin = new Client({ connectionString: inject("templateUrl").replace(/\/[^/]*$/, "/postgres") });
    await admin.connect();
    const name = pathname.slice(1);
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await eventually(() => expect(one.live).toEqual([]));
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
    await eventually(() => expect(idsOf(one)).toEqual([one.id]));
  });
});

describe("a lease", () => {
  test("is held by one process, until that gives it back or dies; the fence refuses writes of a former one", async () => {
    const [one, two] = [await stores[0]!.join(["bridge"]), await stores[1]!.join(["bridge"])];
    const owners = [new Ownership(stores[0]!, one), new Ownership(stores[1]!, two)] as const;
    const accountId = await stores[0]!.write(
      async (tx) => (await createAccount(tx, { name: "Ann", email: "ann@pismo.localhost" })).id,
    );
    const lease = (await owners[0].take([accountId, "a999"])).get(accountId)!;
    expect(lease).toMatchObject({ accountId, processId: one.id, fence: 1 });
    expect((await owners[1].take([accountId])).size).toBe(0);
    let lost = 0;
    const store = leasedStore(stores[0]!, lease, () => lost++);
    expect(await store.write(async (tx) => tx.nextModSeq(accountId))).toBeGreaterThan(0);

    // The first is taken for dead, and writes on.
    await query(`delete from process where id = ${one.id}`);
    const taken = (await owners[1].take([accountId])).get(accountId)!;
    expect(taken).toMatchObject({ processId: two.id, fence: 2 });
    await expect(store.write(async (tx) => tx.nextModSeq(accountId))).rejects.toThrow(LeaseLost);
    expect(lost).toBe(1);
    // What it gives back is not its own any more.
    await owners[0].giveBack([lease]);
    await eventually(() => expect(one.live).toHaveLength(2));
    expect((await owners[0].take([accountId])).size).toBe(0);
    await owners[1].giveBack([taken]);
    owners[0].set(one);
    expect((await owners[0].take([accountId])).get(accountId)).toMatchObject({ processId: one.id, fence: 3 });
  });

  test("an account's lock is held by one process at a time", async () => {
    const release = await stores[0]!.lockAccount("a1");
    const order: string[] = [];
    const waiting = stores[1]!.lockAccount("a1").then((next) => {
      order.push("second");
      return next;
    });
    await (
      await stores[1]!.lockAccount("a2")
    )();
    order.push("first");
    await release();
    await (
      await waiting
    )();
    expect(order).toEqual(["first", "second"]);
  });
});

async function accounts(): Promise<Id[]> {
  return stores[0]!.write(async (tx) => {
    const ids: Id[] = [];
    for (const name of ["ann", "bob"])
      ids.push((await createAccount(tx, { name, email: `${name}@pismo.localhost` })).id);
    return ids;
  });
}

describe("transactions", () => {
  test("of two accounts run beside each other, those of one account and those of all one after the other", async () => {
    const [ann, bob] = (await accounts()) as [Id, Id];
    const order: string[] = [];
    const events = new EventEmitter();
    const begun = once(events, "begun");
    const first = stores[0]!.write(
      async () => {
        const ended = once(events, "end");
        events.emit("begun");
        await ended;
        order.push("ann's first");
      },
      { accountId: ann },
    );
    await begun;
    const second = stores[1]!.write(async () => order.push("ann's second"), { accountId: ann });
    await stores[1]!.write(async () => order.push("bob's"), { accountId: bob });
    const all = stores[1]!.write(async () => order.push("all"));
    await sleep(100);
    expect(order).toEqual(["bob's"]);
    events.emit("end");
    await Promise.all([first, second, all]);
    expect([order[1], order.slice(2).toSorted()]).toEqual(["ann's first", ["all", "ann's second"]]);
  });

  test("of one account change no other", async () => {
    const [ann, bob] = (await accounts()) as [Id, Id];
    const wrong = stores[0]!.write(async (tx) => tx.nextModSeq(bob), { accountId: ann });
    await expect(wrong).rejects.toThrow(`a transaction of ${ann} changes ${bob}`);
  });

  test("of many writers of two processes lose no change", async () => {
    const ids = await accounts();
    const writers = Array.from({ length: 40 }, (_, index) =>
      stores[index % 2]!.write((tx) => tx.nextModSeq(ids[index % 4 < 2 ? 0 : 1]!), {
        accountId: ids[index % 4 < 2 ? 0 : 1]!,
      }),
    );
    const numbers = await Promise.all(writers);
    const ofAnn = numbers.filter((_, index) => index % 4 < 2);
    expect(new Set(ofAnn).size).toBe(20);
    expect(Math.max(...ofAnn) - Math.min(...ofAnn)).toBe(19);
  });
});

/**
 * People at two Pismos and a foreign client do whatever they like with the same letters at once, while connections are
 * cut and mirrors are stopped and started; afterwards both stores, the server and a fresh mirror are the same, and no
 * letter is lost or doubled. RANDOM_STEPS and RANDOM_SEED make it longer or another one.
 */
import type { ImapFlow } from "imapflow";
import { afterEach, describe, expect, onTestFailed, test, vi } from "vitest";
import { servers } from "../servers/all.ts";
import { startFaultProxy } from "../servers/fault-proxy.ts";
import { randomFrom } from "../store/random.ts";
import { eventually, foreignClient, localState, MirrorStore, serverState, upToDate } from "./mirrored.ts";
import { Foreigner, Person, Record } from "./play.ts";

const steps = Number(process.env["RANDOM_STEPS"] ?? 80);
const seed = Number(process.env["RANDOM_SEED"] ?? 7);

vi.setConfig({ testTimeout: 180_000 + steps * 200 });

/** How often each letter is on the server. */
async function copiesOf(client: ImapFlow): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { path, flags: attributes } of await client.list()) {
    if (attributes.has("\\Noselect")) continue;
    const { exists } = await client.mailboxOpen(path, { readOnly: true });
    if (exists === 0) continue;
    for (const { envelope } of await client.fetchAll("1:*", { envelope: true })) {
      const name = envelope?.subject ?? "";
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

describe("whatever happens on all sides at once", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  for (const { kind, canRun, start, hasMove, losesOnFolderChange } of servers)
    test.skipIf(!canRun)(`with ${kind}, all sides are the same in the end and no letter is lost`, async () => {
      const server = await start();
      closing.push(() => server.stop());
      const proxy = await startFaultProxy(server.port);
      closing.push(() => proxy.close());
      const random = randomFrom(seed);
      const record = new Record(!losesOnFolderChange);
      onTestFailed(() => console.error(`Seed ${seed}:\n${record.trail}`));
      const foreigner = new Foreigner(server, proxy, await foreignClient(server.port), random, record);
      for (let index = 0; index < 20; index++) await foreigner.add("INBOX");
      const people: Person[] = [];
      for (const name of ["a", "b"]) {
        const mirror = await MirrorStore.open();
        closing.push(() => mirror.close());
        const accountId = await mirror.addAccount({ port: proxy.port });
        people.push(new Person(name, mirror, accountId, random, record));
        await upToDate(mirror, accountId);
      }

      for (let index = 0; index < steps; index++) {
        const person = random.pick(people);
        const roll = random.below(100);
        if (roll < 45) await person.act();
        else if (roll < 90) await foreigner.act();
        else if (roll < 94) proxy.cutAll();
        else if (roll < 97) person.sync.look();
        else await person.restart();
        if (random.chance(0.3)) await new Promise((resolve) => setTimeout(resolve, random.below(30)));
      }

      const client = await foreignClient(server.port);
      closing.push(() => client.logout());
      // What one of them does at last the others see when they look again.
      const areSame = async (): Promise<void> => {
        for (const { mirror, accountId, sync } of people) {
          sync.look("thorough");
          await upToDate(mirror, accountId);
        }
        for (const { mirror, accountId } of people) {
          expect(await mirror.status(accountId)).toMatchObject({ state: "upToDate", waiting: 0 });
          expect(await localState(mirror, accountId)).toEqual(await serverState(client));
        }
      };
      await eventually(areSame, 120_000).catch(async (error: unknown) => {
        for (const { name, mirror, accountId } of people) {
          record.note(name, "in the end", JSON.stringify(await mirror.status(accountId)));
        }
        throw error;
      });
      const { mirror } = people[0]!;
      const freshId = await mirror.addAccount({ port: server.port });
      mirror.start(freshId);
      await upToDate(mirror, freshId);
      expect(await localState(mirror, freshId)).toEqual(await serverState(client));

      const copies = await copiesOf(client);
      const lost = record.made.filter((name) => !copies.has(name) && !record.destroyed.has(name));
      expect(lost.map((name) => record.of(name))).toEqual([]);
      // Two who move a letter at once, whoever they are, may both have copied it before either deletes it: without MOVE
      // that takes a while, and nothing in IMAP keeps them apart.
      const mayBeDouble = (name: string) =>
        record.copied.has(name) ||
        (hasMove ? record.movedHere.has(name) && record.contested.has(name) : record.movedBySeveral(name));
      const doubled = [...copies].filter(([name, count]) => count > 1 && !mayBeDouble(name));
      expect(doubled.map(([name]) => record.of(name))).toEqual([]);
    });
});

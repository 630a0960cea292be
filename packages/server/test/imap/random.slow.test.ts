/**
 * People at two tabs of one Pismo and at one of another, and a foreign client, do whatever they like with the same messages
 * at once, while connections are cut and mirrors are stopped and started; afterwards both stores, the server and a fresh
 * mirror are the same, no message is lost or doubled, and a message that one alone has changed is as that one left it.
 * RANDOM_STEPS and RANDOM_SEED make it longer or another one (docs/decisions/0013): the actions are the same for a
 * seed, their timing is not.
 */
import type { ImapFlow } from "imapflow";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, onTestFailed, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { findProblems } from "../../src/store/check/check-store.ts";
import { sqliteChecks } from "../../src/store/check/sqlite-checks.ts";
import { listMirrorRefusals } from "../../src/store/mirror/mirror-refusals.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { servers } from "../servers/all.ts";
import { randomFrom } from "../store/random.ts";
import { foreignClient, emailsOf, listed, localState, MirrorStore, serverState, upToDate } from "./mirrored.ts";
import { Foreigner } from "./play/foreigner.ts";
import { Pismo } from "./play/pismo.ts";
import { Record } from "./play/record.ts";
import { Tab } from "./play/tab.ts";

const steps = Number(process.env["RANDOM_STEPS"] ?? 80);
const seed = Number(process.env["RANDOM_SEED"] ?? 7);

/** Milliseconds to settle: a long run leaves many folders, each synced by itself. */
const settleTimeoutMs = 60_000 + steps * 100;

vi.setConfig({ testTimeout: 120_000 + steps * 200 + 4 * settleTimeoutMs });

/** Where on the server each message is; those that are marked for deletion are nowhere. */
async function placesOf(client: ImapFlow): Promise<Map<string, string[]>> {
  const places = new Map<string, string[]>();
  for (const { path, flags: attributes } of await listed(client)) {
    if (attributes.has("\\Noselect")) continue;
    const { exists } = await client.mailboxOpen(path, { readOnly: true });
    if (exists === 0) continue;
    for (const { envelope, flags } of await client.fetchAll("1:*", { envelope: true, flags: true })) {
      if (flags?.has("\\Deleted")) continue;
      const name = envelope?.subject ?? "";
      places.set(name, [...(places.get(name) ?? []), path]);
    }
  }
  return places;
}

/** Each actor does one thing at a time, all actors at once. */
class Stage {
  readonly #busy = new Map<object, Promise<void>>();

  async lets(actor: object, act: () => Promise<void>): Promise<void> {
    await this.#busy.get(actor);
    const acting = act();
    // The next step, or the end, gets the error.
    acting.catch(() => {});
    this.#busy.set(actor, acting);
  }
  async ends(): Promise<void> {
    await Promise.all(this.#busy.values());
  }
}

/** A message that one person alone has changed, where that Pismo says otherwise now. */
async function overruled(pismos: readonly Pismo[], record: Record): Promise<object[]> {
  const wrong: object[] = [];
  for (const { name: who, mirror, accountId } of pismos) {
    const messages = await emailsOf(mirror, accountId);
    const { refused, mailboxes } = await mirror.store.read(async (reader) => ({
      refused: new Set((await listMirrorRefusals(reader, accountId)).map(({ name }) => name)),
      mailboxes: new Map((await getMailboxes(reader, accountId)).map(({ id, name }) => [id, name])),
    }));
    for (const wanted of record.undisputed) {
      const now = messages.get(wanted.name);
      // A folder that another actor has deleted does not count, nor one that was recreated under its name.
      const isPossible = wanted.mailboxIds.every(
        (id) => mailboxes.has(id) && !record.isAnotherFolder(who, mailboxes.get(id)!),
      );
      if (wanted.who !== who || !now || refused.has(wanted.name) || !isPossible) continue;
      const is = { keywords: now.keywords.toSorted(), mailboxIds: now.mailboxIds.toSorted() };
      const was = { keywords: wanted.keywords.toSorted(), mailboxIds: wanted.mailboxIds.toSorted() };
      if (JSON.stringify(is) !== JSON.stringify(was)) wrong.push({ is, was, trail: record.of(wanted.name) });
    }
  }
  return wrong;
}

describe("whatever happens on all sides at once", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  for (const { kind, canRun, start, hasMove, losesOnFolderChange } of servers)
    test.skipIf(!canRun)(`with ${kind}, all sides are the same in the end and no message is lost`, async () => {
      const server = await start();
      closing.push(() => server.stop());
      const random = randomFrom(seed);
      const record = new Record(losesOnFolderChange);
      onTestFailed(() => console.error(`Seed ${seed}:\n${record.trail}`));
      const foreigner = new Foreigner(server, await foreignClient(server.port), randomFrom(seed + 1), record);
      for (let index = 0; index < 20; index++) await foreigner.add("INBOX");
      const [a, b] = [await Pismo.open("a", server.port, record), await Pismo.open("b", server.port, record)];
      const pismos = [a, b];
      for (const pismo of pismos) {
        closing.push(() => pismo.close());
        await upToDate(pismo.mirror, pismo.accountId);
      }
      const tabs = [
        new Tab("a1", a, randomFrom(seed + 2), record),
        new Tab("a2", a, randomFrom(seed + 3), record),
        new Tab("b1", b, randomFrom(seed + 4), record),
      ];

      const stage = new Stage();
      for (let index = 0; index < steps; index++) {
        const pismo = random.pick(pismos);
        const tab = random.pick(tabs);
        const roll = random.below(100);
        if (roll < 45) await stage.lets(tab, () => tab.act());
        else if (roll < 90) await stage.lets(foreigner, () => foreigner.act());
        else if (roll < 94) await stage.lets(pismo, () => pismo.cut());
        else if (roll < 97) pismo.sync.requestPass();
        else await stage.lets(pismo, () => pismo.restart());
        if (random.chance(0.3)) await sleep(random.below(30));
      }
      await stage.ends();

      const client = await foreignClient(server.port);
      closing.push(() => client.logout());
      // The others see the last changes after another pass.
      const areSame = async (): Promise<void> => {
        for (const { mirror, accountId, sync } of pismos) {
          // Once: each further pass would start from the beginning.
          sync.requestPass("thorough");
          await upToDate(mirror, accountId, settleTimeoutMs);
        }
        for (const { mirror, accountId } of pismos) {
          expect(await mirror.status(accountId)).toMatchObject({ state: "upToDate", waiting: 0 });
          expect(await localState(mirror, accountId)).toEqual(await serverState(client));
        }
      };
      await eventually(areSame, 2 * settleTimeoutMs).catch(async (error: unknown) => {
        for (const { name, mirror, accountId } of pismos) {
          record.note(name, "in the end", JSON.stringify(await mirror.status(accountId)));
        }
        throw error;
      });
      for (const { mirror } of pismos) expect(await findProblems(mirror.store, sqliteChecks)).toEqual([]);
      const fresh = await MirrorStore.open();
      closing.push(() => fresh.close());
      const freshId = await fresh.addAccount({ port: server.port });
      fresh.start(freshId);
      await upToDate(fresh, freshId, settleTimeoutMs);
      expect(await localState(fresh, freshId)).toEqual(await serverState(client));

      const places = await placesOf(client);
      const lost = record.made.filter(
        (name) => !places.has(name) && !record.destroyed.has(name) && !record.mayHaveGoneWithFolder(name),
      );
      expect(lost.map((name) => record.of(name))).toEqual([]);
      // Two actors who move a message at once may both have copied it before either deletes it: without MOVE
      // that takes a while, and nothing in IMAP keeps them apart.
      const mayBeDouble = (name: string) =>
        record.copied.has(name) ||
        (hasMove ? record.movedHere.has(name) && record.contested.has(name) : record.movedBySeveral(name));
      const doubled = [...places].filter(([name, at]) => at.length > 1 && !mayBeDouble(name));
      expect(doubled.map(([name, at]) => [at, record.of(name)])).toEqual([]);
      expect(await overruled(pismos, record)).toEqual([]);
    });
});

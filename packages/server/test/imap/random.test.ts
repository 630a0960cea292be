/**
 * A person here and a foreign client do whatever they like with the same letters at once, while connections are cut
 * and the mirror is stopped and started; afterwards store, server and a fresh mirror are the same, and nothing is lost.
 * RANDOM_STEPS and RANDOM_SEED make it longer or another one.
 */
import type { Id } from "@pismo/jmap";
import { SetFailure } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { AccountSync } from "../../src/bridge/imap/account-sync.ts";
import { destroyEmails, getEmails, getPlaces, updateEmail } from "../../src/store/emails.ts";
import { listFolders } from "../../src/store/imap-folders.ts";
import { queryEmails } from "../../src/store/email-query.ts";
import { destroyMailbox, getMailboxes, insertMailbox, updateMailbox } from "../../src/store/mailboxes.ts";
import { servers } from "../servers/all.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { randomFrom } from "../store/random.ts";
import { foreignClient, letter, localState, MirrorStore, sameOnBothSides, serverState, upToDate } from "./mirrored.ts";

const steps = Number(process.env["RANDOM_STEPS"] ?? 150);
const seed = Number(process.env["RANDOM_SEED"] ?? 7);

vi.setConfig({ testTimeout: 120_000 + steps * 200 });

const keywords = ["$seen", "$flagged", "$answered", "$important", "category-orders"];
const flags = ["\\Seen", "\\Flagged", "\\Answered", "$Important", "category-orders"];

class Play {
  readonly random: ReturnType<typeof randomFrom>;
  readonly server: MailServer;
  readonly proxy: FaultProxy;
  readonly mirror: MirrorStore;
  client: ImapFlow;
  readonly accountId: Id;
  sync: AccountSync;
  /** Letters that somebody destroyed, and those that somebody copied. */
  readonly destroyed = new Set<string>();
  readonly copied = new Set<string>();
  readonly made: string[] = [];
  #folders = 0;

  constructor(
    server: MailServer,
    proxy: FaultProxy,
    mirror: MirrorStore,
    client: ImapFlow,
    accountId: Id,
    playSeed: number,
  ) {
    this.server = server;
    this.proxy = proxy;
    this.mirror = mirror;
    this.client = client;
    this.accountId = accountId;
    this.random = randomFrom(playSeed);
    this.sync = mirror.start(accountId);
  }

  newName(): string {
    const name = `letter-${this.made.length}`;
    this.made.push(name);
    return name;
  }

  async step(): Promise<void> {
    const { random } = this;
    const roll = random.below(100);
    if (roll < 45) await this.here();
    else if (roll < 90) await this.there();
    else if (roll < 94) this.proxy.cutAll();
    else if (roll < 97) this.sync.look();
    else {
      await this.mirror.stop(this.sync);
      this.sync = this.mirror.start(this.accountId);
    }
    if (random.chance(0.3)) await new Promise((resolve) => setTimeout(resolve, random.below(30)));
  }

  /** Something that a person does here. */
  async here(): Promise<void> {
    const { random, mirror, accountId } = this;
    const { store } = mirror;
    try {
      await store.write(async (tx) => {
        const mailboxes = await getMailboxes(tx, accountId);
        const { ids } = await queryEmails(tx, accountId, { limit: 500 });
        const own = mailboxes.filter(({ myRights }) => myRights.mayDelete);
        const mailbox = random.pick(mailboxes);
        const kind = random.below(20);
        if (kind < 2 || ids.length === 0) return;
        const id = random.pick(ids);
        const name = await this.#nameOf(id);
        const { mailboxIds, keywords: now } = (await getPlaces(tx, accountId, id))!;
        if (kind < 9) {
          const keyword = random.pick(keywords);
          const next = now.includes(keyword) ? now.filter((each) => each !== keyword) : [...now, keyword];
          await updateEmail(tx, accountId, id, { keywords: next });
        } else if (kind < 14) {
          await updateEmail(tx, accountId, id, { mailboxIds: [mailbox.id] });
        } else if (kind < 15) {
          this.copied.add(name);
          await updateEmail(tx, accountId, id, { mailboxIds: [...mailboxIds, mailbox.id] });
        } else if (kind < 17) {
          this.destroyed.add(name);
          await destroyEmails(tx, accountId, [id]);
        } else if (kind < 18) {
          const parentId = random.chance(0.5) || own.length === 0 ? null : random.pick(own).id;
          await insertMailbox(tx, accountId, { name: `Папка ${++this.#folders}`, parentId });
        } else if (own.length > 0) {
          const { id: mailboxId } = random.pick(own);
          if (random.chance(0.5)) await updateMailbox(tx, accountId, mailboxId, { name: `Имя ${++this.#folders}` });
          else await destroyMailbox(tx, accountId, mailboxId, false);
        }
      });
      if (random.chance(0.15)) {
        const mailboxes = await store.read((reader) => getMailboxes(reader, accountId));
        const bytes = Buffer.from(letter(this.newName()));
        await mirror.ingest.deliver({ accountId, bytes, mailboxIds: [random.pick(mailboxes).id] });
      }
    } catch (error) {
      // What JMAP would refuse as well.
      if (!(error instanceof SetFailure)) throw error;
    }
  }

  async #nameOf(id: Id): Promise<string> {
    const [record] = await this.mirror.store.read((reader) => getEmails(reader, this.accountId, [id]));
    return record?.headers.subject ?? "";
  }

  /** Something that another client does there. */
  async there(): Promise<void> {
    // A server hangs up on who has a folder open that somebody deletes.
    if (!this.client.usable) this.client = await foreignClient(this.server.port);
    const { random, client } = this;
    const kind = random.below(20);
    try {
      const folders = (await client.list()).filter((each) => !each.flags.has("\\Noselect"));
      const { path } = random.pick(folders);
      if (kind < 5) await client.append(path, letter(this.newName()), random.chance(0.5) ? ["\\Seen"] : []);
      if (kind < 5) return;
      if (kind === 18) return void (await client.mailboxCreate(`Folder ${++this.#folders}`));
      const own = folders.filter((each) => !each.specialUse);
      if (kind === 19) {
        if (own.length === 0) return;
        const { path: doomed } = random.pick(own);
        if (random.chance(0.7)) await client.mailboxRename(doomed, `Renamed ${++this.#folders}`);
        else await this.#deleteFolder(doomed);
        return;
      }
      const box = await client.mailboxOpen(path);
      if (box.exists === 0) return;
      const uids = (await client.search({ all: true }, { uid: true })) || [];
      const uid = String(random.pick(uids));
      const target = random.pick(folders).path;
      if (kind < 9) await client.messageFlagsAdd(uid, [random.pick(flags)], { uid: true });
      else if (kind < 12) await client.messageFlagsRemove(uid, [random.pick(flags)], { uid: true });
      else if (kind < 15) await client.messageMove(uid, target, { uid: true });
      else {
        const { envelope } = (await client.fetchOne(uid, { envelope: true }, { uid: true })) || {};
        const name = envelope?.subject ?? "";
        if (kind === 15) {
          this.copied.add(name);
          await client.messageCopy(uid, target, { uid: true });
        } else {
          this.destroyed.add(name);
          if (kind === 16) await client.messageFlagsAdd(uid, ["\\Deleted"], { uid: true });
          else await client.messageDelete(uid, { uid: true });
        }
      }
    } catch {
      // The folder or the letter went while we reached for it.
    }
  }

  async #deleteFolder(path: string): Promise<void> {
    await this.client.mailboxOpen(path);
    const inside = await this.client.fetchAll("1:*", { envelope: true }).catch(() => []);
    for (const { envelope } of inside) this.destroyed.add(envelope?.subject ?? "");
    await this.client.mailboxOpen("INBOX");
    await this.client.mailboxDelete(path);
    // What came into it in between went with it.
    for (const name of await this.#placedIn(path)) this.destroyed.add(name);
  }

  async #placedIn(path: string): Promise<string[]> {
    return this.mirror.store.read(async (reader) => {
      const folder = (await listFolders(reader, this.accountId)).find((each) => each.path === path);
      if (!folder) return [];
      const { ids } = await queryEmails(reader, this.accountId, { filter: { inMailbox: folder.mailboxId } });
      return (await getEmails(reader, this.accountId, ids)).map(({ headers }) => headers.subject ?? "");
    });
  }

  /** How often each letter is on the server. */
  async copies(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { path, flags: attributes } of await this.client.list()) {
      if (attributes.has("\\Noselect")) continue;
      const { exists } = await this.client.mailboxOpen(path, { readOnly: true });
      if (exists === 0) continue;
      for (const { envelope } of await this.client.fetchAll("1:*", { envelope: true })) {
        const name = envelope?.subject ?? "";
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    return counts;
  }
}

describe("whatever happens on both sides at once", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  for (const { kind, canRun, start, hasMove } of servers)
    test.skipIf(!canRun)(`with ${kind}, all sides are the same in the end and no letter is lost`, async () => {
      const server = await start();
      closing.push(() => server.stop());
      const proxy = await startFaultProxy(server.port);
      closing.push(() => proxy.close());
      const mirror = await MirrorStore.open();
      closing.push(() => mirror.close());
      const accountId = await mirror.addAccount({ port: proxy.port });
      const play = new Play(server, proxy, mirror, await foreignClient(server.port), accountId, seed);
      for (let index = 0; index < 20; index++) await play.client.append("INBOX", letter(play.newName()));
      await upToDate(mirror, accountId);
      for (let index = 0; index < steps; index++) await play.step();
      const client = await foreignClient(server.port);
      closing.push(() => client.logout());
      play.client = client;
      play.sync.look("thorough");
      await sameOnBothSides(mirror, accountId, client, 60_000);

      const freshId = await mirror.addAccount({ port: server.port });
      mirror.start(freshId);
      await upToDate(mirror, freshId);
      expect(await localState(mirror, freshId)).toEqual(await serverState(client));

      const copies = await play.copies();
      const lost = play.made.filter((name) => !copies.has(name) && !play.destroyed.has(name));
      expect(lost).toEqual([]);
      // Without MOVE, moving is copying and deleting: two who do it at once may both have copied.
      const doubled = [...copies].filter(([name, count]) => count > 1 && !play.copied.has(name) && hasMove);
      expect(doubled).toEqual([]);
    });
});

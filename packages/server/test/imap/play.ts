/** People at two Pismos and another mail client, who do whatever they like with the letters of one account at once. */
import { type Id, SetFailure } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import type { AccountSync } from "../../src/bridge/imap/account-sync.ts";
import { queryEmails } from "../../src/store/email-query.ts";
import { destroyEmails, getEmails, getPlaces, updateEmail } from "../../src/store/emails.ts";
import { destroyMailbox, getMailboxes, insertMailbox, updateMailbox } from "../../src/store/mailboxes.ts";
import type { Reader } from "../../src/store/store.ts";
import type { FaultProxy } from "../servers/fault-proxy.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { randomFrom } from "../store/random.ts";
import { foreignClient, letter, type MirrorStore } from "./mirrored.ts";

type Random = ReturnType<typeof randomFrom>;

const keywords = ["$seen", "$flagged", "$answered", "$important", "category-orders"];
const flags = ["\\Seen", "\\Flagged", "\\Answered", "$Important", "category-orders"];

/** A move that ends so long after another one began may have run beside it, also when its connection was cut. */
const SAME_MOMENT = 1000;

/** What was done, and what may follow from it. */
export class Record {
  /** Letters that are on the server or on their way. */
  readonly made: string[] = [];
  readonly destroyed = new Set<string>();
  readonly copied = new Set<string>();
  readonly movedHere = new Set<string>();
  /** Who has moved a letter, people and the foreign client alike. */
  readonly #movers = new Map<string, Set<string>>();
  /** Moved there while Pismo moved something. */
  readonly contested = new Set<string>();
  #names = 0;
  readonly #trail: string[] = [];
  /** Folders are renamed and deleted too. */
  readonly changesFolders: boolean;

  constructor(changesFolders: boolean) {
    this.changesFolders = changesFolders;
  }

  moved(who: string, name: string): void {
    const movers = this.#movers.get(name) ?? new Set();
    this.#movers.set(name, movers.add(who));
  }
  movedBySeveral(name: string): boolean {
    return (this.#movers.get(name)?.size ?? 0) > 1;
  }
  newName(): string {
    return `letter-${this.#names++}`;
  }
  note(who: string, what: string, name: string): void {
    this.#trail.push(`${this.#trail.length} ${who}: ${what} ${name}`);
  }
  /** Everything in its order. */
  get trail(): string {
    return this.#trail.join("\n");
  }
  /** What happened to a letter. */
  of(name: string): string[] {
    return this.#trail.filter((line) => line.endsWith(` ${name}`));
  }
}

/** A person at a Pismo of their own. */
export class Person {
  readonly name: string;
  readonly mirror: MirrorStore;
  readonly accountId: Id;
  readonly #random: Random;
  readonly #record: Record;
  sync: AccountSync;
  #folders = 0;

  constructor(name: string, mirror: MirrorStore, accountId: Id, random: Random, record: Record) {
    this.name = name;
    this.mirror = mirror;
    this.accountId = accountId;
    this.#random = random;
    this.#record = record;
    this.sync = mirror.start(accountId);
  }

  async restart(): Promise<void> {
    await this.mirror.stop(this.sync);
    this.sync = this.mirror.start(this.accountId);
  }

  async act(): Promise<void> {
    try {
      await this.#change();
      if (this.#random.chance(0.15)) await this.#write();
    } catch (error) {
      // What JMAP would refuse as well.
      if (!(error instanceof SetFailure)) throw error;
    }
  }

  #change(): Promise<void> {
    const { accountId, mirror } = this;
    const random = this.#random;
    const record = this.#record;
    return mirror.store.write(async (tx) => {
      const mailboxes = await getMailboxes(tx, accountId);
      const { ids } = await queryEmails(tx, accountId, { limit: 500 });
      const own = mailboxes.filter(({ myRights }) => myRights.mayDelete);
      const mailbox = random.pick(mailboxes);
      const kind = random.below(20);
      if (kind < 2 || ids.length === 0) return;
      const id = random.pick(ids);
      const name = await this.#nameOf(tx, id);
      const { mailboxIds, keywords: now } = (await getPlaces(tx, accountId, id))!;
      const note = (what: string) => record.note(this.name, what, name);
      if (kind < 9) {
        const keyword = random.pick(keywords);
        note(keyword);
        const next = now.includes(keyword) ? now.filter((each) => each !== keyword) : [...now, keyword];
        await updateEmail(tx, accountId, id, { keywords: next });
      } else if (kind < 14) {
        record.movedHere.add(name);
        record.moved(this.name, name);
        note(`move to ${mailbox.name}`);
        await updateEmail(tx, accountId, id, { mailboxIds: [mailbox.id] });
      } else if (kind < 15) {
        record.copied.add(name);
        note(`copy to ${mailbox.name}`);
        await updateEmail(tx, accountId, id, { mailboxIds: [...mailboxIds, mailbox.id] });
      } else if (kind < 17) {
        record.destroyed.add(name);
        note("destroy");
        await destroyEmails(tx, accountId, [id]);
      } else if (kind < 18) {
        const parentId = random.chance(0.5) || own.length === 0 ? null : random.pick(own).id;
        const called = `Папка ${this.name}${++this.#folders}`;
        record.note(this.name, "make", called);
        await insertMailbox(tx, accountId, { name: called, parentId });
      } else if (own.length > 0 && record.changesFolders) {
        const { id: mailboxId, name: before } = random.pick(own);
        if (random.chance(0.5)) {
          const called = `Имя ${this.name}${++this.#folders}`;
          record.note(this.name, `rename ${before} to`, called);
          await updateMailbox(tx, accountId, mailboxId, { name: called });
        } else {
          await destroyMailbox(tx, accountId, mailboxId, false);
          record.note(this.name, "destroy", before);
        }
      }
    });
  }

  /** A letter that is not on the server yet. */
  async #write(): Promise<void> {
    const { accountId, mirror } = this;
    const mailboxes = await mirror.store.read((reader) => getMailboxes(reader, accountId));
    const name = this.#record.newName();
    const mailbox = this.#random.pick(mailboxes);
    await mirror.ingest.deliver({ accountId, bytes: Buffer.from(letter(name)), mailboxIds: [mailbox.id] });
    this.#record.note(this.name, `write into ${mailbox.name}`, name);
    this.#record.made.push(name);
  }

  async #nameOf(reader: Reader, id: Id): Promise<string> {
    const [record] = await getEmails(reader, this.accountId, [id]);
    return record?.headers.subject ?? "";
  }
}

/** Another client, on the server itself. */
export class Foreigner {
  client: ImapFlow;
  readonly #server: MailServer;
  readonly #random: Random;
  readonly #record: Record;
  #folders = 0;
  #lastMove = 0;

  constructor(server: MailServer, proxy: FaultProxy, client: ImapFlow, random: Random, record: Record) {
    this.client = client;
    this.#server = server;
    this.#random = random;
    this.#record = record;
    proxy.onChunk = ({ from, bytes }) => {
      if (from === "client" && /^\S+ UID (MOVE|COPY) /m.test(bytes.toString("latin1"))) this.#lastMove = Date.now();
      return "pass";
    };
  }

  async act(): Promise<void> {
    // A server hangs up on who has a folder open that somebody deletes.
    if (!this.client.usable) this.client = await foreignClient(this.#server.port);
    try {
      await this.#change();
    } catch {
      // The folder or the letter went while we reached for it.
    }
  }

  async #change(): Promise<void> {
    const { client } = this;
    const random = this.#random;
    const kind = random.below(20);
    const folders = (await client.list()).filter((each) => !each.flags.has("\\Noselect"));
    const { path } = random.pick(folders);
    if (kind < 5) return this.add(path, random.chance(0.5) ? ["\\Seen"] : []);
    if (kind === 18) {
      const name = `Folder ${++this.#folders}`;
      this.#record.note("foreign client", "make", name);
      return void (await client.mailboxCreate(name));
    }
    if (kind === 19) {
      if (!this.#record.changesFolders) return undefined;
      const own = folders.filter((each) => !each.specialUse);
      if (own.length === 0) return undefined;
      const { path: doomed } = random.pick(own);
      const name = `Renamed ${++this.#folders}`;
      this.#record.note("foreign client", `rename ${doomed} to`, name);
      await client.mailboxRename(doomed, name);
      return random.chance(0.3) ? this.#delete(name) : undefined;
    }
    const box = await client.mailboxOpen(path);
    if (box.exists === 0) return undefined;
    const uids = (await client.search({ all: true }, { uid: true })) || [];
    const uid = String(random.pick(uids));
    const { envelope } = (await client.fetchOne(uid, { envelope: true }, { uid: true })) || {};
    const name = envelope?.subject;
    if (name === undefined) return undefined;
    return this.#touch(kind, name, uid, random.pick(folders).path);
  }

  async #touch(kind: number, name: string, uid: string, target: string): Promise<void> {
    const { client } = this;
    const random = this.#random;
    const record = this.#record;
    const note = (what: string) => record.note("foreign client", what, name);
    if (kind < 12) {
      const flag = random.pick(flags);
      note(`${kind < 9 ? "+" : "-"}${flag}`);
      if (kind < 9) await client.messageFlagsAdd(uid, [flag], { uid: true });
      else await client.messageFlagsRemove(uid, [flag], { uid: true });
    } else if (kind < 15) {
      const start = Date.now();
      record.moved("foreign client", name);
      note(`move to ${target}`);
      await client.messageMove(uid, target, { uid: true }).finally(() => {
        if (this.#lastMove > start - SAME_MOMENT) record.contested.add(name);
      });
    } else if (kind === 15) {
      record.copied.add(name);
      note(`copy to ${target}`);
      await client.messageCopy(uid, target, { uid: true });
    } else {
      record.destroyed.add(name);
      note(kind === 16 ? "mark as deleted" : "delete");
      if (kind === 16) await client.messageFlagsAdd(uid, ["\\Deleted"], { uid: true });
      else await client.messageDelete(uid, { uid: true });
    }
  }

  async add(path: string, withFlags: string[] = []): Promise<void> {
    const name = this.#record.newName();
    if (!(await this.client.append(path, letter(name), withFlags))) return;
    this.#record.note("foreign client", `append to ${path}`, name);
    this.#record.made.push(name);
  }

  /** A folder with what is in it. Nobody puts anything into it meanwhile: it had another name a moment ago. */
  async #delete(path: string): Promise<void> {
    const { client } = this;
    const box = await client.mailboxOpen(path);
    const inside = box.exists > 0 ? await client.fetchAll("1:*", { envelope: true }) : [];
    await client.mailboxOpen("INBOX");
    await client.mailboxDelete(path);
    for (const { envelope } of inside) {
      this.#record.destroyed.add(envelope?.subject ?? "");
      this.#record.note("foreign client", `delete with ${path}`, envelope?.subject ?? "");
    }
  }
}

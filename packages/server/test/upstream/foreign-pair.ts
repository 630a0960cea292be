/** Two servers of ours, one with an account at the other, and a door between them that can be shut. */
import {
  ALL_ACCOUNTS_ID,
  type Email,
  type EmailTransfer,
  type Id,
  idOfMember,
  type JmapClient,
  type Keyword,
  type NewEmailTransfer,
} from "@pismo/jmap";
import { deepEqual, equal } from "node:assert/strict";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { eventually } from "../../../jmap/test/eventually.ts";
import { lines } from "../support/jmap.ts";
import { openOwnPage } from "../support/own-page.ts";
import { type TestOptions, type TestServer, testServer } from "../support/server.ts";
import { addRemoteAccount } from "./front.ts";
import { openUniqueFront, type UniqueFront } from "./unique-front.ts";

/** What is in front of the engine. */
export interface Door {
  url: string;
  port: number;
  /** A request with these words reaches the engine, whose answer is lost. */
  cutAt: string | undefined;
  /** At that moment. */
  onCut: (() => void) | undefined;
  /** Requests with these words wait until the door lets them on. */
  holdAt: string | undefined;
  /** So many of them pass before. */
  passes: number;
  /** How many are held. */
  held(): number;
  /** What is held goes on. */
  letOn(): void;
  /** What is held never reaches the engine. */
  forget(): void;
  /** Connections so far. */
  readonly calls: number;
  /** Connections are closed at once. */
  shut(): void;
  reopen(): void;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): void;
}

export async function openDoor(portOf: () => number): Promise<Door> {
  const open = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const server = createServer({ noDelay: true }, (client) => {
    calls++;
    if (isShut) return void client.destroy();
    const inner = connect({ port: portOf(), host: "127.0.0.1", noDelay: true });
    let isCut = false;
    client.on("data", (bytes) => {
      if (door.cutAt !== undefined && bytes.includes(door.cutAt)) {
        isCut = true;
        door.cutAt = undefined;
        door.onCut?.();
      }
      if (door.holdAt !== undefined && bytes.includes(door.holdAt) && door.passes-- <= 0)
        waiting.push(() => inner.write(bytes));
      else inner.write(bytes);
    });
    inner.on("data", (bytes) => (isCut ? client.destroy() : client.write(bytes)));
    client.on("error", () => inner.destroy()).on("close", () => inner.destroy());
    inner.on("error", () => client.destroy()).on("close", () => client.destroy());
    open.add(client);
    client.on("close", () => open.delete(client));
    return undefined;
  });
  const listen = (port: number): Promise<void> => new Promise((done) => server.listen(port, "127.0.0.1", done));
  await listen(0);
  let calls = 0;
  let isShut = false;
  const { port } = server.address() as AddressInfo;
  const door: Door = {
    url: `http://127.0.0.1:${port}`,
    port,
    cutAt: undefined,
    onCut: undefined,
    holdAt: undefined,
    passes: 0,
    held: () => waiting.length,
    letOn() {
      door.holdAt = undefined;
      door.passes = 0;
      for (const go of waiting.splice(0)) go();
    },
    forget() {
      door.holdAt = undefined;
      waiting.length = 0;
    },
    get calls() {
      return calls;
    },
    shut() {
      isShut = true;
      for (const socket of open) socket.destroy();
    },
    reopen() {
      isShut = false;
    },
    async goAway() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of open) socket.destroy();
      await closed;
    },
    comeBack: () => listen(port),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
  return door;
}

export const keywords = { $seen: true, $flagged: true, work: true } as const;
export const receivedAt = "2019-03-04T05:06:07Z";
const properties = ["id", "blobId", "mailboxIds", "keywords", "receivedAt", "subject"];

export interface Way {
  from: () => TestServer;
  to: () => TestServer;
}

/** The person's mailbox, and that of the engine which the person has added. */
export class ForeignPair {
  own!: TestServer;
  engine!: TestServer;
  door!: Door;
  page!: JmapClient;
  /** The account at the engine, as it is named here. */
  there!: Id;
  here!: Id;
  readonly #boxes = new Map<TestServer, Record<string, Id>>();
  #front: UniqueFront | undefined;
  #letters = 0;

  /** @param isUnique whether the engine has each message once */
  async open(engineOptions: TestOptions = {}, { isUnique = false } = {}): Promise<void> {
    let port = 0;
    this.door = await openDoor(() => port);
    this.engine = await testServer({ publicUrl: this.door.url, ...engineOptions });
    port = Number(new URL(await this.engine.listen()).port);
    if (isUnique) {
      this.#front = await openUniqueFront(this.engine, port);
      ({ port } = this.#front);
    }
    this.own = await testServer({ accountSetup: { ca: "" }, transfers: true });
    await this.own.listen();
    this.there = await addRemoteAccount(this.own, this.engine, this.door.url);
    this.here = this.own.accountId;
    ({ page: this.page } = await openOwnPage(this.own));
    for (const server of [this.own, this.engine]) {
      const { accountId, client } = server;
      const { list } = await client.call("Mailbox/get", { accountId, ids: null });
      this.#boxes.set(server, Object.fromEntries(list.flatMap(({ id, role }) => (id && role ? [[role, id]] : []))));
    }
  }

  async close(): Promise<void> {
    await this.own.close();
    this.door.close();
    this.#front?.close();
    await this.engine.close();
  }

  box = (server: TestServer, role: string): Id => this.#boxes.get(server)![role]!;
  nameOf = (server: TestServer): Id => (server === this.own ? this.here : this.there);

  async put(server: TestServer, text = "Ёлки"): Promise<{ id: Id; subject: string }> {
    const subject = `Letter ${++this.#letters}`;
    const message = lines(
      "From: Anna <anna@x.example>",
      `Message-ID: <l${this.#letters}@x>`,
      `Subject: ${subject}`,
      "",
      text,
    );
    const [id] = await this.import(server, [message]);
    return { id: id!, subject };
  }

  /** All with one date. */
  async import(server: TestServer, messages: readonly string[], role = "inbox"): Promise<Id[]> {
    const { accountId, client } = server;
    const given: Record<string, { blobId: Id; mailboxIds: Record<Id, true>; keywords: Record<Keyword, true> }> = {};
    for (const [index, message] of messages.entries()) {
      const { blobId } = await client.upload(accountId, new Blob([message]), "message/rfc822");
      given[`e${index}`] = { blobId, mailboxIds: { [this.box(server, role)]: true }, keywords };
    }
    const emails = Object.fromEntries(Object.entries(given).map(([id, each]) => [id, { ...each, receivedAt }]));
    const { created } = await client.call("Email/import", { accountId, emails });
    return messages.map((_, index) => created![`e${index}`]!.id!);
  }

  async withSubject(server: TestServer, subject: string): Promise<Email[]> {
    const { accountId, client } = server;
    const { ids } = await client.call("Email/query", { accountId });
    const { list } = await client.call("Email/get", { accountId, ids, properties });
    return (list as Email[]).filter((email) => email.subject === subject);
  }

  /** How many are in a mailbox. */
  async count(server: TestServer, role: string): Promise<number> {
    const { accountId, client } = server;
    const filter = { inMailbox: this.box(server, role) };
    return (await client.call("Email/query", { accountId, filter, calculateTotal: true, limit: 0 })).total!;
  }

  async begin({ from, to }: Way, ids: Id[], more: Partial<NewEmailTransfer> = {}): Promise<Id> {
    const given = {
      toAccountId: this.nameOf(to()),
      mailboxId: this.box(to(), "archive"),
      emailIds: ids.map((id) => idOfMember(this.nameOf(from()), id)),
      keepsOriginals: false,
      ...more,
    };
    const create = { t: given };
    const set = await this.page.call("EmailTransfer/set", { accountId: ALL_ACCOUNTS_ID, create });
    equal(set.notCreated, null);
    return set.created!["t"]!.id;
  }

  async stateOf(id: Id): Promise<EmailTransfer | undefined> {
    return (await this.page.call("EmailTransfer/get", { accountId: ALL_ACCOUNTS_ID, ids: [id] })).list[0];
  }

  finished = (id: Id, total = 1): Promise<void> =>
    eventually(async () => {
      const { waiting, done, failed } = (await this.stateOf(id))!;
      deepEqual({ waiting, done, failed }, { waiting: 0, done: total, failed: {} });
    });

  async takeBack(id: Id): Promise<void> {
    const set = await this.page.call("EmailTransfer/set", { accountId: ALL_ACCOUNTS_ID, destroy: [id] });
    deepEqual(set.destroyed, [id]);
    equal(await this.stateOf(id), undefined);
  }

  /** Rows that the worker has still to do something about. */
  async openRows(): Promise<{ state: string; attempts: number }[]> {
    return this.own.store.read((reader) =>
      reader.all("select state, attempts from foreign_transfer_email where state not in ('done', 'failed')"),
    );
  }
}

/** An account whose contacts are kept the same with Radicale. */
import assert from "node:assert/strict";
import type { AddressBookServer, ContactCard, Id } from "@pismo/jmap";
import { eventually } from "../../../jmap/test/eventually.ts";
import { type DavProxy, startDavProxy } from "./dav-proxy.ts";
import { type Jmap, jmap, type LooseArgs } from "./jmap.ts";
import type { TestOptions } from "./server.ts";
import { password, type Radicale, startRadicale, username } from "./radicale.ts";

export class SyncedContacts {
  readonly t: Jmap;
  readonly radicale: Radicale;
  /** Between the two. */
  readonly proxy: DavProxy;

  private constructor(t: Jmap, radicale: Radicale, proxy: DavProxy) {
    this.t = t;
    this.radicale = radicale;
    this.proxy = proxy;
  }

  static async start(
    addressBooks: TestOptions["addressBooks"] = {},
    options: Parameters<typeof startRadicale>[0] = {},
  ): Promise<SyncedContacts> {
    const [t, radicale] = await Promise.all([jmap({ addressBooks }), startRadicale(options)]);
    return new SyncedContacts(t, radicale, await startDavProxy(radicale.url));
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.proxy.close();
    await this.radicale.stop();
  }

  put(given: LooseArgs = {}) {
    return this.t.call("AddressBookServer/put", { address: this.proxy.url, username, password, ...given });
  }

  async server(): Promise<AddressBookServer | null> {
    return (await this.t.call("AddressBookServer/get")).server;
  }

  async cards(): Promise<ContactCard[]> {
    return (await this.t.call("ContactCard/get", { ids: null })).list as ContactCard[];
  }

  async card(uid: string): Promise<ContactCard | undefined> {
    const { ids } = await this.t.call("ContactCard/query", { filter: { uid } });
    return (await this.t.call("ContactCard/get", { ids })).list[0] as ContactCard | undefined;
  }

  async create(card: LooseArgs): Promise<Id> {
    return (await this.t.call("ContactCard/set", { create: { c: card } })).created!["c"]!.id!;
  }

  async change(uid: string, patch: LooseArgs): Promise<void> {
    const { id } = (await this.card(uid))!;
    const { notUpdated } = await this.t.call("ContactCard/set", { update: { [id]: patch } });
    if (notUpdated) throw new Error(JSON.stringify(notUpdated));
  }

  /** Both sides have these cards, and nothing waits. */
  async areSame(cards: number, timeoutMs?: number): Promise<void> {
    await eventually(async () => {
      const { state, problem, waiting, refused, cards: same } = (await this.server())!;
      assert.deepEqual(
        { state, problem, waiting, refused, same },
        { state: "upToDate", problem: null, waiting: 0, refused: 0, same: cards },
      );
    }, timeoutMs);
  }

  /** What is changed on both sides without either knowing of the other's change. */
  async whileApart(change: () => Promise<void>): Promise<void> {
    await this.proxy.goAway();
    await change();
    this.proxy.comeBack();
    await this.look();
  }

  /** Both sides are compared. */
  async look(): Promise<void> {
    await this.t.call("AddressBookServer/look");
  }
}

/** A Pismo with one account, over a connection that can be cut. */
import { eventually } from "../../../../jmap/test/eventually.ts";
import type { Id } from "@pismo/jmap";
import type { AccountSync } from "../../../src/bridge/imap/sync/account-sync.ts";
import { type FaultProxy, startFaultProxy } from "../../servers/fault-proxy.ts";
import { MirrorStore } from "../mirrored.ts";
import type { Record } from "./record.ts";
import { Wire } from "./wire.ts";

export class Pismo {
  readonly name: string;
  readonly mirror: MirrorStore;
  readonly accountId: Id;
  sync: AccountSync;
  readonly #proxy: FaultProxy;
  readonly #wire: Wire;
  readonly #record: Record;

  static async open(name: string, port: number, record: Record): Promise<Pismo> {
    const proxy = await startFaultProxy(port);
    const mirror = await MirrorStore.open();
    const accountId = await mirror.addAccount({ port: proxy.port });
    return new Pismo(name, { mirror, accountId, proxy }, record);
  }

  constructor(name: string, at: { mirror: MirrorStore; accountId: Id; proxy: FaultProxy }, record: Record) {
    this.name = name;
    this.mirror = at.mirror;
    this.accountId = at.accountId;
    this.#proxy = at.proxy;
    this.#record = record;
    this.#wire = new Wire(name, at.proxy, record);
    this.sync = this.mirror.start(this.accountId);
  }

  async cut(): Promise<void> {
    await this.#folderIsChanged();
    this.#record.note(this.name, "is", "cut");
    this.#proxy.cutAll();
    this.#wire.cut();
  }

  async restart(): Promise<void> {
    await this.#folderIsChanged();
    this.#record.note(this.name, "is", "restarted");
    await this.mirror.stop(this.sync);
    this.#wire.cut();
    this.sync = this.mirror.start(this.accountId);
  }

  async close(): Promise<void> {
    await this.mirror.close();
    await this.#proxy.close();
  }

  /** Where a server continues a rename while the client adds messages over its next connection. */
  async #folderIsChanged(): Promise<void> {
    if (!this.#record.keepsApart) return;
    await eventually(async () => {
      if (this.#wire.changesFolder) throw new Error("a folder is being renamed or deleted");
    });
  }
}

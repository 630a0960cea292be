/** Which accounts' mirrors run in this process: by rendezvous among the living, and by a lease of each. */
import type { Id } from "@pismo/jmap";
import type { Store } from "../db/store.ts";
import { giveBackLeases, type Lease, takeLeases } from "./leases.ts";
import { type Membership, ownerOf } from "./membership.ts";

/** What of a Membership goes to the bridge's thread. */
export type Members = Pick<Membership, "id" | "live">;

export class Ownership {
  readonly #store: Store;
  readonly #listeners = new Set<() => void>();
  #members: Members;

  constructor(store: Store, members: Members) {
    this.#store = store;
    this.#members = members;
  }

  get processId(): number {
    return this.#members.id;
  }

  set(members: Members): void {
    this.#members = members;
    for (const listener of this.#listeners) listener();
  }

  /** Called when accounts may belong elsewhere. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isOurs(accountId: Id): boolean {
    const { id, live } = this.#members;
    return ownerOf(accountId, live, "bridge") === id;
  }

  /** @returns the leases that no other living process holds, by account */
  async take(accountIds: readonly Id[]): Promise<ReadonlyMap<Id, Lease>> {
    if (accountIds.length === 0) return new Map();
    const leases = await this.#store.write((tx) => takeLeases(tx, this.processId, accountIds));
    return new Map(leases.map((lease) => [lease.accountId, lease]));
  }

  async giveBack(leases: readonly Lease[]): Promise<void> {
    if (leases.length > 0) await this.#store.write((tx) => giveBackLeases(tx, leases));
  }
}

/** Rights on an Email by the rights of its mailboxes: RFC 8621 §2. */
import { type Id, type Keyword, SEEN } from "@pismo/jmap";
import { assertRight, type Restricted, restrictedMailboxes } from "../../store/mailboxes/mailbox-rights.ts";
import type { Transactor } from "../../store/db/store.ts";

interface Membership {
  mailboxIds: readonly Id[];
  keywords: readonly Keyword[];
}

const without = <T>(all: readonly T[], others: readonly T[]): T[] => all.filter((each) => !others.includes(each));

/** @throws SetFailure forbidden */
function assertMayChange(restricted: Restricted, before: Membership, after: Membership): void {
  assertRight(restricted, without(after.mailboxIds, before.mailboxIds), "mayAddItems");
  assertRight(restricted, without(before.mailboxIds, after.mailboxIds), "mayRemoveItems");
  // When an Email moves from one mailbox to another, its remaining mailboxes count.
  const stays = before.mailboxIds.filter((id) => after.mailboxIds.includes(id));
  const changed = [...without(after.keywords, before.keywords), ...without(before.keywords, after.keywords)];
  if (changed.includes(SEEN)) assertRight(restricted, stays, "maySetSeen");
  if (changed.some((keyword) => keyword !== SEEN)) assertRight(restricted, stays, "maySetKeywords");
}

/** Reads the rights once for all Emails of a transaction. */
export class EmailRights {
  readonly #tx: Transactor;
  readonly #accountId: Id;
  #restricted: Promise<Restricted> | undefined;

  constructor(tx: Transactor, accountId: Id) {
    this.#tx = tx;
    this.#accountId = accountId;
  }

  /** @throws SetFailure forbidden */
  async assertMayAdd(mailboxIds: readonly Id[]): Promise<void> {
    assertRight(await this.#load(), mailboxIds, "mayAddItems");
  }

  /** @throws SetFailure forbidden */
  async assertMayChange(before: Membership, after: Membership): Promise<void> {
    assertMayChange(await this.#load(), before, after);
  }

  /** @throws SetFailure forbidden */
  async assertMayDestroy(mailboxIds: readonly Id[]): Promise<void> {
    assertRight(await this.#load(), mailboxIds, "mayRemoveItems");
  }

  /** Whether there are mailboxes that do not allow everything. */
  async areLimited(): Promise<boolean> {
    return (await this.#load()).size > 0;
  }

  #load(): Promise<Restricted> {
    return (this.#restricted ??= restrictedMailboxes(this.#tx, this.#accountId));
  }
}

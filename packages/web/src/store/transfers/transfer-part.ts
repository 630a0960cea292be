/** Emails of one account that go into another: an EmailTransfer for each so many of them. */
import {
  ALL_ACCOUNTS_ID,
  type EmailTransfer,
  type Id,
  idOfMember,
  MAX_TRANSFERRED,
  memberOf,
  SetFailure,
} from "@pismo/jmap";
import { request } from "../session/session.ts";
import { isUnreachable } from "../sync/connection.ts";

export interface TransferTarget {
  accountId: Id;
  mailboxId: Id;
  keepsOriginals: boolean;
}

/** What one account does of it. */
export interface TransferPart {
  /** Emails that wait to go. */
  count: number;
  /** @throws SetFailure; what the requests throw */
  begin: () => Promise<void>;
  /**
   * Resolves when all is done, with the Emails that failed and the types of that.
   * @param tell how many are not done
   * @throws what the requests throw
   */
  failed: (isOver: () => boolean, tell: (waiting: number) => void) => Promise<readonly (readonly [Id, string])[]>;
  /** @throws what the requests throw */
  undo: () => Promise<void>;
}

const FIRST_PAUSE_MS = 250;
/** While they go. */
const GOING_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10_000;

/** @throws SetFailure; what the request throws */
async function begin(emailIds: readonly Id[], target: TransferTarget, accountId: Id): Promise<Id> {
  const { accountId: toAccountId, mailboxId, keepsOriginals } = target;
  const create = { t: { toAccountId, mailboxId, emailIds: [...emailIds], keepsOriginals } };
  const set = await request((calls) => calls.call("EmailTransfer/set", { accountId, create }));
  const { created, notCreated } = set.result();
  if (!created?.["t"]) throw new SetFailure(notCreated?.["t"] ?? { type: "notFound" });
  return created["t"].id;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until all are done, less often each time that none has gone. */
async function outcome(
  ids: readonly Id[],
  accountId: Id,
  isOver: () => boolean,
  tell: (waiting: number) => void,
): Promise<EmailTransfer[]> {
  let last = Infinity;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.5)) {
    await sleep(pauseMs);
    if (isOver()) return [];
    try {
      const get = await request((calls) => calls.call("EmailTransfer/get", { accountId, ids: [...ids] }));
      if (isOver()) return [];
      const { list } = get.result();
      const waiting = list.reduce((sum, each) => sum + each.waiting, 0);
      tell(waiting);
      if (waiting === 0) return list;
      if (waiting < last) pauseMs = Math.min(pauseMs, GOING_PAUSE_MS);
      last = waiting;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  }
}

const ownId = (id: Id): Id => memberOf(id)?.id ?? id;

/**
 * What goes into or out of an account at another server: all accounts together know both.
 * @param ids as the Emails' account names them
 */
export function foreignPart(
  ids: readonly Id[],
  target: TransferTarget,
  accountId: Id,
  shownId?: (id: Id) => Id,
): TransferPart {
  const named = ids.map((id) => idOfMember(accountId, id));
  return transferPart(named, target, ALL_ACCOUNTS_ID, (id) => (shownId ? shownId(ownId(id)) : ownId(id)));
}

/** @param shownId an Email of the account as the shown one names it */
export function transferPart(
  ids: readonly Id[],
  target: TransferTarget,
  accountId: Id,
  shownId = (id: Id): Id => id,
): TransferPart {
  const transfers: Id[] = [];
  return {
    count: ids.length,
    async begin() {
      for (let start = 0; start < ids.length; start += MAX_TRANSFERRED) {
        transfers.push(await begin(ids.slice(start, start + MAX_TRANSFERRED), target, accountId));
      }
    },
    async failed(isOver, tell) {
      const all = await outcome(transfers, accountId, isOver, tell);
      return all.flatMap((each) => Object.entries(each.failed)).map(([id, type]) => [shownId(id), type] as const);
    },
    async undo() {
      const set = await request((calls) => calls.call("EmailTransfer/set", { accountId, destroy: transfers }));
      set.result();
    },
  };
}

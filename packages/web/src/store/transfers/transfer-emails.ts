/** Moves or copies Emails into another account: the server does it, and goes on when this page is gone. */
import { EMAIL_TRANSFERS, type EmailTransfer, type Id, MAX_TRANSFERRED, SetFailure } from "@pismo/jmap";
import { listFor } from "../lists/email-list.ts";
import { filterOf } from "../lists/list-filter.ts";
import { loadThreadsOf } from "../lists/load-threads.ts";
import { allIds } from "../lists/query-ids.ts";
import { clearSelection, type Selection } from "../lists/selection.ts";
import { areThreadsLoaded, emailsBehind } from "../lists/thread-emails.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { type AccountInfo, getAccounts, givenSession, request } from "../session/session.ts";
import { batch } from "../signal.ts";
import { isUnreachable } from "../sync/connection.ts";
import { requestSync } from "../sync/sync-request.ts";

export interface TransferTarget {
  accountId: Id;
  mailboxId: Id;
  keepsOriginals: boolean;
}

export interface Transfer {
  count: number;
  /** Resolves with the types of what failed: those Emails are shown again. Never rejects. */
  settled: Promise<string[]>;
  /** @throws what the requests throw */
  undo: () => Promise<void>;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/** Accounts into which Emails of this one can go: where the server has both ends. */
export function transferAccounts(from: Id): AccountInfo[] {
  const accounts = givenSession()?.accounts;
  const takesPart = (id: Id): boolean => accounts?.[id]?.accountCapabilities[EMAIL_TRANSFERS] !== undefined;
  if (!takesPart(from)) return [];
  return getAccounts().filter(({ accountId, isReadOnly }) => accountId !== from && !isReadOnly && takesPart(accountId));
}

async function idsOf(selection: Selection, records: AccountRecords): Promise<readonly Id[]> {
  if (selection.kind === "ids") {
    const ids = [...selection.ids];
    if (selection.threadsIn === undefined) return ids;
    if (!areThreadsLoaded(ids, records)) await loadThreadsOf(ids, records);
    return emailsBehind(ids, selection.threadsIn, records);
  }
  const { query, except } = selection;
  const filter = filterOf(query, records.mailboxes);
  if (!filter) return [];
  if (query.threads) await loadThreadsOf([...except], records);
  const left = query.threads ? new Set(emailsBehind(except, query.folder, records)) : except;
  return (await allIds(filter, records)).filter((id) => !left.has(id));
}

/** The Emails are off the screen until they are shown again, or gone. */
function hide(ids: readonly Id[], records: AccountRecords): { show(some: Iterable<Id>): void; forget(): void } {
  const token = Symbol("transfer");
  const { Email } = records.maps;
  const hidden = new Set(ids);
  batch(() => {
    for (const id of hidden) Email.layDestroyed(token, id);
  });
  return {
    show: (some) =>
      batch(() => {
        for (const id of some) if (hidden.delete(id)) Email.rollBack(token, id);
      }),
    forget: () =>
      batch(() => {
        for (const id of hidden) Email.confirm(token, id);
        hidden.clear();
      }),
  };
}

/** @throws SetFailure; what the request throws */
async function begin(emailIds: readonly Id[], target: TransferTarget, { accountId }: AccountRecords): Promise<Id> {
  const { accountId: toAccountId, mailboxId, keepsOriginals } = target;
  const create = { t: { toAccountId, mailboxId, emailIds: [...emailIds], keepsOriginals } };
  const set = await request((calls) => calls.call("EmailTransfer/set", { accountId, create }));
  const { created, notCreated } = set.result();
  if (!created?.["t"]) throw new SetFailure(notCreated?.["t"] ?? { type: "notFound" });
  return created["t"].id;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until all are done, less often each time. */
async function outcome(
  ids: readonly Id[],
  { accountId }: AccountRecords,
  isOver: () => boolean,
): Promise<EmailTransfer[]> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.5)) {
    await sleep(pauseMs);
    if (isOver()) return [];
    try {
      const get = await request((calls) => calls.call("EmailTransfer/get", { accountId, ids: [...ids] }));
      const { list } = get.result();
      if (list.every(({ waiting }) => waiting === 0)) return list;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  }
}

/** Nothing is selected afterwards. @throws SetFailure; what the requests throw */
export async function transferEmails(selection: Selection, target: TransferTarget): Promise<Transfer> {
  const records = currentRecords();
  const { accountId } = records;
  const { keepsOriginals } = target;
  clearSelection();
  const list = selection.kind === "all" && !keepsOriginals ? listFor(selection.query, records) : undefined;
  const ids = await idsOf(selection, records);
  const emptied = (isEmptied: boolean): void => {
    if (!list || (selection.kind === "all" && selection.except.size > 0)) return;
    list.isEmptied = isEmptied;
    list.changed();
  };
  const hidden = hide(keepsOriginals ? [] : ids, records);
  emptied(true);
  const transfers: Id[] = [];
  let isUndone = false;
  const showAll = (): void => {
    hidden.show(ids);
    emptied(false);
    requestSync();
  };
  try {
    for (let start = 0; start < ids.length; start += MAX_TRANSFERRED) {
      transfers.push(await begin(ids.slice(start, start + MAX_TRANSFERRED), target, records));
    }
  } catch (error) {
    // What has begun goes on, and its Emails leave by the sync.
    showAll();
    throw error;
  }
  const settled = outcome(transfers, records, () => isUndone)
    .then((all) => {
      const failed = new Map(all.flatMap((each) => Object.entries(each.failed)));
      if (isUndone) return [];
      hidden.show(failed.keys());
      hidden.forget();
      emptied(false);
      requestSync();
      return [...failed.values()];
    })
    .catch((error: unknown) => {
      console.error(error);
      showAll();
      return [];
    });
  return {
    count: ids.length,
    settled,
    async undo() {
      if (isUndone) return;
      isUndone = true;
      const set = await request((calls) => calls.call("EmailTransfer/set", { accountId, destroy: transfers }));
      set.result();
      showAll();
    },
  };
}

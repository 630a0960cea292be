/**
 * Moves or copies Emails into a folder of another account: the server does it, and goes on when this page is gone. Where
 * several accounts are shown together, each of them gives its own, and the target's account moves what it has already.
 */
import { ALL_ACCOUNTS_ID, EMAIL_TRANSFERS, type Id, idOfMember, memberOf } from "@pismo/jmap";
import { listFor } from "../lists/email-list.ts";
import { filterOf } from "../lists/list-filter.ts";
import { loadThreadsOf } from "../lists/load-threads.ts";
import { allIds } from "../lists/query-ids.ts";
import { clearSelection, type Selection } from "../lists/selection.ts";
import { areThreadsLoaded, emailsBehind } from "../lists/thread-emails.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { type AccountInfo, getAccounts, givenSession } from "../session/session.ts";
import { batch } from "../signal.ts";
import { requestSync } from "../sync/sync-request.ts";
import { movePart } from "./move-part.ts";
import { foreignPart, transferPart, type TransferPart, type TransferTarget } from "./transfer-part.ts";

export interface Transfer {
  count: number;
  /** Calls it with how many are not done, each time that the server has said so. */
  watch: (tell: (waiting: number) => void) => void;
  /** Resolves with the types of what failed: those Emails are shown again. Never rejects. */
  settled: Promise<string[]>;
  /** @throws what the requests throw */
  undo: () => Promise<void>;
}

const takesPart = (id: Id): boolean => givenSession()?.accounts[id]?.accountCapabilities[EMAIL_TRANSFERS] !== undefined;

/** Whether an account's mail lies with another server: both ends are known where several accounts are shown together. */
const isForeign = (id: Id): boolean => !takesPart(id) && takesPart(ALL_ACCOUNTS_ID);

const canGo = (id: Id): boolean => takesPart(id) || isForeign(id);

/** Accounts into which Emails of this one, or of several together, can go: where the server has both ends. */
export function transferAccounts(from: Id): AccountInfo[] {
  if (!canGo(from)) return [];
  return getAccounts().filter(
    ({ accountId, isReadOnly }) =>
      accountId !== from && accountId !== ALL_ACCOUNTS_ID && !isReadOnly && canGo(accountId),
  );
}

function partOf(ids: readonly Id[], target: TransferTarget, accountId: Id, shownId?: (id: Id) => Id): TransferPart {
  const part = isForeign(accountId) || isForeign(target.accountId) ? foreignPart : transferPart;
  return part(ids, target, accountId, shownId);
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

interface Parts {
  all: readonly TransferPart[];
  count: number;
  /** They leave the account. */
  leaving: readonly Id[];
}

/** By the account that has the Emails. None is copied within its account. */
function partsOf(ids: readonly Id[], target: TransferTarget, records: AccountRecords): Parts {
  const shown = records.accountId;
  if (shown !== ALL_ACCOUNTS_ID) return { all: [partOf(ids, target, shown)], count: ids.length, leaving: ids };
  const isThere = (id: Id): boolean => memberOf(id)?.accountId === target.accountId;
  const leaving = ids.filter((id) => !isThere(id));
  const owned = new Map<Id, Id[]>();
  for (const { accountId, id } of leaving.flatMap((each) => memberOf(each) ?? [])) {
    const known = owned.get(accountId);
    if (known) known.push(id);
    else owned.set(accountId, [id]);
  }
  const all = [...owned].map(([accountId, own]) => partOf(own, target, accountId, (id) => idOfMember(accountId, id)));
  if (target.keepsOriginals) return { all, count: leaving.length, leaving };
  return {
    all: [movePart(ids.filter(isThere), target, records), ...all],
    count: leaving.length + ids.filter(isThere).length,
    leaving,
  };
}

/** Nothing is selected afterwards. @throws SetFailure; what the requests throw */
export async function transferEmails(selection: Selection, target: TransferTarget): Promise<Transfer> {
  const records = currentRecords();
  const { keepsOriginals } = target;
  clearSelection();
  const list = selection.kind === "all" && !keepsOriginals ? listFor(selection.query, records) : undefined;
  const ids = await idsOf(selection, records);
  const parts = partsOf(ids, target, records);
  const emptied = (isEmptied: boolean): void => {
    if (!list || (selection.kind === "all" && selection.except.size > 0)) return;
    list.isEmptied = isEmptied;
    list.changed();
  };
  const hidden = hide(keepsOriginals ? [] : parts.leaving, records);
  emptied(true);
  let isUndone = false;
  const showAll = (): void => {
    hidden.show(ids);
    emptied(false);
    requestSync();
  };
  try {
    for (const part of parts.all) await part.begin();
  } catch (error) {
    // What has begun goes on, and its Emails leave by the sync.
    showAll();
    throw error;
  }
  let watcher: ((waiting: number) => void) | undefined;
  const waiting = new Map(parts.all.map((part) => [part, part.count]));
  const tell = (part: TransferPart, count: number): void => {
    waiting.set(part, count);
    watcher?.([...waiting.values()].reduce((sum, each) => sum + each, 0));
  };
  const failedOf = (part: TransferPart): ReturnType<TransferPart["failed"]> =>
    part.failed(
      () => isUndone,
      (count) => tell(part, count),
    );
  const settled = Promise.all(parts.all.map(failedOf))
    .then((all) => {
      const failed = new Map(all.flat());
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
    count: parts.count,
    watch: (each) => (watcher = each),
    settled,
    async undo() {
      if (isUndone) return;
      isUndone = true;
      for (const part of parts.all) await part.undo();
      showAll();
    },
  };
}

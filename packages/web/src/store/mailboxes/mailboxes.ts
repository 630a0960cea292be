/** Mailboxes: loaded once, then updated by sync. */
import { type Batch, type Id, type Mailbox, MethodError } from "@pismo/jmap";
import { useMemo, useSyncExternalStore } from "react";
import { useImportantCount } from "./important-count.ts";
import { usePendingCount } from "./pending-count.ts";
import { ALL_MAIL, customFolders, type Folder, folderName, type FolderNode, folderOf, inOrder } from "./folders.ts";
import { type AccountRecords, currentRecords, type Uncounted, useCurrentRecords } from "../records/records.ts";
import { limits, request } from "../session/session.ts";

const loading = new WeakMap<AccountRecords, Promise<void>>();

export const isMailboxesLoaded = (records: AccountRecords): boolean => records.states.Mailbox !== undefined;

/** Adds the call to a batch; what it gives back applies the answer, and asks for the rest where a server gives no more. */
export function mailboxCall(batch: Batch, records: AccountRecords): () => Promise<void> | undefined {
  const { accountId, maps } = records;
  const get = batch.call("Mailbox/get", { accountId, ids: null });
  const askedAt = maps.Mailbox.now();
  return () => {
    try {
      const { list, state } = get.result();
      maps.Mailbox.put(list as Mailbox[], askedAt);
      keepOnly(
        list.map(({ id }) => id!),
        records,
      );
      records.noteState("Mailbox", state);
    } catch (error) {
      if (!(error instanceof MethodError) || error.type !== "requestTooLarge") throw error;
      return loadInPieces(records);
    }
    return undefined;
  };
}

/** Of those that were known before, where their changes could not be told. */
function keepOnly(ids: readonly Id[], { maps }: AccountRecords): void {
  const found = new Set(ids);
  maps.Mailbox.remove(maps.Mailbox.ids().filter((id) => !found.has(id)));
}

/** As many at once as the server gives. @throws what the request throws */
async function loadInPieces(records: AccountRecords): Promise<void> {
  const { accountId, maps } = records;
  const { ids, state } = await listIds(accountId);
  const limit = limits().maxObjectsInGet;
  for (let first = 0; first < ids.length; first += limit) {
    const { get, askedAt } = await request((batch) => ({
      get: batch.call("Mailbox/get", { accountId, ids: ids.slice(first, first + limit) }),
      askedAt: maps.Mailbox.now(),
    }));
    maps.Mailbox.put(get.result().list as Mailbox[], askedAt);
  }
  keepOnly(ids, records);
  records.noteState("Mailbox", state);
}

/** All ids, and a state from before them: what changes from then on is told by Mailbox/changes. */
async function listIds(accountId: Id): Promise<{ ids: Id[]; state: string }> {
  const ids = new Set<Id>();
  let state: string | undefined;
  for (;;) {
    const { get, query } = await request((batch) => ({
      get: batch.call("Mailbox/get", { accountId, ids: [] }),
      query: batch.call("Mailbox/query", { accountId, position: ids.size }),
    }));
    state ??= get.result().state;
    const { ids: page, limit } = query.result();
    const before = ids.size;
    for (const id of page) ids.add(id);
    // RFC 8620 §5.5: there is a limit where the server gave fewer than there are.
    if (limit === undefined || ids.size === before) return { ids: [...ids], state };
  }
}

/** @throws what the request throws; the next call asks again */
export function loadMailboxes(records = currentRecords()): Promise<void> {
  if (isMailboxesLoaded(records)) return Promise.resolve();
  const known = loading.get(records);
  if (known) return known;
  const load = request((batch) => mailboxCall(batch, records)).then((apply) => apply());
  loading.set(records, load);
  load.catch(() => undefined).finally(() => loading.delete(records));
  return load;
}

function useAllMailboxes(): readonly Mailbox[] {
  const records = useCurrentRecords();
  const read = (): readonly Mailbox[] => records.mailboxes;
  return useSyncExternalStore(records.subscribeToMailboxes, read, read);
}

/** What does not show counts is not drawn for them: they move with every click. */
function useUncountedMailboxes(): readonly Uncounted[] {
  const records = useCurrentRecords();
  const read = () => records.uncountedMailboxes;
  return useSyncExternalStore(records.subscribeToMailboxes, read, read);
}

/** All folders in the order in which people see them: the special ones, then those that people made. */
export function useMailboxes(): readonly Uncounted[] {
  const mailboxes = useUncountedMailboxes();
  return useMemo(() => inOrder(mailboxes), [mailboxes]);
}

/** The folders that people made, as a tree. */
export function useCustomFolders(): readonly FolderNode[] {
  const mailboxes = useAllMailboxes();
  return useMemo(() => customFolders(mailboxes), [mailboxes]);
}

/** The folder that an address names; "loading" while the folders are not there; undefined where there is none. */
export function useMailbox(folder: string): Folder<Uncounted> | { kind: "loading" } | undefined {
  const mailboxes = useUncountedMailboxes();
  return useMemo(
    () =>
      mailboxes.length === 0 && folder !== "important" && folder !== ALL_MAIL
        ? { kind: "loading" }
        : folderOf(mailboxes, folder),
    [mailboxes, folder],
  );
}

export interface FolderCount {
  total: number;
  unread: number;
}

/** Counts by the folder's name in addresses: "inbox", "important", …, or the id of a custom folder. */
export function useFolderCounts(): Readonly<Record<string, FolderCount>> {
  const mailboxes = useAllMailboxes();
  const important = useImportantCount();
  const pending = usePendingCount();
  return useMemo(() => {
    const counts = mailboxes.map((mailbox): [string, FolderCount] => [
      folderName(mailbox),
      { total: mailbox.totalEmails - (mailbox.role === "drafts" ? pending : 0), unread: mailbox.unreadEmails },
    ]);
    return { ...Object.fromEntries(counts), important };
  }, [mailboxes, important, pending]);
}

/** A mailbox of the shown account by its role, e.g. "drafts". */
export const findMailbox = (role: string): Mailbox | undefined =>
  currentRecords().mailboxes.find((mailbox) => mailbox.role === role);

export const getMailbox = (id: Id): Mailbox | undefined => currentRecords().maps.Mailbox.get(id);

/** Folders: loaded once, then kept by sync. */
import type { Batch, Id, Mailbox } from "@pismo/jmap";
import { useMemo, useSyncExternalStore } from "react";
import { useImportantCount } from "./important-count.ts";
import { customFolders, type Folder, folderName, type FolderNode, folderOf, inOrder } from "./folders.ts";
import { type AccountRecords, currentRecords, useCurrentRecords } from "./records.ts";
import { request } from "./session.ts";

const loading = new WeakMap<AccountRecords, Promise<void>>();

export const isMailboxesLoaded = (records: AccountRecords): boolean => records.states.Mailbox !== undefined;

/** Adds the call to a batch; what it gives back applies the answer. */
export function mailboxCall(batch: Batch, records: AccountRecords): () => void {
  const { accountId, maps } = records;
  const get = batch.call("Mailbox/get", { accountId, ids: null });
  const askedAt = maps.Mailbox.now();
  return () => {
    const { list, state } = get.result();
    maps.Mailbox.put(list as Mailbox[], askedAt);
    records.noteState("Mailbox", state);
  };
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
  return useSyncExternalStore(records.subscribeToMailboxes, () => records.mailboxes);
}

/** All folders in the order in which people see them: the special ones, then those that people made. */
export function useMailboxes(): readonly Mailbox[] {
  const mailboxes = useAllMailboxes();
  return useMemo(() => inOrder(mailboxes), [mailboxes]);
}

/** The folders that people made, as a tree. */
export function useCustomFolders(): readonly FolderNode[] {
  const mailboxes = useAllMailboxes();
  return useMemo(() => customFolders(mailboxes), [mailboxes]);
}

/** The folder that an address names; "loading" while the folders are not there; undefined where there is none. */
export function useMailbox(folder: string): Folder | { kind: "loading" } | undefined {
  const mailboxes = useAllMailboxes();
  return useMemo(
    () => (mailboxes.length === 0 && folder !== "important" ? { kind: "loading" } : folderOf(mailboxes, folder)),
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
  return useMemo(() => {
    const counts = mailboxes.map((mailbox): [string, FolderCount] => [
      folderName(mailbox),
      { total: mailbox.totalEmails, unread: mailbox.unreadEmails },
    ]);
    return { ...Object.fromEntries(counts), important };
  }, [mailboxes, important]);
}

/** A mailbox of the shown account by its role, e.g. "drafts". */
export const findMailbox = (role: string): Mailbox | undefined =>
  currentRecords().mailboxes.find((mailbox) => mailbox.role === role);

export const getMailbox = (id: Id): Mailbox | undefined => currentRecords().maps.Mailbox.get(id);

/**
 * Bulk edits under way, in IndexedDB: a page that is reloaded or dies leaves the rest to the next one. The ids are
 * written once; how many of them are done stands apart, so that a step does not write a hundred thousand ids again.
 */
import type { EmailFilterCondition, Filter, Id, UTCDate } from "@pismo/jmap";
import { inTransaction } from "../../database.ts";
import type { EmailEdit } from "../email-edit.ts";

export interface BulkEdit {
  id: string;
  accountId: Id;
  edit: EmailEdit;
  /** Which Emails, as long as `ids` are not known. */
  query?: { filter: Filter<EmailFilterCondition>; except: ReadonlySet<Id>; askedAt: UTCDate };
  ids?: readonly Id[];
  /** A mailbox that goes once its Emails have left it. */
  destroysMailboxId?: Id;
}

export interface StoredBulkEdit extends BulkEdit {
  /** Of `ids`, from the first on. */
  doneCount: number;
}

async function write(work: (store: (name: "bulk" | "bulkDone") => IDBObjectStore) => void): Promise<void> {
  // Without a journal the edit is made all the same.
  await inTransaction(["bulk", "bulkDone"], "readwrite", (store) => {
    work(store);
    return undefined;
  }).catch((error: unknown) => console.error(error));
}

/** Resolves when it is on the disk. Never rejects. */
export async function storeBulkEdit(bulk: BulkEdit): Promise<void> {
  await write((store) => store("bulk").put(bulk));
}

export async function noteBulkDone(id: string, doneCount: number): Promise<void> {
  await write((store) => store("bulkDone").put(doneCount, id));
}

export async function deleteBulkEdit(id: string): Promise<void> {
  await write((store) => {
    store("bulk").delete(id);
    store("bulkDone").delete(id);
  });
}

/** The ids of all that are under way, in this page or another, or were left by one that is gone. */
export async function storedBulkEditIds(): Promise<string[]> {
  const keys = await inTransaction(["bulk"], "readonly", (store) => store("bulk").getAllKeys()).catch(() => undefined);
  return (keys ?? []) as string[];
}

/** @returns undefined where it was finished or stopped */
export async function storedBulkEdit(id: string): Promise<StoredBulkEdit | undefined> {
  const bulk = await inTransaction<BulkEdit | undefined>(["bulk"], "readonly", (store) => store("bulk").get(id));
  const done = await inTransaction<number | undefined>(["bulkDone"], "readonly", (store) => store("bulkDone").get(id));
  return bulk && { ...bulk, doneCount: done ?? 0 };
}

/** Runs `work` while no other page works on this edit; where a browser has no locks, at once. */
export async function withBulkLock<T>(id: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? await locks.request(`pismo-bulk-${id}`, work) : work();
}

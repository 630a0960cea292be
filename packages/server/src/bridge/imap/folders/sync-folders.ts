/** Syncs the list of folders: new, renamed and deleted ones. */
import type { Id } from "@pismo/jmap";
import { SetFailure } from "@pismo/jmap";
import type { ListResponse } from "imapflow";
import { type ImapFolder, listFolders, removeFolder, updateFolder } from "../../../store/mirror/imap-folders.ts";
import { getLabelFolders, setLabelFolders } from "../../../store/mirror/imap-labels.ts";
import { unlocateAll } from "../../../store/mirror/imap-copies.ts";
import { destroyMailbox } from "../../../store/mail/mailboxes.ts";
import { setRights } from "../../../store/mailboxes/mailbox-rights.ts";
import { finishJob, noteOutbound, retryJobs } from "../../../store/mirror/outbound-jobs.ts";
import { inSlices } from "../../../store/db/reader.ts";
import type { Transactor } from "../../../store/db/store.ts";
import { adopt, attachToParent, isTopLevel, refresh, rename } from "./apply-folder.ts";
import { isAllMail, isContainer } from "./folder-names.ts";
import { CONTAINER_OF_OTHERS } from "./folder-rights.ts";
import { unlistedFolders } from "./list-folders.ts";
import type { Mirror } from "../sync/mirror.ts";
import { isForeign } from "./namespaces.ts";
import { renamedFolders } from "./renamed-folders.ts";
import { hasLabels } from "../push/store-labels.ts";

/** Records which folders are no labels. */
export async function noteLabels(
  { store, accountId, session }: Mirror,
  listing: readonly ListResponse[],
): Promise<void> {
  await store.write(async (tx) => {
    const folders = new Map((await listFolders(tx, accountId)).map(({ path, mailboxId }) => [path, mailboxId]));
    const find = (matches: (entry: ListResponse) => boolean): Id | null =>
      folders.get(listing.find(matches)?.path ?? "") ?? null;
    const labels = hasLabels(session)
      ? {
          all: find(isAllMail),
          trash: find(({ specialUse }) => specialUse === "\\Trash"),
          junk: find(({ specialUse }) => specialUse === "\\Junk"),
        }
      : undefined;
    const before = await getLabelFolders(tx, accountId);
    if (JSON.stringify(labels) !== JSON.stringify(before)) await setLabelFolders(tx, accountId, labels);
  });
}

/** Folders of one transaction, so that other accounts can write in between. */
const SLICE = 100;

/** Applies the server's list to the folders here; changes that were made here wait for their jobs. */
export async function syncFolders(mirror: Mirror, listing: readonly ListResponse[]): Promise<void> {
  const { store, accountId, session } = mirror;
  const unlisted = await unlistedFolders(mirror, listing);
  const prefix = session.client.namespace?.prefix ?? "";
  const folders = await store.read((reader) => listFolders(reader, accountId));
  const known = new Map(folders.map((folder) => [folder.path, folder]));
  const listed = new Set(listing.map(({ path }) => path));
  const missing = folders.filter(({ path, mailboxId }) => !listed.has(path) && !unlisted.has(mailboxId));
  const renamed = renamedFolders(
    missing,
    listing.filter(({ path }) => !known.has(path)),
  );
  // Before new ones are added: a folder that reappears under another parent finds its mailbox free.
  const moved = new Set([...renamed.values()].map(({ mailboxId }) => mailboxId));
  const deleted = missing.filter(({ mailboxId, isGone }) => !isGone && !moved.has(mailboxId));
  await inSlices(deleted, SLICE, (slice) => store.write((tx) => noteDeleted(tx, accountId, slice)));

  const mailboxAt = new Map<string, Id>(folders.map(({ path, mailboxId }) => [path, mailboxId]));
  const listedAt = new Map(listing.map(({ path }) => [path, path]));
  const changed = listing.filter((entry) => {
    const folder = known.get(entry.path);
    return (
      isOther(folder, entry) || (folder && parentOf(entry, listedAt, prefix) !== null && isTopLevel(folder, entry))
    );
  });
  await inSlices(changed, SLICE, (slice) =>
    store.write(async (tx) => {
      for (const entry of slice) {
        const parentId = parentOf(entry, mailboxAt, prefix);
        const folder = known.get(entry.path);
        const before = renamed.get(entry.path);
        if (folder) await refresh(tx, accountId, folder, entry);
        else if (before) await rename(tx, accountId, before, entry, parentId);
        const isOthers = isForeign(session, entry.path);
        const mailboxId = (folder ?? before)?.mailboxId ?? (await adopt(tx, accountId, entry, { parentId, isOthers }));
        mailboxAt.set(entry.path, mailboxId);
        if (folder) await attachToParent(tx, accountId, folder, entry, parentId);
        if (isOthers && isContainer(entry)) await setRights(tx, accountId, mailboxId, CONTAINER_OF_OTHERS);
      }
      return [];
    }),
  );
  const hasChanged = deleted.length > 0 || listing.some(({ path }) => !known.has(path));
  if (hasChanged) await store.write((tx) => retryJobs(tx, accountId));
}

async function noteDeleted(tx: Transactor, accountId: Id, deleted: readonly ImapFolder[]): Promise<never[]> {
  for (const { mailboxId } of deleted) {
    await unlocateAll(tx, accountId, mailboxId, "vanished");
    await updateFolder(tx, accountId, mailboxId, { isGone: true });
  }
  return [];
}

/** Whether a listed folder differs from the stored one. */
const isOther = (folder: ImapFolder | undefined, entry: ListResponse): boolean =>
  !folder || folder.isGone || folder.isSelectable === isContainer(entry) || folder.baseSubscribed !== entry.subscribed;

/** Removes deleted folders, after their messages were found elsewhere or destroyed. */
export async function removeDeletedFolders({ store, accountId }: Mirror): Promise<void> {
  const deleted = (await store.read((reader) => listFolders(reader, accountId))).filter(({ isGone }) => isGone);
  // Children before their parents: they were created later.
  for (const { mailboxId } of deleted.toReversed()) {
    await store.write(async (tx) => {
      await removeFolder(tx, accountId, mailboxId);
      try {
        await tx.savepoint(() => destroyMailbox(tx, accountId, mailboxId, false));
        await finishJob(tx, accountId, "Mailbox", mailboxId);
      } catch (error) {
        if (!(error instanceof SetFailure)) throw error;
        const isNeeded = error.error.type === "mailboxHasEmail" || error.error.type === "mailboxHasChild";
        // It contains Emails or mailboxes that are still to be pushed: the folder is created again.
        if (isNeeded) await noteOutbound(tx, accountId, "Mailbox", mailboxId);
        else await finishJob(tx, accountId, "Mailbox", mailboxId);
      }
      await retryJobs(tx, accountId);
    });
  }
}

function parentOf(entry: ListResponse, mailboxAt: ReadonlyMap<string, Id>, prefix: string): Id | null {
  if (entry.parentPath === "" || `${entry.parentPath}${entry.delimiter}` === prefix) return null;
  return mailboxAt.get(entry.parentPath) ?? null;
}

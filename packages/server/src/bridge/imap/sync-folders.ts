/** The list of folders, brought up to what the server has: new, renamed and deleted ones. */
import type { Id, Mailbox } from "@pismo/jmap";
import { SetFailure } from "@pismo/jmap";
import type { ListResponse } from "imapflow";
import { type ImapFolder, insertFolder, listFolders, removeFolder, updateFolder } from "../../store/imap-folders.ts";
import { getLabelFolders, setLabelFolders } from "../../store/imap-labels.ts";
import { unplaceAll } from "../../store/imap-messages.ts";
import { destroyMailbox, getMailboxes, insertMailbox, updateMailbox } from "../../store/mailboxes.ts";
import { finishJob, noteOutbound, retryJobs } from "../../store/outbound-jobs.ts";
import type { Transactor } from "../../store/store.ts";
import { isUnknown, Refusal } from "./errors.ts";
import { isAllMail, isContainer, isMissing, isView, mailboxName, roleOf } from "./folder-names.ts";
import type { Mirror } from "./mirror.ts";
import type { Session } from "./session.ts";
import { hasLabels } from "./store-labels.ts";

/** All folders of the server with their STATUS: in one command where it can (RFC 5819). */
export async function listServerFolders({ session }: Mirror): Promise<ListResponse[]> {
  const statusQuery = { messages: true, uidNext: true, uidValidity: true, unseen: true, highestModseq: true };
  const listed = await withOwnFlags(session, await session.must(session.client.list({ statusQuery })));
  const all = listed.filter((entry) => !isView(entry) && (!isMissing(entry) || entry.flags.has("\\HasChildren")));
  const shown = hasLabels(session) ? labelFolders(all) : all;
  // Parents first, so that there is something to hang the others on.
  return shown.toSorted((one, other) => one.parent.length - other.parent.length);
}

/**
 * Where ImapFlow asks LSUB who is subscribed to what, it adds the flags that come with it to those of LIST; and LSUB says
 * \\Noselect of a folder that is merely not subscribed, for the sake of one in it that is (RFC 3501 §6.3.9; Courier also for "*").
 */
async function withOwnFlags(session: Session, listed: readonly ListResponse[]): Promise<readonly ListResponse[]> {
  if (!listed.some(isContainer)) return listed;
  const own = await session.must(session.client.list({ listOnly: true }));
  const flags = new Map(own.map((entry) => [entry.path, entry.flags]));
  return listed.flatMap((entry) => {
    if (!isContainer(entry)) return [entry];
    const mine = flags.get(entry.path);
    return mine ? [{ ...entry, flags: mine }] : [];
  });
}

/** Gmail's: "All Mail" is where a letter is that was archived, and what holds the folders of its own is no folder. */
const labelFolders = (listing: readonly ListResponse[]): ListResponse[] =>
  listing
    .filter((entry) => !(isContainer(entry) && /^\[(Gmail|Google Mail)\]$/.test(entry.path)))
    .map((entry) => (isAllMail(entry) ? { ...entry, specialUse: "\\Archive" } : entry));

/** Notes which folders are no labels. */
export async function noteLabels(
  { store, accountId, session }: Mirror,
  listing: readonly ListResponse[],
): Promise<void> {
  await store.write(async (tx) => {
    const folders = new Map((await listFolders(tx, accountId)).map(({ path, mailboxId }) => [path, mailboxId]));
    const find = (isIt: (entry: ListResponse) => boolean): Id | null =>
      folders.get(listing.find(isIt)?.path ?? "") ?? null;
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

/** Folders that we know, that the list leaves out, and that are there: Dovecot's list may be older than what it has. */
async function leftOut(mirror: Mirror, listing: readonly ListResponse[]): Promise<ReadonlySet<Id>> {
  const { store, accountId, session } = mirror;
  const known = await store.read((reader) => listFolders(reader, accountId));
  const listed = new Set(listing.map(({ path }) => path));
  const there = new Set<Id>();
  for (const { path, mailboxId, isGone, isSelectable, uidValidity } of known) {
    if (listed.has(path) || isGone || !isSelectable) continue;
    try {
      // STATUS may be as old as the list.
      const box = await session.must(session.client.mailboxOpen(path, { readOnly: true }));
      if (uidValidity === null || String(box.uidValidity) === uidValidity) there.add(mailboxId);
      await session.must(session.client.mailboxClose());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isUnknown(error)) there.add(mailboxId);
    }
  }
  return there;
}

/** Makes the folders here those that the server lists; what was changed here and not there waits for its job. */
export async function syncFolders(mirror: Mirror, listing: readonly ListResponse[]): Promise<void> {
  const { store, accountId } = mirror;
  const there = await leftOut(mirror, listing);
  const prefix = mirror.session.client.namespace?.prefix ?? "";
  await store.write(async (tx) => {
    const known = new Map((await listFolders(tx, accountId)).map((folder) => [folder.path, folder]));
    const listed = new Map(listing.map((entry) => [entry.path, entry]));
    const missing = [...known.values()].filter(({ path, mailboxId }) => !listed.has(path) && !there.has(mailboxId));
    const renamed = renamedFolders(
      missing,
      listing.filter(({ path }) => !known.has(path)),
    );
    const mailboxAt = new Map<string, Id>([...known].map(([path, { mailboxId }]) => [path, mailboxId]));
    let hasChanged = false;
    // Before new ones are taken in: a folder that comes back under another parent finds its mailbox free.
    const moved = new Set([...renamed.values()].map(({ mailboxId }) => mailboxId));
    for (const folder of missing) {
      if (moved.has(folder.mailboxId) || folder.isGone) continue;
      await unplaceAll(tx, accountId, folder.mailboxId, "vanished");
      await updateFolder(tx, folder.mailboxId, { isGone: true });
      hasChanged = true;
    }
    for (const entry of listing) {
      hasChanged ||= !known.has(entry.path);
      const parentId = parentOf(entry, mailboxAt, prefix);
      const folder = known.get(entry.path);
      const before = renamed.get(entry.path);
      if (folder) await refresh(tx, accountId, folder, entry);
      else if (before) await rename(tx, accountId, before, entry, parentId);
      const mailboxId = (folder ?? before)?.mailboxId ?? (await adopt(tx, accountId, entry, parentId));
      mailboxAt.set(entry.path, mailboxId);
    }
    if (hasChanged) await retryJobs(tx, accountId);
  });
}

/** After their letters have been found elsewhere or given up, folders that the server has no longer go. */
export async function dropGoneFolders({ store, accountId }: Mirror): Promise<void> {
  const gone = (await store.read((reader) => listFolders(reader, accountId))).filter(({ isGone }) => isGone);
  // Children before their parents: they were made later.
  for (const { mailboxId } of gone.toReversed()) {
    await store.write(async (tx) => {
      await removeFolder(tx, mailboxId);
      try {
        await tx.savepoint(() => destroyMailbox(tx, accountId, mailboxId, false));
        await finishJob(tx, accountId, "Mailbox", mailboxId);
      } catch (error) {
        if (!(error instanceof SetFailure)) throw error;
        const isNeeded = error.error.type === "mailboxHasEmail" || error.error.type === "mailboxHasChild";
        // Something was put into it here that the server has not got yet: it is made again.
        if (isNeeded) await noteOutbound(tx, accountId, "Mailbox", mailboxId);
        else await finishJob(tx, accountId, "Mailbox", mailboxId);
      }
      await retryJobs(tx, accountId);
    });
  }
}

/** A folder that is gone and one that is new are the same when all that can be compared is (RFC 9051 §6.3.6). */
const isSame = (folder: ImapFolder, { status, flags }: ListResponse): boolean =>
  folder.isSelectable &&
  !isContainer({ flags }) &&
  folder.uidValidity !== null &&
  folder.uidValidity === String(status?.uidValidity) &&
  folder.uidNext <= (status?.uidNext ?? 0);

function renamedFolders(missing: readonly ImapFolder[], fresh: readonly ListResponse[]): Map<string, ImapFolder> {
  const renamed = new Map<string, ImapFolder>();
  for (const entry of fresh) {
    const [one, ...others] = missing.filter((folder) => isSame(folder, entry));
    const isOnly = one && fresh.filter((other) => isSame(one, other)).length === 1;
    if (one && isOnly && others.length === 0) renamed.set(entry.path, one);
  }
  return renamed;
}

function parentOf(entry: ListResponse, mailboxAt: ReadonlyMap<string, Id>, prefix: string): Id | null {
  if (entry.parentPath === "" || `${entry.parentPath}${entry.delimiter}` === prefix) return null;
  return mailboxAt.get(entry.parentPath) ?? null;
}

async function refresh(tx: Transactor, accountId: Id, folder: ImapFolder, entry: ListResponse): Promise<void> {
  const isSelectable = !isContainer(entry);
  if (folder.isSelectable && !isSelectable) {
    // It was deleted, and is listed for the sake of those in it alone.
    await unplaceAll(tx, accountId, folder.mailboxId, "vanished");
    await updateFolder(tx, folder.mailboxId, { uidValidity: null, uidNext: 1, backfillUid: 1, total: 0, surplus: 0 });
  }
  if (isSelectable !== folder.isSelectable) await updateFolder(tx, folder.mailboxId, { isSelectable });
  if (folder.isGone) await comeBack(tx, folder);
}

/** A list may miss a folder that is being renamed. Its letters were given up: a count like no other makes us look for them. */
const comeBack = (tx: Transactor, { mailboxId }: ImapFolder): Promise<void> =>
  updateFolder(tx, mailboxId, { isGone: false, total: -1 });

async function rename(
  tx: Transactor,
  accountId: Id,
  folder: ImapFolder,
  entry: ListResponse,
  parentId: Id | null,
): Promise<void> {
  const [mailbox] = await getMailboxes(tx, accountId, [folder.mailboxId]);
  const changes: Partial<Mailbox> = {};
  // What was changed here as well stays as it is here, and goes to the server.
  if (mailbox?.name === folder.baseName) changes.name = mailboxName(entry.name);
  if (mailbox?.parentId === folder.baseParentId) changes.parentId = parentId;
  if (mailbox) await replace(tx, accountId, mailbox.id, changes, entry);
  const [after] = await getMailboxes(tx, accountId, [folder.mailboxId]);
  if (folder.isGone) await comeBack(tx, folder);
  await updateFolder(tx, folder.mailboxId, {
    path: entry.path,
    baseName: changes.name === undefined ? folder.baseName : (after?.name ?? folder.baseName),
    baseParentId: changes.parentId === undefined ? folder.baseParentId : (after?.parentId ?? null),
  });
}

async function replace(
  tx: Transactor,
  accountId: Id,
  mailboxId: Id,
  changes: Partial<Mailbox>,
  entry: ListResponse,
): Promise<void> {
  try {
    await tx.savepoint(() => updateMailbox(tx, accountId, mailboxId, changes));
  } catch (error) {
    if (!(error instanceof SetFailure)) throw error;
    // Too deep for us, or its name is taken: its whole path is a name that nobody else has.
    await updateMailbox(tx, accountId, mailboxId, { name: mailboxName(entry.path), parentId: null });
  }
}

/** The mailbox for a folder that we see for the first time: the one with its role, one made here with its name, or a new one. */
async function adopt(tx: Transactor, accountId: Id, entry: ListResponse, parentId: Id | null): Promise<Id> {
  const folders = await listFolders(tx, accountId);
  const taken = new Set(folders.filter(({ isGone }) => !isGone).map(({ mailboxId }) => mailboxId));
  const all = await getMailboxes(tx, accountId);
  const free = all.filter(({ id }) => !taken.has(id));
  const role = isContainer(entry) ? null : roleOf(entry);
  const name = mailboxName(entry.name);
  const mailbox =
    (role !== null && free.find((each) => each.role === role)) ||
    free.find((each) => each.parentId === parentId && each.name === name) ||
    (await make(tx, accountId, entry, { name, parentId }));
  if (folders.some(({ mailboxId }) => mailboxId === mailbox.id)) await removeFolder(tx, mailbox.id);
  await insertFolder(tx, accountId, {
    mailboxId: mailbox.id,
    path: entry.path,
    baseName: mailbox.name,
    baseParentId: mailbox.parentId,
    isSelectable: !isContainer(entry),
  });
  await finishJob(tx, accountId, "Mailbox", mailbox.id);
  return mailbox.id;
}

async function make(
  tx: Transactor,
  accountId: Id,
  entry: ListResponse,
  { name, parentId }: Pick<Mailbox, "name" | "parentId">,
): Promise<Mailbox> {
  const rest = { role: null, sortOrder: 10, isSubscribed: entry.subscribed };
  for (const place of [
    { name, parentId },
    { name: mailboxName(entry.path), parentId: null },
    { name: mailboxName(`${entry.path} (${Date.now()})`), parentId: null },
  ]) {
    try {
      return await tx.savepoint(() => insertMailbox(tx, accountId, { ...place, ...rest }));
    } catch (error) {
      if (!(error instanceof SetFailure)) throw error;
    }
  }
  throw new Error(`no mailbox can be made for the folder ${entry.path}`);
}

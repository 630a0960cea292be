/** Applies a listed folder to its mailbox here. */
import type { Id, Mailbox } from "@pismo/jmap";
import type { ListResponse } from "imapflow";
import {
  getFolder,
  type ImapFolder,
  insertFolder,
  removeFolder,
  UNKNOWN_TOTAL,
  updateFolder,
} from "../../../store/mirror/imap-folders.ts";
import { unlocateAll } from "../../../store/mirror/imap-copies.ts";
import {
  findMailboxByName,
  findMailboxByRole,
  getMailboxes,
  insertMailbox,
  updateMailbox,
} from "../../../store/mail/mailboxes.ts";
import { finishJob } from "../../../store/mirror/outbound-jobs.ts";
import type { Transactor } from "../../../store/db/store.ts";
import { isContainer, mailboxName, roleOf } from "./folder-names.ts";
import { withFreeName } from "./free-mailbox-name.ts";
import { settleMailbox } from "../push/settle-mailbox.ts";

export async function refresh(tx: Transactor, accountId: Id, folder: ImapFolder, entry: ListResponse): Promise<void> {
  const isSelectable = !isContainer(entry);
  if (folder.isSelectable && !isSelectable) {
    // It was deleted, and is listed only because it has subfolders.
    await unlocateAll(tx, accountId, folder.mailboxId, "vanished");
    await updateFolder(tx, accountId, folder.mailboxId, {
      uidValidity: null,
      uidNext: 1,
      backfillUid: 1,
      total: 0,
      surplus: 0,
    });
  }
  if (isSelectable !== folder.isSelectable) await updateFolder(tx, accountId, folder.mailboxId, { isSelectable });
  if (folder.isGone) await restoreFolder(tx, accountId, folder);
  await mergeSubscription(tx, accountId, folder, entry);
}

/** The server's subscription, unless it is unchanged: then ours may have changed. */
async function mergeSubscription(
  tx: Transactor,
  accountId: Id,
  { mailboxId, baseSubscribed }: Pick<ImapFolder, "mailboxId" | "baseSubscribed">,
  { subscribed: isSubscribed }: ListResponse,
): Promise<void> {
  if (isSubscribed === baseSubscribed) return;
  await updateFolder(tx, accountId, mailboxId, { baseSubscribed: isSubscribed });
  const [mailbox] = await getMailboxes(tx, accountId, [mailboxId]);
  if (!mailbox || mailbox.isSubscribed === isSubscribed) return;
  await updateMailbox(tx, accountId, mailboxId, { isSubscribed });
  await settleMailbox(tx, accountId, mailboxId);
}

export const isTopLevel = ({ baseParentId, baseName }: ImapFolder, { name }: ListResponse): boolean =>
  baseParentId === null && baseName === mailboxName(name);

/** A folder is at the top level as long as its parent is not listed or not known. */
export async function attachToParent(
  tx: Transactor,
  accountId: Id,
  folder: ImapFolder,
  entry: ListResponse,
  parentId: Id | null,
): Promise<void> {
  if (parentId === null || !isTopLevel(folder, entry)) return;
  const [mailbox] = await getMailboxes(tx, accountId, [folder.mailboxId]);
  if (!mailbox || mailbox.parentId !== null || mailbox.name !== folder.baseName) return;
  await withFreeName(tx, { name: mailbox.name, parentId, path: entry.path }, (free) =>
    updateMailbox(tx, accountId, mailbox.id, free),
  );
  const [after] = await getMailboxes(tx, accountId, [mailbox.id]);
  const { name: baseName, parentId: baseParentId } = after!;
  await updateFolder(tx, accountId, mailbox.id, { baseName, baseParentId });
  await settleMailbox(tx, accountId, mailbox.id);
}

/** A list may lack a folder that is being renamed. Its messages count as vanished: the unknown total makes a pass compare. */
const restoreFolder = (tx: Transactor, accountId: Id, { mailboxId }: ImapFolder): Promise<void> =>
  updateFolder(tx, accountId, mailboxId, { isGone: false, total: UNKNOWN_TOTAL });

export async function rename(
  tx: Transactor,
  accountId: Id,
  folder: ImapFolder,
  entry: ListResponse,
  parentId: Id | null,
): Promise<void> {
  const [mailbox] = await getMailboxes(tx, accountId, [folder.mailboxId]);
  const changes: Partial<Mailbox> = {};
  // What was changed here as well stays, and is pushed to the server.
  if (mailbox?.name === folder.baseName) changes.name = mailboxName(entry.name);
  if (mailbox?.parentId === folder.baseParentId) changes.parentId = parentId;
  if (mailbox) {
    const merged = { ...mailbox, ...changes };
    await withFreeName(tx, { name: merged.name, parentId: merged.parentId, path: entry.path }, (free) =>
      updateMailbox(tx, accountId, mailbox.id, free),
    );
  }
  const [after] = await getMailboxes(tx, accountId, [folder.mailboxId]);
  if (folder.isGone) await restoreFolder(tx, accountId, folder);
  await updateFolder(tx, accountId, folder.mailboxId, {
    path: entry.path,
    baseName: changes.name === undefined ? folder.baseName : (after?.name ?? folder.baseName),
    baseParentId: changes.parentId === undefined ? folder.baseParentId : (after?.parentId ?? null),
  });
  await mergeSubscription(tx, accountId, folder, entry);
}

/** The mailbox of a new folder: the one with its role, one that was created here with its name, or a new one. */
export async function adopt(
  tx: Transactor,
  accountId: Id,
  entry: ListResponse,
  { parentId, isOthers }: { parentId: Id | null; isOthers: boolean },
): Promise<Id> {
  // Another user's "Sent" does not get the person's own messages.
  const role = isContainer(entry) || isOthers ? null : roleOf(entry);
  const name = mailboxName(entry.name);
  const mailbox =
    (role !== null && (await ifUnmapped(tx, accountId, await findMailboxByRole(tx, accountId, role)))) ||
    (await ifUnmapped(tx, accountId, await findMailboxByName(tx, accountId, { parentId, name }))) ||
    (await withFreeName(tx, { name, parentId, path: entry.path }, (free) =>
      insertMailbox(tx, accountId, { ...free, role: null, sortOrder: 10, isSubscribed: entry.subscribed }),
    ));
  await removeFolder(tx, accountId, mailbox.id);
  await insertFolder(tx, accountId, {
    mailboxId: mailbox.id,
    path: entry.path,
    baseName: mailbox.name,
    baseParentId: mailbox.parentId,
    baseSubscribed: null,
    isSelectable: !isContainer(entry),
  });
  await mergeSubscription(tx, accountId, { mailboxId: mailbox.id, baseSubscribed: null }, entry);
  await finishJob(tx, accountId, "Mailbox", mailbox.id);
  return mailbox.id;
}

/** A mailbox, unless another folder of the server is mapped to it. */
async function ifUnmapped(tx: Transactor, accountId: Id, mailbox: Mailbox | undefined): Promise<Mailbox | undefined> {
  const folder = mailbox && (await getFolder(tx, accountId, mailbox.id));
  return folder && !folder.isGone ? undefined : mailbox;
}

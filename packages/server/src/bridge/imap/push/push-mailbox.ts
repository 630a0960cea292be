/** Pushes mailboxes that were created, renamed or destroyed here. */
import { type Id, type Mailbox, SetFailure } from "@pismo/jmap";
import { queryEmails } from "../../../store/query/email-query.ts";
import { updateEmail } from "../../../store/mail/emails.ts";
import { getMembership } from "../../../store/mail/email-memberships.ts";
import {
  getFolder,
  type ImapFolder,
  insertFolder,
  listFolders,
  removeFolder,
  updateFolder,
} from "../../../store/mirror/imap-folders.ts";
import { countLocated, readMirroredEmail } from "../../../store/mirror/imap-copies.ts";
import { destroyMailbox, findMailboxByRole, getMailboxes, updateMailbox } from "../../../store/mail/mailboxes.ts";
import { finishJob, noteOutbound, type OutboundJob } from "../../../store/mirror/outbound-jobs.ts";
import type { Transactor } from "../../../store/db/store.ts";
import { Refusal } from "../connection/errors.ts";
import { fetchByUid } from "../pull/fetch-by-uid.ts";
import { isDeleted } from "../pull/flags.ts";
import { folderPath } from "../folders/folder-names.ts";
import type { Mirror } from "../sync/mirror.ts";
import { dropSubscriptions, pushSubscription } from "./push-subscription.ts";
import type { Session } from "../connection/connection.ts";
import { hasMoved, needsFolder, readPair, settleMailbox } from "./settle-mailbox.ts";

/** @returns false while messages are still in the folder. @throws Refusal */
export async function pushMailbox(mirror: Mirror, { id }: OutboundJob): Promise<boolean> {
  const { store, accountId } = mirror;
  const { mailbox, folder } = await store.read((reader) => readPair(reader, accountId, id));
  if (mailbox && folder?.isGone) mirror.requestPass();
  else if (mailbox && folder) await pushName(mirror, mailbox, folder);
  else if (mailbox && needsFolder(mailbox)) await ensureFolder(mirror, id);
  else if (!mailbox && folder && !(await deleteFolder(mirror, folder))) return false;
  await pushSubscription(mirror, id);
  await store.write((tx) => settleMailbox(tx, accountId, id));
  return true;
}

/** The server's folder of a mailbox, created where there is none. @param use "parent": without messages. @throws Refusal */
export async function ensureFolder(
  mirror: Mirror,
  mailboxId: Id,
  use: "messages" | "parent" = "messages",
): Promise<ImapFolder> {
  const { store, accountId, session } = mirror;
  const { mailbox, folder } = await store.read((reader) => readPair(reader, accountId, mailboxId));
  if (folder && !folder.isGone && (folder.isSelectable || use === "parent")) return folder;
  if (!mailbox) throw new Refusal("CANNOT", "the mailbox is destroyed");
  const path = folder && !folder.isGone ? folder.path : await pathFor(mirror, mailbox);
  const others = await store.read((reader) => listFolders(reader, accountId));
  if (others.some((each) => each.path === path && each.mailboxId !== mailboxId)) {
    // Two names here may be equal there ("a/b" and "a-b"): the later one is changed.
    const name = freeName(mailbox.name, await store.read((reader) => getMailboxes(reader, accountId)));
    await store.write((tx) => updateMailbox(tx, accountId, mailboxId, { name }));
    return ensureFolder(mirror, mailboxId);
  }
  await session.must(session.client.mailboxCreate(path));
  await store.write(async (tx) => {
    if (folder) await removeFolder(tx, accountId, mailboxId);
    const { name: baseName, parentId: baseParentId } = mailbox;
    const base = { baseName, baseParentId, baseSubscribed: null };
    await insertFolder(tx, accountId, { mailboxId, path, ...base, isSelectable: true });
    await settleMailbox(tx, accountId, mailboxId);
  });
  return (await store.read((reader) => getFolder(reader, accountId, mailboxId)))!;
}

function freeName(name: string, all: readonly Mailbox[]): string {
  for (let count = 2; ; count++) {
    const candidate = `${name.replace(/ \(\d+\)$/, "")} (${count})`;
    if (!all.some((mailbox) => mailbox.name === candidate)) return candidate;
  }
}

async function pathFor(mirror: Mirror, { name, parentId }: Mailbox): Promise<string> {
  const { namespace } = mirror.session.client;
  const parentPath = parentId === null ? null : (await ensureFolder(mirror, parentId, "parent")).path;
  return folderPath(parentPath, name, namespace?.delimiter || "/", namespace?.prefix ?? "");
}

async function pushName(mirror: Mirror, mailbox: Mailbox, folder: ImapFolder): Promise<void> {
  const { store, accountId, session } = mirror;
  const { name: baseName, parentId: baseParentId } = mailbox;
  if (!hasMoved(mailbox, folder)) return;
  const path = await pathFor(mirror, mailbox);
  // Renaming INBOX would move its messages away (RFC 9051 §6.3.6): its name changes here alone.
  const isInbox = folder.path.toUpperCase() === "INBOX";
  if (!isInbox && path !== folder.path) await session.must(session.client.mailboxRename(folder.path, path));
  const left = await store.write(async (tx) => {
    const delimiter = session.client.namespace?.delimiter || "/";
    const subscribed: string[] = [];
    for (const each of isInbox || path === folder.path ? [] : await listFolders(tx, accountId)) {
      if (!`${each.path}${delimiter}`.startsWith(`${folder.path}${delimiter}`)) continue;
      await updateFolder(tx, accountId, each.mailboxId, { path: `${path}${each.path.slice(folder.path.length)}` });
      if (each.baseSubscribed !== true) continue;
      // A subscription belongs to a name: the new name is still to be subscribed to.
      subscribed.push(each.path);
      await updateFolder(tx, accountId, each.mailboxId, { baseSubscribed: false });
      await noteOutbound(tx, accountId, "Mailbox", each.mailboxId);
    }
    await updateFolder(tx, accountId, folder.mailboxId, { baseName, baseParentId });
    return subscribed;
  });
  await dropSubscriptions(mirror, left);
}

/** Deletes an empty folder; one with new messages stays. @returns false while known messages are still in it */
async function deleteFolder(mirror: Mirror, folder: ImapFolder): Promise<boolean> {
  const { store, session, log, accountId } = mirror;
  const { mailboxId, path, isGone, isSelectable } = folder;
  if ((await store.read((reader) => countLocated(reader, accountId, mailboxId))) > 0) return false;
  if (!isGone && isSelectable && !(await isEmptied(session, path))) {
    log.info("A folder that was deleted here has messages on the server that were not seen: it stays", { accountId });
    // Forgotten, it is added again like any other.
    await store.write((tx) => removeFolder(tx, accountId, mailboxId));
    mirror.requestPass();
    return true;
  }
  if (!isGone) await session.must(session.client.mailboxDelete(path));
  await dropSubscriptions(mirror, [path]);
  await store.write((tx) => removeFolder(tx, accountId, mailboxId));
  return true;
}

/**
 * Whether all messages of a folder have \Deleted. Their number is compared with EXISTS, since an answer may leave
 * messages out. The folder is not open afterwards. @throws Refusal
 */
async function isEmptied({ client, must }: Session, path: string): Promise<boolean> {
  const box = await must(client.mailboxOpen(path));
  const messages = box.exists === 0 ? [] : await fetchByUid({ client, must }, "1:*", { uid: true, flags: true });
  const isEmpty = messages.length === box.exists && messages.every(({ flags }) => isDeleted(flags ?? []));
  // An open folder cannot be deleted, and CLOSE would expunge.
  await must(client.mailboxOpen("INBOX"));
  if (!isEmpty) return false;
  // Messages may have arrived since. An outdated status proves nothing (Dovecot).
  const { messages: count = 0, uidNext = 0 } = await must(client.status(path, { messages: true, uidNext: true }));
  return count <= box.exists && uidNext <= (box.uidNext || uidNext);
}

/**
 * Rolls a mailbox back to the server's state, after a permanent refusal.
 * @throws SetFailure where it contains other mailboxes by now
 */
export async function rollBackMailbox(tx: Transactor, accountId: Id, mailboxId: Id): Promise<void> {
  const [mailbox] = await getMailboxes(tx, accountId, [mailboxId]);
  const folder = await getFolder(tx, accountId, mailboxId);
  if (folder && mailbox) {
    const { baseName: name, baseParentId: parentId, baseSubscribed } = folder;
    const isSubscribed = baseSubscribed ?? mailbox.isSubscribed;
    await updateMailbox(tx, accountId, mailboxId, { name, parentId, isSubscribed });
  } else if (folder) {
    await removeFolder(tx, accountId, mailboxId);
  } else if (mailbox?.myRights.mayDelete) {
    await emptyMailbox(tx, accountId, mailboxId);
    await destroyMailbox(tx, accountId, mailboxId, false);
  }
  await finishJob(tx, accountId, "Mailbox", mailboxId);
}

/** Emails return to their folders on the server, and those that it never had to the inbox. */
async function emptyMailbox(tx: Transactor, accountId: Id, mailboxId: Id): Promise<void> {
  const inbox = await findMailboxByRole(tx, accountId, "inbox");
  if (!inbox) throw new SetFailure({ type: "mailboxHasEmail" });
  const { ids } = await queryEmails(tx, accountId, { filter: { inMailbox: mailboxId } });
  for (const id of ids) {
    const { located } = await readMirroredEmail(tx, accountId, id);
    const { mailboxIds = [] } = (await getMembership(tx, accountId, id)) ?? {};
    const others = mailboxIds.filter((each) => each !== mailboxId);
    const home = located.map((copy) => copy.mailboxId);
    await updateEmail(tx, accountId, id, {
      mailboxIds: others.length > 0 ? others : home.length > 0 ? home : [inbox.id],
    });
  }
}

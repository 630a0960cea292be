/** Mailboxes that were made, renamed or destroyed here, on the server. */
import { type Id, type Mailbox, SetFailure } from "@pismo/jmap";
import { queryEmails } from "../../store/email-query.ts";
import { getPlaces, updateEmail } from "../../store/emails.ts";
import {
  getFolder,
  type ImapFolder,
  insertFolder,
  listFolders,
  removeFolder,
  updateFolder,
} from "../../store/imap-folders.ts";
import { countPlaced, readLetter } from "../../store/imap-messages.ts";
import { destroyMailbox, findMailboxByRole, getMailboxes, updateMailbox } from "../../store/mailboxes.ts";
import { finishJob, type OutboundJob } from "../../store/outbound-jobs.ts";
import type { Transactor } from "../../store/store.ts";
import { Refusal } from "./errors.ts";
import { folderPath } from "./folder-names.ts";
import type { Mirror } from "./mirror.ts";

interface Both {
  mailbox: Mailbox | undefined;
  folder: ImapFolder | undefined;
}

const readBoth = ({ store, accountId }: Mirror, mailboxId: Id): Promise<Both> =>
  store.read(async (reader) => ({
    mailbox: (await getMailboxes(reader, accountId, [mailboxId]))[0],
    folder: await getFolder(reader, mailboxId),
  }));

/** @returns whether it is done; what is not waits for the letters in it. @throws Refusal */
export async function pushMailbox(mirror: Mirror, { id }: OutboundJob): Promise<boolean> {
  const { mailbox, folder } = await readBoth(mirror, id);
  // A folder that is gone goes here with the next round, or is made again for what was put into it.
  if (mailbox && folder?.isGone) mirror.wantRound();
  else if (mailbox && folder) await pushName(mirror, mailbox, folder);
  // The folders that always exist here are made there when there is something to put into them.
  else if (mailbox && (mailbox.myRights.mayDelete || mailbox.totalEmails > 0)) await ensureFolder(mirror, id);
  else if (folder && !(await deleteFolder(mirror, folder))) return false;
  await mirror.store.write((tx) => finishJob(tx, mirror.accountId, "Mailbox", id));
  return true;
}

/** The server's folder of a mailbox, made where there is none. @param use "parent": it need not hold letters. @throws Refusal */
export async function ensureFolder(
  mirror: Mirror,
  mailboxId: Id,
  use: "letters" | "parent" = "letters",
): Promise<ImapFolder> {
  const { mailbox, folder } = await readBoth(mirror, mailboxId);
  if (folder && !folder.isGone && (folder.isSelectable || use === "parent")) return folder;
  if (!mailbox) throw new Refusal("CANNOT", "the mailbox is destroyed");
  const { store, accountId, session } = mirror;
  const path = folder && !folder.isGone ? folder.path : await pathFor(mirror, mailbox);
  const others = await store.read((reader) => listFolders(reader, accountId));
  if (others.some((each) => each.path === path && each.mailboxId !== mailboxId)) {
    // Two names here may be one there ("a/b" and "a-b"): the later one gives way.
    const name = freeName(mailbox.name, await store.read((reader) => getMailboxes(reader, accountId)));
    await store.write((tx) => updateMailbox(tx, accountId, mailboxId, { name }));
    return ensureFolder(mirror, mailboxId);
  }
  await session.must(session.client.mailboxCreate(path));
  await store.write(async (tx) => {
    if (folder) await removeFolder(tx, mailboxId);
    const { name: baseName, parentId: baseParentId } = mailbox;
    await insertFolder(tx, accountId, { mailboxId, path, baseName, baseParentId, isSelectable: true });
    await finishJob(tx, accountId, "Mailbox", mailboxId);
  });
  return (await store.read((reader) => getFolder(reader, mailboxId)))!;
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
  if (baseName === folder.baseName && baseParentId === folder.baseParentId) return;
  const path = await pathFor(mirror, mailbox);
  // Renaming INBOX would move its letters away (RFC 9051 §6.3.6): its name is ours alone.
  const isInbox = folder.path.toUpperCase() === "INBOX";
  if (!isInbox && path !== folder.path) await session.must(session.client.mailboxRename(folder.path, path));
  await store.write(async (tx) => {
    const delimiter = session.client.namespace?.delimiter || "/";
    for (const each of isInbox ? [] : await listFolders(tx, accountId)) {
      if (!`${each.path}${delimiter}`.startsWith(`${folder.path}${delimiter}`)) continue;
      await updateFolder(tx, each.mailboxId, { path: `${path}${each.path.slice(folder.path.length)}` });
    }
    await updateFolder(tx, folder.mailboxId, { baseName, baseParentId });
  });
}

/** Only an empty folder goes: what came into it meanwhile was not meant. @returns false while letters are still in it */
async function deleteFolder(mirror: Mirror, folder: ImapFolder): Promise<boolean> {
  const { store, session, log, accountId } = mirror;
  if ((await store.read((reader) => countPlaced(reader, folder.mailboxId))) > 0) return false;
  if (folder.isSelectable && !folder.isGone) {
    await session.must(session.client.mailboxOpen(folder.path));
    const left = await session.must(session.client.search({ deleted: false }, { uid: true }));
    if (left.length > 0) {
      log.info("A folder that was deleted here has new letters on the server: it stays", { accountId });
      // Unknown to us again, it is taken in like any other.
      await store.write((tx) => removeFolder(tx, folder.mailboxId));
      mirror.wantRound();
      return true;
    }
    // Not the folder that is open; and CLOSE would expunge.
    await session.must(session.client.mailboxOpen("INBOX"));
  }
  if (!folder.isGone) await session.must(session.client.mailboxDelete(folder.path));
  await store.write((tx) => removeFolder(tx, folder.mailboxId));
  return true;
}

/**
 * The server has refused for good: the mailbox is here again what it is there.
 * @throws SetFailure where that cannot be, because others were put into it
 */
export async function takeBackMailbox(tx: Transactor, accountId: Id, mailboxId: Id): Promise<void> {
  const [mailbox] = await getMailboxes(tx, accountId, [mailboxId]);
  const folder = await getFolder(tx, mailboxId);
  if (folder && mailbox) {
    await updateMailbox(tx, accountId, mailboxId, { name: folder.baseName, parentId: folder.baseParentId });
  } else if (folder) {
    await removeFolder(tx, mailboxId);
  } else if (mailbox?.myRights.mayDelete) {
    await emptyMailbox(tx, accountId, mailboxId);
    await destroyMailbox(tx, accountId, mailboxId, false);
  }
  await finishJob(tx, accountId, "Mailbox", mailboxId);
}

/** Letters go back to where the server has them, and those that it never had to the inbox. */
async function emptyMailbox(tx: Transactor, accountId: Id, mailboxId: Id): Promise<void> {
  const inbox = await findMailboxByRole(tx, accountId, "inbox");
  if (!inbox) throw new SetFailure({ type: "mailboxHasEmail" });
  const { ids } = await queryEmails(tx, accountId, { filter: { inMailbox: mailboxId } });
  for (const id of ids) {
    const { placed } = await readLetter(tx, accountId, id);
    const { mailboxIds = [] } = (await getPlaces(tx, accountId, id)) ?? {};
    const others = mailboxIds.filter((each) => each !== mailboxId);
    const home = placed.map((copy) => copy.mailboxId);
    await updateEmail(tx, accountId, id, {
      mailboxIds: others.length > 0 ? others : home.length > 0 ? home : [inbox.id],
    });
  }
}

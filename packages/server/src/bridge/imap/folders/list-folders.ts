/** Lists the server's folders, and checks those that its list leaves out. */
import type { Id } from "@pismo/jmap";
import type { ListResponse } from "imapflow";
import { listFolders } from "../../../store/mirror/imap-folders.ts";
import { isInconclusive, Offline, Refusal } from "../connection/errors.ts";
import { isAllMail, isContainer, isMissing, isView } from "./folder-names.ts";
import type { Mirror } from "../sync/mirror.ts";
import { withParents } from "./namespaces.ts";
import type { Session } from "../connection/connection.ts";
import { hasLabels } from "../push/store-labels.ts";

/** All folders of the server with their STATUS: in one command where it can (RFC 5819). */
export async function listServerFolders({ session }: Mirror): Promise<ListResponse[]> {
  const statusQuery = { messages: true, uidNext: true, uidValidity: true, unseen: true, highestModseq: true };
  const listed = await withOwnFlags(session, await session.must(session.client.list({ statusQuery })));
  // There always is an INBOX (RFC 9051 §5.1): an empty list does not mean that all folders are deleted.
  if (listed.length === 0) throw new Offline("the server lists no folders");
  const real = listed.filter((entry) => !isView(entry) && (!isMissing(entry) || entry.flags.has("\\HasChildren")));
  const all = withParents(real, session.client.namespace?.prefix ?? "");
  const shown = hasLabels(session) ? labelFolders(all) : all;
  const listing = shown.map((entry) => ({ ...entry, subscribed: isSubscribed(entry) }));
  // Parents come before their children.
  return listing.toSorted((one, other) => one.parent.length - other.parent.length);
}

/** ImapFlow leaves it out of folders that are not, although its types say that it is there. */
const isSubscribed = ({ subscribed }: { subscribed?: boolean }): boolean => subscribed ?? false;

/**
 * Where ImapFlow uses LSUB for subscriptions, it merges its flags into those of LIST; LSUB returns \\Noselect for an
 * unsubscribed folder that contains a subscribed one (RFC 3501 §6.3.9; Courier also for "*").
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

/** Gmail: "All Mail" is the archive, and the container of its system folders is no folder. */
const labelFolders = (listing: readonly ListResponse[]): ListResponse[] =>
  listing
    .filter((entry) => !(isContainer(entry) && /^\[(Gmail|Google Mail)\]$/.test(entry.path)))
    .map((entry) => (isAllMail(entry) ? { ...entry, specialUse: "\\Archive" } : entry));

/** Known folders that exist although the list leaves them out: Dovecot's list may be outdated. */
export async function unlistedFolders(mirror: Mirror, listing: readonly ListResponse[]): Promise<ReadonlySet<Id>> {
  const { store, accountId, session } = mirror;
  const known = await store.read((reader) => listFolders(reader, accountId));
  const listed = new Set(listing.map(({ path }) => path));
  const existing = new Set<Id>();
  for (const { path, mailboxId, isGone, isSelectable, uidValidity } of known) {
    if (listed.has(path) || isGone || !isSelectable) continue;
    try {
      // STATUS may be as outdated as the list.
      const box = await session.must(session.client.mailboxOpen(path, { readOnly: true }));
      if (uidValidity === null || String(box.uidValidity) === uidValidity) existing.add(mailboxId);
      await session.must(session.client.mailboxClose());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isInconclusive(error)) existing.add(mailboxId);
      else await assertInboxOpens(session);
    }
  }
  return existing;
}

/** A server that cannot open INBOX does not prove that other folders are deleted. @throws Offline */
async function assertInboxOpens({ client, must }: Session): Promise<void> {
  try {
    await must(client.mailboxOpen("INBOX", { readOnly: true }));
    await must(client.mailboxClose());
  } catch (error) {
    throw error instanceof Refusal ? new Offline(`the server opens no folder: ${error.message}`) : error;
  }
}

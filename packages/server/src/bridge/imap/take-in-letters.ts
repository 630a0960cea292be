/**
 * Taking in where one letter is in several folders: one that is here already, from another folder, gets one place more
 * and is not fetched. Everywhere else it is takeIn.
 */
import type { Id } from "@pismo/jmap";
import { updateEmail } from "../../store/emails.ts";
import type { ImapFolder } from "../../store/imap-folders.ts";
import {
  findByServerId,
  findWithoutServerId,
  getLabelFolders,
  type LabelFolders,
  noteServerId,
} from "../../store/imap-labels.ts";
import { messagesAt, type PlacedMessage, placeMessage, readLetter, removePlaced } from "../../store/imap-messages.ts";
import { getMailboxes } from "../../store/mailboxes.ts";
import { inSlices } from "../../store/reader.ts";
import type { Transactor } from "../../store/store.ts";
import { applyFound, applyKeywords, settle } from "./apply.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import { isDeleted, keywordsOf, withImportant } from "./flags.ts";
import { isAlone, isSameSet, labelled } from "./labels.ts";
import { markOf, messageIdOf } from "./mark.ts";
import { mergeKeywords, mergeMove } from "./merge.ts";
import type { Mirror } from "./mirror.ts";
import { select } from "./select.ts";
import { hasLabels } from "./store-labels.ts";
import { takeIn } from "./take-in.ts";
import { uidSet } from "./uid-set.ts";

/** Letters looked at together. */
const SLICE = 200;

type Copy = Omit<PlacedMessage, "emailId">;
/** A copy with the server's id of its letter. */
type Seen = Copy & { serverId: string };

/** @param uids of letters in the selected folder, ascending; known ones are left alone */
export async function takeInLetters(mirror: Mirror, folder: ImapFolder, uids: readonly number[]): Promise<void> {
  const { store, accountId } = mirror;
  const folders = await store.read((reader) => getLabelFolders(reader, accountId));
  if (!folders || !hasLabels(mirror.session)) return takeIn(mirror, folder, uids);
  // The newest first, like everything.
  await inSlices([...uids].reverse(), SLICE, async (slice) => {
    const seen = await look(mirror, folder, slice.toReversed());
    const fresh = await store.write((tx) => placeKnown(tx, accountId, folders, seen));
    await takeIn(
      mirror,
      folder,
      fresh.map(({ uid }) => uid),
    );
    await store.write((tx) => noteFresh(tx, accountId, folder.mailboxId, fresh));
    return [];
  });
  return undefined;
}

async function look({ session, store }: Mirror, { mailboxId }: ImapFolder, uids: readonly number[]): Promise<Seen[]> {
  const known = await store.read((reader) => messagesAt(reader, mailboxId, uids));
  const unknown = uids.filter((uid) => !known.has(uid));
  if (unknown.length === 0) return [];
  const query = { uid: true, flags: true, size: true, internalDate: true, labels: true, headers: ["message-id"] };
  const messages = await fetchByUid(session, uidSet(unknown), query);
  return messages.flatMap(({ uid, flags = new Set(), labels, emailId, size = 0, internalDate, headers }) => {
    if (isDeleted(flags) || emailId === undefined) return [];
    const keywords = keywordsOf(withImportant(flags, labels));
    const mark = markOf(messageIdOf(headers ?? Buffer.of()), size, new Date(internalDate ?? Date.now()));
    return [{ mailboxId, uid, keywords, mark, serverId: emailId }];
  });
}

/** @returns those that are not here yet */
async function placeKnown(
  tx: Transactor,
  accountId: Id,
  folders: LabelFolders,
  seen: readonly Seen[],
): Promise<Seen[]> {
  const fresh: Seen[] = [];
  for (const each of seen) {
    const { serverId, ...copy } = each;
    const emailId =
      (await findByServerId(tx, accountId, serverId)) ??
      (copy.mark === null ? undefined : await findWithoutServerId(tx, accountId, copy.mark, copy.mailboxId));
    if (emailId === undefined) {
      fresh.push(each);
      continue;
    }
    await noteServerId(tx, accountId, serverId, emailId);
    await applyCopy(tx, accountId, folders, { ...copy, emailId });
  }
  return fresh;
}

/** A letter that is here has turned up in one folder more. */
async function applyCopy(tx: Transactor, accountId: Id, folders: LabelFolders, copy: PlacedMessage): Promise<void> {
  const { emailId, mailboxId, keywords } = copy;
  const { local, placed, unplaced } = await readLetter(tx, accountId, emailId);
  const lost =
    unplaced.find((each) => each.mailboxId === mailboxId) ?? unplaced.find(({ reason }) => reason !== "appending");
  if (lost) return applyFound(tx, accountId, lost, copy);
  const before = placed.map((each) => each.mailboxId);
  // In Trash and in Spam a letter is alone: what we know of other places is not true any more.
  const gone = placed.filter((each) => isAlone(each.mailboxId, folders) !== isAlone(mailboxId, folders));
  for (const each of gone) await removePlaced(tx, each.mailboxId, each.uid);
  await placeMessage(tx, copy);
  if (local) {
    const isOurs = !isSameSet(labelled(local.mailboxIds, folders), labelled(before, folders));
    const moved = gone.reduce((ids, { mailboxId: from }) => mergeMove(ids, from, mailboxId), local.mailboxIds);
    const [isHere] = await getMailboxes(tx, accountId, [mailboxId]);
    // Where the person has moved it as well, or deleted the folder, that stands.
    const isOverruled = !isHere || (gone.length > 0 && isOurs);
    const mailboxIds = isOverruled ? local.mailboxIds : [...new Set([...moved, mailboxId])];
    await updateEmail(tx, accountId, emailId, {
      mailboxIds: labelled(mailboxIds, folders),
      keywords: mergeKeywords(local.keywords, placed[0]?.keywords ?? keywords, keywords),
    });
  }
  return settle(tx, accountId, emailId);
}

/** What takeIn has placed: with the server's id, and with what stands in a label and not in a flag. */
async function noteFresh(tx: Transactor, accountId: Id, mailboxId: Id, fresh: readonly Seen[]): Promise<void> {
  const uids = fresh.map(({ uid }) => uid);
  const placed = await messagesAt(tx, mailboxId, uids);
  for (const { uid, serverId, keywords } of fresh) {
    const copy = placed.get(uid);
    if (!copy) continue;
    await noteServerId(tx, accountId, serverId, copy.emailId);
    await applyKeywords(tx, accountId, copy, keywords);
  }
}

/** Of a letter that we have put there: "All Mail" shows it under the same id in a moment. @throws Refusal */
export async function learnServerId(
  mirror: Mirror,
  folder: ImapFolder,
  { uid, emailId }: Pick<PlacedMessage, "uid" | "emailId">,
): Promise<void> {
  const { store, accountId, session } = mirror;
  await select(mirror, folder);
  const [message] = await fetchByUid(session, String(uid), { uid: true });
  const serverId = message?.emailId;
  if (serverId !== undefined) await store.write((tx) => noteServerId(tx, accountId, serverId, emailId));
}

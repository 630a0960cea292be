/**
 * Ingests messages of servers where one message is in several folders: a known one gets another mailbox and is not
 * fetched. Elsewhere it is ingestMessages.
 */
import type { Id } from "@pismo/jmap";
import { updateEmail } from "../../../store/mail/emails.ts";
import type { ImapFolder } from "../../../store/mirror/imap-folders.ts";
import {
  findByServerId,
  findWithoutServerId,
  getLabelFolders,
  type LabelFolders,
  noteServerId,
} from "../../../store/mirror/imap-labels.ts";
import {
  copiesAt,
  type LocatedCopy,
  addLocated,
  readMirroredEmail,
  removeLocated,
} from "../../../store/mirror/imap-copies.ts";
import { getMailboxes } from "../../../store/mail/mailboxes.ts";
import { inSlices } from "../../../store/db/reader.ts";
import type { Transactor } from "../../../store/db/store.ts";
import { noteVacationDue } from "../../../store/submission/vacation-due.ts";
import { applyFound, applyKeywords, settle } from "./apply-changes.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import { isDeleted, keywordsOf, withImportant } from "./flags.ts";
import { isAlone, isSameSet, labelled } from "./labels.ts";
import { fingerprintOf, messageIdOf } from "./fingerprint.ts";
import { mergeKeywords, mergeMove } from "./merge.ts";
import type { Mirror } from "../sync/mirror.ts";
import { select } from "../connection/select.ts";
import { hasLabels } from "../push/store-labels.ts";
import { ingestMessages } from "./ingest-messages.ts";
import { uidSet } from "../connection/uid-set.ts";

/** Messages of one FETCH and one transaction. */
const SLICE = 200;

type Copy = Omit<LocatedCopy, "emailId">;
/** A copy with the server's id of its message. */
type IdentifiedCopy = Copy & { serverId: string };

/** @param uids of messages in the selected folder, ascending; known ones are skipped */
export async function ingestLabelledMessages(
  mirror: Mirror,
  folder: ImapFolder,
  uids: readonly number[],
): Promise<void> {
  const { store, accountId } = mirror;
  const folders = await store.read((reader) => getLabelFolders(reader, accountId));
  if (!folders || !hasLabels(mirror.session)) return ingestMessages(mirror, folder, uids);
  // Newest first.
  await inSlices([...uids].reverse(), SLICE, async (slice) => {
    const copies = await fetchCopies(mirror, folder, slice.toReversed());
    const fresh = await store.write((tx) => addKnownCopies(tx, accountId, folder, folders, copies));
    await ingestMessages(
      mirror,
      folder,
      fresh.map(({ uid }) => uid),
    );
    await store.write((tx) => noteNewMessages(tx, accountId, folder.mailboxId, fresh));
    return [];
  });
  return undefined;
}

async function fetchCopies(
  { session, store, accountId }: Mirror,
  { mailboxId }: ImapFolder,
  uids: readonly number[],
): Promise<IdentifiedCopy[]> {
  const known = await store.read((reader) => copiesAt(reader, accountId, mailboxId, uids));
  const unknown = uids.filter((uid) => !known.has(uid));
  if (unknown.length === 0) return [];
  const query = { uid: true, flags: true, size: true, internalDate: true, labels: true, headers: ["message-id"] };
  const messages = await fetchByUid(session, uidSet(unknown), query);
  return messages.flatMap(({ uid, flags = new Set(), labels, emailId, size = 0, internalDate, headers }) => {
    if (isDeleted(flags) || emailId === undefined) return [];
    const keywords = keywordsOf(withImportant(flags, labels));
    const fingerprint = fingerprintOf(messageIdOf(headers ?? Buffer.of()), size, new Date(internalDate ?? Date.now()));
    return [{ mailboxId, uid, keywords, fingerprint, serverId: emailId }];
  });
}

/** @returns copies of unknown messages */
async function addKnownCopies(
  tx: Transactor,
  accountId: Id,
  { uidNext }: ImapFolder,
  folders: LabelFolders,
  copies: readonly IdentifiedCopy[],
): Promise<IdentifiedCopy[]> {
  const fresh: IdentifiedCopy[] = [];
  for (const each of copies) {
    const { serverId, ...copy } = each;
    const emailId =
      (await findByServerId(tx, accountId, serverId)) ??
      (copy.fingerprint === null
        ? undefined
        : await findWithoutServerId(tx, accountId, copy.fingerprint, copy.mailboxId));
    if (emailId === undefined) {
      fresh.push(each);
      continue;
    }
    await noteServerId(tx, accountId, serverId, emailId);
    await applyCopy(tx, accountId, folders, { ...copy, emailId });
    // "All Mail" may have shown it first.
    if (copy.uid >= uidNext) await noteVacationDue(tx, accountId, copy.mailboxId, [emailId]);
  }
  return fresh;
}

/** A known message has appeared in another folder. */
async function applyCopy(tx: Transactor, accountId: Id, folders: LabelFolders, copy: LocatedCopy): Promise<void> {
  const { emailId, mailboxId, keywords } = copy;
  const { local, located, unlocated } = await readMirroredEmail(tx, accountId, emailId);
  const lost =
    unlocated.find((each) => each.mailboxId === mailboxId) ?? unlocated.find(({ reason }) => reason !== "appending");
  if (lost) return applyFound(tx, accountId, lost, copy);
  const before = located.map((each) => each.mailboxId);
  // A message in Trash or Spam is in no other folder: its other copies are outdated.
  const gone = located.filter((each) => isAlone(each.mailboxId, folders) !== isAlone(mailboxId, folders));
  for (const each of gone) await removeLocated(tx, accountId, each.mailboxId, each.uid);
  await addLocated(tx, accountId, copy);
  if (local) {
    const isOurs = !isSameSet(labelled(local.mailboxIds, folders), labelled(before, folders));
    const moved = gone.reduce((ids, { mailboxId: from }) => mergeMove(ids, from, mailboxId), local.mailboxIds);
    const [isHere] = await getMailboxes(tx, accountId, [mailboxId]);
    // Where the person has moved it as well, or deleted the folder, that takes precedence.
    const isOverruled = !isHere || (gone.length > 0 && isOurs);
    const mailboxIds = isOverruled ? local.mailboxIds : [...new Set([...moved, mailboxId])];
    await updateEmail(tx, accountId, emailId, {
      mailboxIds: labelled(mailboxIds, folders),
      keywords: mergeKeywords(local.keywords, located[0]?.keywords ?? keywords, keywords),
    });
  }
  return settle(tx, accountId, emailId);
}

/** Adds to ingested messages the server's id, and the keywords that are labels. */
async function noteNewMessages(
  tx: Transactor,
  accountId: Id,
  mailboxId: Id,
  fresh: readonly IdentifiedCopy[],
): Promise<void> {
  const uids = fresh.map(({ uid }) => uid);
  const located = await copiesAt(tx, accountId, mailboxId, uids);
  for (const { uid, serverId, keywords } of fresh) {
    const copy = located.get(uid);
    if (!copy) continue;
    await noteServerId(tx, accountId, serverId, copy.emailId);
    await applyKeywords(tx, accountId, copy, keywords);
  }
}

/** Records the server's id of a message that we appended: "All Mail" will list it with the same id. @throws Refusal */
export async function learnServerId(
  mirror: Mirror,
  folder: ImapFolder,
  { uid, emailId }: Pick<LocatedCopy, "uid" | "emailId">,
): Promise<void> {
  const { store, accountId, session } = mirror;
  await select(mirror, folder);
  const [message] = await fetchByUid(session, String(uid), { uid: true });
  const serverId = message?.emailId;
  if (serverId !== undefined) await store.write((tx) => noteServerId(tx, accountId, serverId, emailId));
}

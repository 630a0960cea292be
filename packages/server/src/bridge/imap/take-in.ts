/**
 * From letters of the selected folder to Emails. One that was moved by another client is known again by its mark. Of the
 * others the header comes, with what a list shows; the message when somebody opens the letter or there is time for it
 * (bodies.ts). Letters that have just arrived come whole: their text says what category they are of.
 */
import type { AfterInsert, Delivery, PreparedBatch } from "../../ingest/ingest.ts";
import { type ImapFolder, listFolders } from "../../store/imap-folders.ts";
import {
  hasUnplaced,
  knownUids,
  listUnplaced,
  placeMessages,
  readLetter,
  type UnplacedMessage,
  unplacedByMark,
} from "../../store/imap-messages.ts";
import type { Reader, Transactor } from "../../store/store.ts";
import { sentLately } from "../../store/sent-copies.ts";
import { applyFiled, applyFound, settle } from "./apply.ts";
import { messageIdIn } from "./mark.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import type { Mirror } from "./mirror.ts";
import { deliveryOf, fetchRemote, type RemoteMessage } from "./remote-message.ts";
import { uidSet } from "./uid-set.ts";

/** Letters fetched and inserted together: a transaction of more would hold up who reads and writes meanwhile. */
const BATCH = 100;
/** Arrivals that are fetched whole at once. More at a time is what a mirror that slept finds. */
const WHOLE_AT_ONCE = 64;
const WHOLE_OCTETS = 500_000;

/** @param uids of letters in the selected folder, ascending; known ones are left alone */
export async function takeIn(mirror: Mirror, folder: ImapFolder, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return;
  const { store, accountId } = mirror;
  const { known, mayBeKnown } = await store.read(async (reader) => ({
    known: new Set(await knownUids(reader, folder.mailboxId, uids[0], uids.at(-1))),
    mayBeKnown:
      (await hasUnplaced(reader, accountId)) || (await sentLately(reader, accountId, folder.mailboxId)).size > 0,
  }));
  const unknown = uids.filter((uid) => !known.has(uid)).toReversed();
  const comesWhole = ({ uid, size }: RemoteMessage): boolean =>
    uid >= folder.uidNext && unknown.length <= WHOLE_AT_ONCE && size <= WHOLE_OCTETS;

  // While one batch is written, the next is parsed, and the one after that is on its way.
  let writing: Promise<void> = Promise.resolve();
  let writingBefore = writing;
  try {
    for (let at = 0; at < unknown.length; at += BATCH) {
      const asked = unknown.slice(at, at + BATCH);
      const found = await fetchRemote(mirror.session, asked.toReversed());
      const arrivals = found.filter(({ isDeleted }) => !isDeleted).toSorted((a, b) => b.uid - a.uid);
      const fresh = mayBeKnown ? await store.write((tx) => findAgain(tx, mirror, folder, arrivals)) : arrivals;
      const wholes = fresh.filter(comesWhole);
      const messages = wholes.length > 0 ? await fetchWhole(mirror, wholes) : new Map<number, Buffer>();
      const write = prepare(mirror, folder, fresh, messages);
      await writingBefore;
      writingBefore = writing;
      writing = writing.then(write);
      // Who waits for it gets what it throws.
      writing.catch(() => {});
    }
  } finally {
    await writing;
  }
}

/** Places those that we know from elsewhere, and those that we have sent; gives the others. */
async function findAgain(
  tx: Transactor,
  { accountId }: Mirror,
  { mailboxId, uidNext }: ImapFolder,
  arrivals: readonly RemoteMessage[],
): Promise<RemoteMessage[]> {
  const fresh: RemoteMessage[] = [];
  const sent = await sentLately(tx, accountId, mailboxId);
  const gone = new Set((await listFolders(tx, accountId)).flatMap((each) => (each.isGone ? [each.mailboxId] : [])));
  const all = await listUnplaced(tx, accountId, "appending", 1000);
  const appending = {
    here: all.filter((copy) => copy.mailboxId === mailboxId),
    // A folder that was renamed may be another to us.
    anywhere: all.filter((copy) => gone.has(copy.mailboxId)),
  };
  for (const arrival of arrivals) {
    const { uid, mark, keywords } = arrival;
    const lost = mark === null ? undefined : await findLost(tx, accountId, mailboxId, mark, appending);
    const copy = { mailboxId, uid, mark, keywords };
    if (lost) {
      await applyFound(tx, accountId, lost, copy);
      continue;
    }
    const emailId = uid >= uidNext ? sent.get(messageIdIn(mark) ?? "") : undefined;
    if (emailId === undefined) fresh.push(arrival);
    else await applyFiled(tx, accountId, { ...copy, emailId });
  }
  return fresh;
}

async function findLost(
  reader: Reader,
  accountId: string,
  mailboxId: string,
  mark: string,
  appending: { here: UnplacedMessage[]; anywhere: UnplacedMessage[] },
): Promise<UnplacedMessage | undefined> {
  // A server may have changed what we put there: its Message-ID is enough, in this folder.
  const ours = appending.here.findIndex((copy) => messageIdIn(copy.mark) === messageIdIn(mark));
  if (ours >= 0) return appending.here.splice(ours, 1)[0];
  const stray = appending.anywhere.findIndex((copy) => copy.mark === mark);
  if (stray >= 0) return appending.anywhere.splice(stray, 1)[0];
  for (const copy of await unplacedByMark(reader, accountId, mark, mailboxId)) {
    // A letter is in a folder once: a second copy that somebody puts there is another letter.
    const { placed } = await readLetter(reader, accountId, copy.emailId);
    if (!placed.some((other) => other.mailboxId === mailboxId)) return copy;
  }
  return undefined;
}

/** By uid; without those that are gone meanwhile. */
async function fetchWhole({ session }: Mirror, arrivals: readonly RemoteMessage[]): Promise<Map<number, Buffer>> {
  const uids = arrivals.map(({ uid }) => uid).toSorted((a, b) => a - b);
  const messages = await fetchByUid(session, uidSet(uids), { uid: true, source: true });
  return new Map(messages.flatMap(({ uid, source }): [number, Buffer][] => (source ? [[uid, source]] : [])));
}

/** Parses in workers, at once; what it gives inserts. */
function prepare(
  mirror: Mirror,
  { mailboxId, uidNext }: ImapFolder,
  fresh: readonly RemoteMessage[],
  messages: ReadonlyMap<number, Buffer>,
): () => Promise<void> {
  const { ingest, accountId } = mirror;
  const whole = fresh.filter(({ uid }) => messages.has(uid));
  const partial = fresh.filter(({ uid }) => !messages.has(uid));
  const batches: { letters: readonly RemoteMessage[]; prepared: Promise<PreparedBatch> }[] = [];
  if (whole.length > 0) {
    const deliveries = whole.map(({ uid, receivedAt, keywords }): Delivery => {
      const bytes = messages.get(uid)!;
      return { accountId, bytes, mailboxIds: [mailboxId], keywords, receivedAt, isArrival: true, isFromServer: true };
    });
    batches.push({ letters: whole, prepared: ingest.prepareBatch(deliveries) });
  }
  if (partial.length > 0) {
    // What was there before the folder was first looked at is history.
    const deliveries = partial.map((letter) =>
      deliveryOf(letter, { accountId, mailboxId, isArrival: letter.uid >= uidNext }),
    );
    batches.push({ letters: partial, prepared: ingest.prepareRemote(deliveries) });
  }
  // Who inserts throws what it throws; until then nobody else looks.
  for (const { prepared } of batches) prepared.catch(() => {});
  return async () => {
    for (const { letters, prepared } of batches) {
      await ingest.insertBatch(await prepared, placing(mirror, mailboxId, letters));
    }
  };
}

const placing =
  ({ accountId }: Mirror, mailboxId: string, letters: readonly RemoteMessage[]): AfterInsert =>
  async (tx, results) => {
    const placed = results.flatMap((result, index) => {
      // The mailbox was destroyed here meanwhile; the letter is taken in when it turns up elsewhere.
      if (result instanceof Error) return [];
      const { uid, mark, keywords } = letters[index]!;
      return { at: { mailboxId, uid, emailId: result.id, keywords, mark }, now: result.keywords };
    });
    await placeMessages(
      tx,
      placed.map(({ at }) => at),
    );
    // A category that was found here is brought to the server like any keyword.
    for (const { at, now } of placed) if (now.length !== at.keywords.length) await settle(tx, accountId, at.emailId);
  };

/**
 * From letters of the selected folder to Emails. One that was moved by another client is known again by its mark and
 * is not fetched; all others are fetched whole, because everything that we keep of a letter is made from its bytes.
 */
import type { FetchMessageObject } from "imapflow";
import type { AfterInsert } from "../../ingest/ingest.ts";
import type { ImapFolder } from "../../store/imap-folders.ts";
import {
  hasUnplaced,
  listUnplaced,
  messagesAt,
  placeMessage,
  type UnplacedMessage,
  unplacedByMark,
} from "../../store/imap-messages.ts";
import { finishJob } from "../../store/outbound-jobs.ts";
import type { Reader, Transactor } from "../../store/store.ts";
import { applyFound, settle } from "./apply.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import { isDeleted, keywordsOf } from "./flags.ts";
import { markOf, messageIdIn, messageIdOf } from "./mark.ts";
import type { Mirror } from "./mirror.ts";
import { uidSet } from "./uid-set.ts";

/** Letters fetched and inserted together, whichever is reached first. */
const BATCH_LETTERS = 64;
const BATCH_OCTETS = 4_000_000;

interface Arrival {
  uid: number;
  size: number;
  mark: string | null;
}

/** @param uids of letters in the selected folder, ascending; known ones are left alone */
export async function takeIn(mirror: Mirror, folder: ImapFolder, uids: readonly number[]): Promise<void> {
  const { store, session, accountId } = mirror;
  const { known, looksForLost } = await store.read(async (reader) => ({
    known: await messagesAt(reader, folder.mailboxId, uids),
    looksForLost: await hasUnplaced(reader, accountId),
  }));
  const unknown = uids.filter((uid) => !known.has(uid));
  if (unknown.length === 0) return;
  const query = { uid: true, flags: true, size: true, internalDate: true, headers: ["message-id"] };
  const found = await fetchByUid(session, uidSet(unknown), query);
  const arrivals = found.filter(({ flags }) => !isDeleted(flags ?? [])).toSorted((a, b) => b.uid - a.uid);
  const fresh = looksForLost
    ? await store.write((tx) => findAgain(tx, mirror, folder, arrivals))
    : arrivals.map(arrivalOf);

  // While one batch is written, the next is parsed and the one after it is on its way.
  let writing: Promise<void> = Promise.resolve();
  try {
    for (const batch of batchesOf(fresh)) {
      const letters = await fetchWhole(mirror, batch);
      const write = prepare(mirror, folder, letters);
      await writing;
      writing = write();
    }
  } finally {
    await writing;
  }
}

const dateOf = (message: FetchMessageObject): Date => new Date(message.internalDate ?? Date.now());

function arrivalOf(message: FetchMessageObject): Arrival {
  const size = message.size ?? 0;
  return { uid: message.uid, size, mark: markOf(messageIdOf(message.headers ?? Buffer.of()), size, dateOf(message)) };
}

/** Places those that we know from elsewhere; gives the others. */
async function findAgain(
  tx: Transactor,
  { accountId }: Mirror,
  { mailboxId }: ImapFolder,
  messages: readonly FetchMessageObject[],
): Promise<Arrival[]> {
  const fresh: Arrival[] = [];
  const appending = (await listUnplaced(tx, accountId, "appending", 1000)).filter(
    (copy) => copy.mailboxId === mailboxId,
  );
  for (const message of messages) {
    const arrival = arrivalOf(message);
    const lost = arrival.mark === null ? undefined : await findLost(tx, accountId, mailboxId, arrival.mark, appending);
    if (!lost) {
      fresh.push(arrival);
      continue;
    }
    const { uid, mark } = arrival;
    await applyFound(tx, accountId, lost, { mailboxId, uid, mark, keywords: keywordsOf(message.flags ?? []) });
  }
  return fresh;
}

async function findLost(
  reader: Reader,
  accountId: string,
  mailboxId: string,
  mark: string,
  appending: UnplacedMessage[],
): Promise<UnplacedMessage | undefined> {
  // A server may have changed what we put there: its Message-ID is enough, in this folder.
  const ours = appending.findIndex((copy) => messageIdIn(copy.mark) === messageIdIn(mark));
  if (ours >= 0) return appending.splice(ours, 1)[0];
  const [moved] = await unplacedByMark(reader, accountId, mark, mailboxId);
  return moved;
}

function* batchesOf(arrivals: readonly Arrival[]): Generator<Arrival[]> {
  let batch: Arrival[] = [];
  let octets = 0;
  for (const arrival of arrivals) {
    if (batch.length === BATCH_LETTERS || (batch.length > 0 && octets + arrival.size > BATCH_OCTETS)) {
      yield batch;
      batch = [];
      octets = 0;
    }
    batch.push(arrival);
    octets += arrival.size;
  }
  if (batch.length > 0) yield batch;
}

type Whole = { arrival: Arrival; message: FetchMessageObject };

async function fetchWhole({ session }: Mirror, batch: readonly Arrival[]): Promise<Whole[]> {
  const uids = batch.map(({ uid }) => uid).toSorted((a, b) => a - b);
  const query = { uid: true, flags: true, internalDate: true, source: true };
  const messages = await fetchByUid(session, uidSet(uids), query);
  const byUid = new Map(messages.map((message) => [message.uid, message]));
  return batch.flatMap((arrival) => {
    const message = byUid.get(arrival.uid);
    // Gone meanwhile.
    return !message || isDeleted(message.flags ?? []) ? [] : [{ arrival, message }];
  });
}

/** Parses in workers, at once; what it gives inserts. */
function prepare(mirror: Mirror, { mailboxId, uidNext }: ImapFolder, letters: readonly Whole[]): () => Promise<void> {
  const { ingest, accountId } = mirror;
  const deliveries = letters.map(({ arrival, message }) => ({
    accountId,
    bytes: message.source ?? Buffer.of(),
    mailboxIds: [mailboxId],
    keywords: keywordsOf(message.flags ?? []),
    receivedAt: dateOf(message),
    // What was there before the folder was first looked at is history.
    isArrival: arrival.uid >= uidNext,
  }));
  const prepared = ingest.prepareBatch(deliveries);
  // Who inserts throws what it throws; until then nobody else looks.
  prepared.catch(() => {});
  const place: AfterInsert = async (tx, results) => {
    for (const [index, result] of results.entries()) {
      // The mailbox was destroyed here meanwhile; the letter is taken in when it turns up elsewhere.
      if (result instanceof Error) continue;
      const { uid, mark } = letters[index]!.arrival;
      const { keywords } = deliveries[index]!;
      await placeMessage(tx, { mailboxId, uid, emailId: result.id, keywords, mark });
      // A category that was found here is brought to the server like any keyword.
      const isSame = result.keywords.length === keywords.length;
      if (isSame) await finishJob(tx, accountId, "Email", result.id);
      else await settle(tx, accountId, result.id);
    }
  };
  return async () => void (await ingest.insertBatch(await prepared, place));
}

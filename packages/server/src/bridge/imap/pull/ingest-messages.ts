/**
 * From messages of the selected folder to Emails. One that another client has moved is recognized by its fingerprint. Of
 * others the header is fetched, with what a list shows; the message follows on demand or in the background
 * (hydration.ts). New messages are fetched in full: their text decides their category.
 */
import type { Id } from "@pismo/jmap";
import type { AfterInsert, Delivery, PreparedBatch } from "../../../ingest/ingest.ts";
import { type ImapFolder, listFolders } from "../../../store/mirror/imap-folders.ts";
import {
  hasUnlocated,
  knownUids,
  listUnlocated,
  addAllLocated,
  fingerprintsElsewhere,
  readMirroredEmail,
  type UnlocatedCopy,
  unlocatedByFingerprint,
} from "../../../store/mirror/imap-copies.ts";
import { noteMovedAround } from "../../../store/spam/lessons.ts";
import { findMailboxByRole } from "../../../store/mail/mailboxes.ts";
import { getRights } from "../../../store/mailboxes/mailbox-rights.ts";
import { isFull } from "../../../store/people/limits.ts";
import type { Reader, Transactor } from "../../../store/db/store.ts";
import { sentLately } from "../../../store/mirror/sent-copies.ts";
import { noteVacationDue } from "../../../store/submission/vacation-due.ts";
import { applyFiled, applyFound, settle } from "./apply-changes.ts";
import { messageIdIn } from "./fingerprint.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import type { Mirror } from "../sync/mirror.ts";
import { deliveryOf, fetchRemote, type RemoteMessage } from "./remote-message.ts";
import { uidSet } from "../connection/uid-set.ts";

/** Messages of one transaction: a larger one would delay other readers and writers. */
const BATCH = 100;
/** New messages that are fetched in full. A mirror that was offline finds more at a time. */
const MAX_FULL_MESSAGES = 64;
const MAX_FULL_BYTES = 500_000;

/** @param uids of messages in the selected folder, ascending; known ones are skipped */
export async function ingestMessages(mirror: Mirror, folder: ImapFolder, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return;
  const { store, accountId } = mirror;
  const { known, mayBeKnown, maySetKeywords, isInbox, hasRoom } = await store.read(async (reader) => ({
    // A category is a keyword, which is pushed to the server.
    maySetKeywords: (await getRights(reader, accountId, folder.mailboxId))?.includes("w") ?? true,
    isInbox: (await findMailboxByRole(reader, accountId, "inbox"))?.id === folder.mailboxId,
    // What does not fit here stays on its server until it is opened.
    hasRoom: !(await isFull(reader, accountId, 0)),
    known: new Set(await knownUids(reader, accountId, folder.mailboxId, uids[0], uids.at(-1))),
    mayBeKnown:
      (await hasUnlocated(reader, accountId)) || (await sentLately(reader, accountId, folder.mailboxId)).size > 0,
  }));
  const unknown = uids.filter((uid) => !known.has(uid)).toReversed();
  const isFetchedWhole = ({ uid, size }: RemoteMessage): boolean =>
    hasRoom && uid >= folder.uidNext && unknown.length <= MAX_FULL_MESSAGES && size <= MAX_FULL_BYTES;

  // While one batch is written, the next is parsed, and the one after it is fetched.
  let writing: Promise<void> = Promise.resolve();
  let writingBefore = writing;
  try {
    for (let at = 0; at < unknown.length; at += BATCH) {
      const batch = unknown.slice(at, at + BATCH);
      const fetched = await fetchRemote(mirror.session, batch.toReversed());
      const shown = fetched.filter(({ isDeleted }) => !isDeleted).toSorted((a, b) => b.uid - a.uid);
      const fresh = mayBeKnown ? await store.write((tx) => matchKnown(tx, mirror, folder, shown)) : shown;
      const moved = await store.read((reader) => movedHere(reader, accountId, folder, fresh));
      const full = fresh.filter(isFetchedWhole);
      const messages = full.length > 0 ? await fetchMessages(mirror, full) : new Map<number, Buffer>();
      const write = prepare(mirror, folder, fresh, { messages, moved, maySetKeywords, isInbox });
      await writingBefore;
      writingBefore = writing;
      writing = writing.then(write);
      // The next await gets the error.
      writing.catch(() => {});
    }
  } finally {
    await writing;
  }
}

/** Adds copies of messages that are known from elsewhere, or were sent from here. @returns the others */
async function matchKnown(
  tx: Transactor,
  { accountId }: Mirror,
  { mailboxId, uidNext }: ImapFolder,
  messages: readonly RemoteMessage[],
): Promise<RemoteMessage[]> {
  const fresh: RemoteMessage[] = [];
  const sent = await sentLately(tx, accountId, mailboxId);
  const gone = new Set((await listFolders(tx, accountId)).flatMap((each) => (each.isGone ? [each.mailboxId] : [])));
  const all = await listUnlocated(tx, accountId, "appending", 1000);
  const appending = {
    here: all.filter((copy) => copy.mailboxId === mailboxId),
    // A renamed folder may be listed as another one.
    anywhere: all.filter((copy) => gone.has(copy.mailboxId)),
  };
  for (const message of messages) {
    const { uid, fingerprint, keywords } = message;
    const lost = fingerprint === null ? undefined : await findLost(tx, accountId, mailboxId, fingerprint, appending);
    const copy = { mailboxId, uid, fingerprint, keywords };
    if (lost) {
      await applyFound(tx, accountId, lost, copy);
      continue;
    }
    const emailId = uid >= uidNext ? sent.get(messageIdIn(fingerprint) ?? "") : undefined;
    if (emailId === undefined) fresh.push(message);
    else await applyFiled(tx, accountId, { ...copy, emailId });
  }
  return fresh;
}

/**
 * The uids of those that another client has put here from other folders, with these. It keeps their time (RFC 9051 §6.4.7), and the
 * folder that they left may be looked at later than this one.
 */
async function movedHere(
  reader: Reader,
  accountId: string,
  { mailboxId, uidNext }: ImapFolder,
  messages: readonly RemoteMessage[],
): Promise<ReadonlyMap<number, readonly Id[]>> {
  const fresh = messages.filter(({ uid }) => uid >= uidNext);
  const fingerprints = fresh.flatMap(({ fingerprint }) => fingerprint ?? []);
  const elsewhere = await fingerprintsElsewhere(reader, accountId, mailboxId, fingerprints);
  return new Map(
    fresh.flatMap(({ uid, fingerprint }): [number, readonly Id[]][] => {
      const from = fingerprint === null ? undefined : elsewhere.get(fingerprint);
      return from ? [[uid, from]] : [];
    }),
  );
}

async function findLost(
  reader: Reader,
  accountId: string,
  mailboxId: string,
  fingerprint: string,
  appending: { here: UnlocatedCopy[]; anywhere: UnlocatedCopy[] },
): Promise<UnlocatedCopy | undefined> {
  // A server may change an appended message: in this folder its Message-ID suffices.
  const ours = appending.here.findIndex((copy) => messageIdIn(copy.fingerprint) === messageIdIn(fingerprint));
  if (ours >= 0) return appending.here.splice(ours, 1)[0];
  const stray = appending.anywhere.findIndex((copy) => copy.fingerprint === fingerprint);
  if (stray >= 0) return appending.anywhere.splice(stray, 1)[0];
  for (const copy of await unlocatedByFingerprint(reader, accountId, fingerprint, mailboxId)) {
    // An Email is in a folder once: a second copy there is another Email.
    const { located } = await readMirroredEmail(reader, accountId, copy.emailId);
    if (!located.some((other) => other.mailboxId === mailboxId)) return copy;
  }
  return undefined;
}

/** By uid; without those that were expunged in the meantime. */
async function fetchMessages({ session }: Mirror, remote: readonly RemoteMessage[]): Promise<Map<number, Buffer>> {
  const uids = remote.map(({ uid }) => uid).toSorted((a, b) => a - b);
  const messages = await fetchByUid(session, uidSet(uids), { uid: true, source: true });
  return new Map(messages.flatMap(({ uid, source }): [number, Buffer][] => (source ? [[uid, source]] : [])));
}

interface Target {
  messages: ReadonlyMap<number, Buffer>;
  /** By uid, the folders that they come from. */
  moved: ReadonlyMap<number, readonly Id[]>;
  maySetKeywords: boolean;
  isInbox: boolean;
}

/** Starts parsing in workers. @returns a function that inserts the results */
function prepare(
  mirror: Mirror,
  { mailboxId, uidNext }: ImapFolder,
  fresh: readonly RemoteMessage[],
  { messages, moved, maySetKeywords, isInbox }: Target,
): () => Promise<void> {
  const { ingest, accountId } = mirror;
  const full = fresh.filter(({ uid }) => messages.has(uid));
  const partial = fresh.filter(({ uid }) => !messages.has(uid));
  const batches: { remote: readonly RemoteMessage[]; prepared: Promise<PreparedBatch> }[] = [];
  if (full.length > 0) {
    const deliveries = full.map(({ uid, receivedAt, keywords }): Delivery => {
      const bytes = messages.get(uid)!;
      return {
        accountId,
        bytes,
        mailboxIds: [mailboxId],
        keywords,
        receivedAt,
        isArrival: maySetKeywords,
        isForRules: isInbox && !moved.has(uid),
        isMoved: moved.has(uid),
        isFromServer: true,
      };
    });
    batches.push({ remote: full, prepared: ingest.prepareBatch(deliveries) });
  }
  if (partial.length > 0) {
    // Messages from before the first pass have not just arrived.
    const deliveries = partial.map((message) =>
      deliveryOf(message, {
        accountId,
        mailboxId,
        isArrival: maySetKeywords && message.uid >= uidNext,
        isForRules: isInbox && message.uid >= uidNext && !moved.has(message.uid),
        isMoved: moved.has(message.uid),
      }),
    );
    batches.push({ remote: partial, prepared: ingest.prepareRemote(deliveries) });
  }
  // The insert gets the error; until then it must not count as unhandled.
  for (const { prepared } of batches) prepared.catch(() => {});
  return async () => {
    for (const { remote, prepared } of batches) {
      await ingest.insertBatch(await prepared, recordCopies(mirror, { mailboxId, uidNext, moved }, remote));
    }
  };
}

const recordCopies =
  (
    { accountId, arrived }: Mirror,
    { mailboxId, uidNext, moved }: Pick<ImapFolder, "mailboxId" | "uidNext"> & Pick<Target, "moved">,
    remote: readonly RemoteMessage[],
  ): AfterInsert =>
  async (tx, results) => {
    const located = results.flatMap((result, index) => {
      // The mailbox was destroyed here in the meantime; the message is ingested when it appears elsewhere.
      if (result instanceof Error) return [];
      const { uid, fingerprint, keywords } = remote[index]!;
      return { at: { mailboxId, uid, emailId: result.id, keywords, fingerprint }, now: result.keywords };
    });
    await addAllLocated(
      tx,
      accountId,
      located.map(({ at }) => at),
    );
    const news = located.filter(({ at: { uid } }) => uid >= uidNext && !moved.has(uid));
    await noteVacationDue(
      tx,
      accountId,
      mailboxId,
      news.map(({ at }) => at.emailId),
    );
    // What a server puts into two folders at once was moved by none.
    const taken = located.filter(({ at: { fingerprint } }) => fingerprint !== null && !arrived.has(fingerprint));
    await noteMovedAround(
      tx,
      accountId,
      taken.flatMap(({ at: { emailId, uid, keywords } }) => {
        const from = moved.get(uid);
        const after = { mailboxIds: [mailboxId], keywords };
        return from ? [{ emailId, before: { mailboxIds: from, keywords }, after }] : [];
      }),
    );
    for (const { at } of news) if (at.fingerprint !== null) arrived.add(at.fingerprint);
    // A category that was assigned here is pushed to the server like any keyword.
    for (const { at, now } of located) if (now.length !== at.keywords.length) await settle(tx, accountId, at.emailId);
  };

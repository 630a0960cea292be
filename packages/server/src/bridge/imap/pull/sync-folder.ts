/**
 * Syncs one folder: vanished messages, changed flags, new messages. With CONDSTORE and QRESYNC (RFC 7162) the server
 * reports the changes; without them we compare.
 */
import type { MailboxObject } from "imapflow";
import { type ImapFolder, UNKNOWN_TOTAL, updateFolder } from "../../../store/mirror/imap-folders.ts";
import { countLocated, knownUids, copiesAt, unlocateAll } from "../../../store/mirror/imap-copies.ts";
import { getMailboxes } from "../../../store/mail/mailboxes.ts";
import { inSlices } from "../../../store/db/reader.ts";
import { applyKeywords, applyVanished } from "./apply-changes.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import { isDeleted, keywordsOf, withImportant, permanentFlagsOf } from "./flags.ts";
import { listUids } from "./list-uids.ts";
import type { Mirror } from "../sync/mirror.ts";
import { hasLabels } from "../push/store-labels.ts";
import { ingestLabelledMessages } from "./ingest-labelled-messages.ts";
import { MAX_UIDS_PER_COMMAND, uidSet } from "../connection/uid-set.ts";

/** Without CONDSTORE a pass compares the flags of so many newest messages, and a thorough one those of all. */
const FLAG_WINDOW = 1000;
/** Messages changed in one transaction. */
const SLICE = 200;

interface MessageFlags {
  uid: number;
  flags: Set<string>;
}

/**
 * Afterwards the folder is selected, and all its messages are known or left to the backfill.
 * @param isFirst no folder of the account was opened before this pass
 * @returns its new state
 */
export async function syncFolder(
  mirror: Mirror,
  folder: ImapFolder,
  { isThorough = false, isFirst = false } = {},
): Promise<ImapFolder> {
  const { session, store } = mirror;
  session.takeVanished(folder.path);
  const box = await session.must(session.client.mailboxOpen(folder.path));
  const uidNext = await uidNextOf(mirror, box);
  const seen = {
    uidValidity: String(box.uidValidity),
    uidNext,
    highestModseq: box.noModseq || box.highestModseq === undefined ? null : String(box.highestModseq),
    // Courier lists flags that it does not store in a read-only folder.
    permanentFlags: box.readOnly ? [] : permanentFlagsOf(folder.permanentFlags, [...(box.permanentFlags ?? ["\\*"])]),
    total: box.exists ?? UNKNOWN_TOTAL,
  };
  if (folder.uidValidity !== seen.uidValidity) return begin(mirror, folder, { ...seen, isLate: !isFirst });

  const changed = folder.highestModseq && seen.highestModseq ? await changesOf(mirror, folder) : undefined;
  const complete = changed ?? (await compareFlags(mirror, folder, isThorough));
  await applySeen(mirror, folder, complete);
  let surplus = await surplusOf(mirror, folder);
  let isKnown = true;
  const isWhole = folder.backfillUid <= 1;
  // With VANISHED this only verifies the counts; without, it finds expunged messages. Messages that the server did not
  // return before are requested from time to time.
  const isOdd = surplus !== folder.surplus || folder.total === UNKNOWN_TOTAL || (isThorough && surplus !== 0);
  if (isWhole ? isOdd : !session.client.enabled.has("QRESYNC")) {
    isKnown = await compareUids(mirror, folder);
    surplus = await surplusOf(mirror, folder);
  }
  const now = {
    ...seen,
    surplus: isWhole ? surplus : folder.surplus,
    // Differs from any count of the server's, so that the next pass compares.
    ...(!isKnown && { total: UNKNOWN_TOTAL }),
  };
  await store.write((tx) => updateFolder(tx, mirror.accountId, folder.mailboxId, now));
  return { ...folder, ...now };
}

/** Opened for the first time, or with new uids (UIDVALIDITY): all messages are left to the backfill. */
async function begin(
  { accountId, store, log }: Mirror,
  folder: ImapFolder,
  seen: Pick<ImapFolder, "uidValidity" | "uidNext" | "highestModseq" | "permanentFlags" | "total" | "isLate">,
): Promise<ImapFolder> {
  if (folder.uidValidity !== null) log.warn("A folder has new uids: its messages are found again", { accountId });
  // Without uids the backfill finds nothing: the next pass compares.
  const total = seen.uidNext <= 1 && seen.total > 0 ? UNKNOWN_TOTAL : seen.total;
  const now = { ...seen, total, backfillUid: seen.uidNext, surplus: 0 };
  await store.write(async (tx) => {
    await unlocateAll(tx, accountId, folder.mailboxId, "reset");
    await updateFolder(tx, accountId, folder.mailboxId, now);
  });
  return { ...folder, ...now };
}

/** RFC 9051 §7.4.2 requires UIDNEXT, but some servers do not send it. */
async function uidNextOf({ session }: Mirror, box: MailboxObject): Promise<number> {
  return box.uidNext || ((await listUids(session)).uids.at(-1) ?? 0) + 1;
}

async function fetchFlags({ session }: Mirror, range: string, changedSince?: bigint): Promise<MessageFlags[]> {
  const query = { uid: true, flags: true, ...(hasLabels(session) && { labels: true }) };
  const messages = await fetchByUid(session, range, query, changedSince);
  return messages.map(({ uid, flags, labels }) => ({ uid, flags: withImportant(flags ?? new Set(), labels) }));
}

/** The changes that the server reports since the last pass. */
async function changesOf(mirror: Mirror, folder: ImapFolder): Promise<{ seen: MessageFlags[]; vanished: number[] }> {
  const { client } = mirror.session;
  const isSame = client.mailbox && String(client.mailbox.highestModseq) === folder.highestModseq;
  const seen = isSame ? [] : await fetchFlags(mirror, "1:*", BigInt(folder.highestModseq!));
  const known = await mirror.store.read((reader) => knownUids(reader, mirror.accountId, folder.mailboxId));
  return { seen, vanished: mirror.session.takeVanished(folder.path).among(known) };
}

/** The flags of all messages or of the newest; known messages that are not there have vanished. */
async function compareFlags(
  mirror: Mirror,
  folder: ImapFolder,
  isThorough: boolean,
): Promise<{ seen: MessageFlags[]; vanished: number[] }> {
  const known = await mirror.store.read((reader) => knownUids(reader, mirror.accountId, folder.mailboxId));
  const first = isThorough ? folder.backfillUid : (known.at(-FLAG_WINDOW) ?? folder.backfillUid);
  const { exists = 0 } = mirror.session.client.mailbox || {};
  // "n:*" is never empty: with nothing from n on it means the last message.
  const seen =
    exists === 0 ? [] : (await fetchFlags(mirror, `${first}:*`)).filter(({ uid }) => uid >= folder.backfillUid);
  const there = new Set(seen.map(({ uid }) => uid));
  const leftOut = known.filter((uid) => uid >= first && !there.has(uid));
  return { seen, vanished: await expungedAmong(mirror, leftOut) };
}

/** Messages that an answer has left out, and that are not in the folder any more. */
async function expungedAmong({ session }: Mirror, leftOut: readonly number[]): Promise<number[]> {
  if (leftOut.length === 0) return [];
  const { uids, isComplete } = await listUids(session);
  if (!isComplete) return [];
  const there = new Set(uids);
  return leftOut.filter((uid) => !there.has(uid));
}

async function applySeen(
  mirror: Mirror,
  folder: ImapFolder,
  { seen, vanished }: { seen: readonly MessageFlags[]; vanished: readonly number[] },
): Promise<void> {
  const { store, accountId } = mirror;
  await inSlices(vanished, SLICE, (slice) => vanish(mirror, folder, slice));
  const unknown = await inSlices(seen, SLICE, (slice) =>
    store.write(async (tx) => {
      const known = await copiesAt(
        tx,
        accountId,
        folder.mailboxId,
        slice.map(({ uid }) => uid),
      );
      const fresh: number[] = [];
      for (const { uid, flags } of slice) {
        const located = known.get(uid);
        if (located && isDeleted(flags)) await applyVanished(tx, accountId, located);
        else if (located) await applyKeywords(tx, accountId, located, keywordsOf(flags));
        else if (!isDeleted(flags) && uid >= folder.backfillUid) fresh.push(uid);
      }
      return fresh;
    }),
  );
  await ingestAll(mirror, folder, unknown);
}

/** Newest first; after an error the rest is new again in the next pass. */
async function ingestAll(mirror: Mirror, folder: ImapFolder, uids: readonly number[]): Promise<void> {
  const newestFirst = uids.toSorted((a, b) => b - a);
  await inSlices(newestFirst, SLICE, async (slice) => {
    await ingestLabelledMessages(mirror, folder, slice.toReversed());
    return [];
  });
}

function vanish({ store, accountId }: Mirror, folder: ImapFolder, uids: readonly number[]): Promise<never[]> {
  return store.write(async (tx) => {
    for (const located of (await copiesAt(tx, accountId, folder.mailboxId, uids)).values()) {
      await applyVanished(tx, accountId, located);
    }
    return [];
  });
}

/** How many more messages the server counts than we know. */
async function surplusOf({ session, store, accountId }: Mirror, folder: ImapFolder): Promise<number> {
  const { exists = 0 } = session.client.mailbox || {};
  return exists - (await store.read((reader) => countLocated(reader, accountId, folder.mailboxId)));
}

/** Compares the uids of both sides. @returns whether all messages that the server counts are accounted for */
async function compareUids(mirror: Mirror, folder: ImapFolder): Promise<boolean> {
  const { session, store, accountId, unreadable } = mirror;
  const { mailboxId } = folder;
  const first = Math.max(1, folder.backfillUid);
  const { uids, isComplete, isEmptyTwice } = await listUids(session);
  const there = uids.filter((uid) => uid >= first);
  const unknown = async (): Promise<number[]> => {
    const here = new Set(await store.read((reader) => knownUids(reader, accountId, mailboxId, first)));
    return there.filter((uid) => !here.has(uid));
  };
  const known = await store.read((reader) => knownUids(reader, accountId, mailboxId, first));
  if (isComplete) {
    const onServer = new Set(there);
    await inSlices(
      known.filter((uid) => !onServer.has(uid)),
      SLICE,
      (slice) => vanish(mirror, folder, slice),
    );
  }
  await ingestAll(mirror, folder, await unknown());
  const isOpen = unreadable.note(mailboxId, await countShown(mirror, folder, await unknown()));
  return (isComplete || (isEmptyTwice && known.length === 0)) && !isOpen;
}

/** How many of these messages are to be shown: those without \Deleted. */
async function countShown(mirror: Mirror, { mailboxId }: ImapFolder, uids: readonly number[]): Promise<number> {
  const { store, accountId } = mirror;
  const isHere = await store.read(async (reader) => (await getMailboxes(reader, accountId, [mailboxId])).length > 0);
  // Messages of a folder that was destroyed here are not ingested.
  if (!isHere || uids.length === 0) return 0;
  const deleted = await inSlices([...uids], MAX_UIDS_PER_COMMAND, async (slice) =>
    (await fetchFlags(mirror, uidSet(slice))).filter(({ flags }) => isDeleted(flags)),
  );
  return uids.length - deleted.length;
}

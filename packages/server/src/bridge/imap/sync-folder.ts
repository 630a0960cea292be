/**
 * One folder, brought up to what the server has: what vanished, what has other flags, what is new. With CONDSTORE and
 * QRESYNC (RFC 7162) the server says what has changed; without them we compare.
 */
import type { MailboxObject } from "imapflow";
import { type ImapFolder, updateFolder } from "../../store/imap-folders.ts";
import { countPlaced, knownUids, messagesAt, unplaceAll } from "../../store/imap-messages.ts";
import { inSlices } from "../../store/reader.ts";
import { applyKeywords, applyVanished } from "./apply.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import { isDeleted, keywordsOf, withImportant } from "./flags.ts";
import type { Mirror } from "./mirror.ts";
import { hasLabels } from "./store-labels.ts";
import { takeInLetters } from "./take-in-letters.ts";

/** Without CONDSTORE the flags of so many newest letters are looked at each time, and of all in thorough rounds. */
const FLAG_WINDOW = 1000;
/** Letters changed in one transaction. */
const SLICE = 200;

/** What the server says of a letter. */
interface Seen {
  uid: number;
  flags: Set<string>;
}

/**
 * The folder is selected afterwards, and everything that the server had when it was is known, or fetched behind.
 * @param isFirst no folder of the account was opened before this round
 * @returns as it is now
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
    // Courier names flags that it does not keep there.
    permanentFlags: box.readOnly ? [] : [...(box.permanentFlags ?? ["\\*"])],
    total: box.exists,
  };
  if (folder.uidValidity !== seen.uidValidity) return begin(mirror, folder, { ...seen, isLate: !isFirst });

  const changed = folder.highestModseq && seen.highestModseq ? await changesOf(mirror, folder) : undefined;
  const complete = changed ?? (await compareFlags(mirror, folder, isThorough));
  await applySeen(mirror, folder, complete);
  let surplus = await surplusOf(mirror, folder);
  // With VANISHED this is a check of the server's arithmetic and ours; without, it is how we notice.
  if (folder.backfillUid <= 1 ? surplus !== folder.surplus : !session.client.enabled.has("QRESYNC")) {
    await compareUids(mirror, folder);
    surplus = await surplusOf(mirror, folder);
  }
  const now = { ...seen, surplus: folder.backfillUid <= 1 ? surplus : folder.surplus };
  await store.write((tx) => updateFolder(tx, folder.mailboxId, now));
  return { ...folder, ...now };
}

/** Opened for the first time, or all uids are new (UIDVALIDITY): everything is fetched behind, the newest first. */
async function begin(
  { accountId, store, log }: Mirror,
  folder: ImapFolder,
  seen: Pick<ImapFolder, "uidValidity" | "uidNext" | "highestModseq" | "permanentFlags" | "total" | "isLate">,
): Promise<ImapFolder> {
  if (folder.uidValidity !== null) log.warn("A folder has new uids: its letters are found again", { accountId });
  const now = { ...seen, backfillUid: seen.uidNext, surplus: 0 };
  await store.write(async (tx) => {
    await unplaceAll(tx, accountId, folder.mailboxId, "reset");
    await updateFolder(tx, folder.mailboxId, now);
  });
  return { ...folder, ...now };
}

/** RFC 9051 §7.4.2 demands UIDNEXT, and yet there are servers without it. */
async function uidNextOf(mirror: Mirror, box: MailboxObject): Promise<number> {
  if (box.uidNext) return box.uidNext;
  return box.exists === 0 ? 1 : Math.max(0, ...(await serverUids(mirror, "1:*"))) + 1;
}

async function serverUids({ session }: Mirror, range: string): Promise<number[]> {
  const uids = await session.must(session.client.search({ uid: range }, { uid: true }));
  return uids.toSorted((a, b) => a - b);
}

async function fetchFlags({ session }: Mirror, range: string, changedSince?: bigint): Promise<Seen[]> {
  const query = { uid: true, flags: true, ...(hasLabels(session) && { labels: true }) };
  const messages = await fetchByUid(session, range, query, changedSince);
  return messages.map(({ uid, flags, labels }) => ({ uid, flags: withImportant(flags ?? new Set(), labels) }));
}

/** What the server says has changed since it was last asked. */
async function changesOf(mirror: Mirror, folder: ImapFolder): Promise<{ seen: Seen[]; vanished: number[] }> {
  const { client } = mirror.session;
  const isSame = client.mailbox && String(client.mailbox.highestModseq) === folder.highestModseq;
  const seen = isSame ? [] : await fetchFlags(mirror, "1:*", BigInt(folder.highestModseq!));
  const known = await mirror.store.read((reader) => knownUids(reader, folder.mailboxId));
  return { seen, vanished: mirror.session.takeVanished(folder.path).among(known) };
}

/** The flags as they are, of all letters or of the newest; what is known and not there has vanished. */
async function compareFlags(
  mirror: Mirror,
  folder: ImapFolder,
  isThorough: boolean,
): Promise<{ seen: Seen[]; vanished: number[] }> {
  const known = await mirror.store.read((reader) => knownUids(reader, folder.mailboxId));
  const first = isThorough ? folder.backfillUid : (known.at(-FLAG_WINDOW) ?? folder.backfillUid);
  const { exists = 0 } = mirror.session.client.mailbox || {};
  // "n:*" is never empty: with nothing from n on it means the last letter.
  const seen =
    exists === 0 ? [] : (await fetchFlags(mirror, `${first}:*`)).filter(({ uid }) => uid >= folder.backfillUid);
  const there = new Set(seen.map(({ uid }) => uid));
  return { seen, vanished: known.filter((uid) => uid >= first && !there.has(uid)) };
}

async function applySeen(
  mirror: Mirror,
  folder: ImapFolder,
  { seen, vanished }: { seen: readonly Seen[]; vanished: readonly number[] },
): Promise<void> {
  const { store, accountId } = mirror;
  await inSlices(vanished, SLICE, (slice) => vanish(mirror, folder, slice));
  const unknown = await inSlices(seen, SLICE, (slice) =>
    store.write(async (tx) => {
      const known = await messagesAt(
        tx,
        folder.mailboxId,
        slice.map(({ uid }) => uid),
      );
      const fresh: number[] = [];
      for (const { uid, flags } of slice) {
        const placed = known.get(uid);
        if (placed && isDeleted(flags)) await applyVanished(tx, accountId, placed);
        else if (placed) await applyKeywords(tx, accountId, placed, keywordsOf(flags));
        else if (!isDeleted(flags) && uid >= folder.backfillUid) fresh.push(uid);
      }
      return fresh;
    }),
  );
  await takeInAll(mirror, folder, unknown);
}

/** Newest first; what does not get done is new again the next time. */
async function takeInAll(mirror: Mirror, folder: ImapFolder, uids: readonly number[]): Promise<void> {
  const newestFirst = uids.toSorted((a, b) => b - a);
  await inSlices(newestFirst, SLICE, async (slice) => {
    await takeInLetters(mirror, folder, slice.toReversed());
    return [];
  });
}

function vanish({ store, accountId }: Mirror, folder: ImapFolder, uids: readonly number[]): Promise<never[]> {
  return store.write(async (tx) => {
    for (const placed of (await messagesAt(tx, folder.mailboxId, uids)).values()) {
      await applyVanished(tx, accountId, placed);
    }
    return [];
  });
}

/** How many letters more the server counts than we know. */
async function surplusOf({ session, store }: Mirror, folder: ImapFolder): Promise<number> {
  const { exists = 0 } = session.client.mailbox || {};
  return exists - (await store.read((reader) => countPlaced(reader, folder.mailboxId)));
}

/** Which letters there are, on both sides. */
async function compareUids(mirror: Mirror, folder: ImapFolder): Promise<void> {
  const first = Math.max(1, folder.backfillUid);
  const { exists = 0 } = mirror.session.client.mailbox || {};
  const there = exists === 0 ? [] : (await serverUids(mirror, `${first}:*`)).filter((uid) => uid >= first);
  const known = await mirror.store.read((reader) => knownUids(reader, folder.mailboxId, first));
  const onServer = new Set(there);
  const here = new Set(known);
  await inSlices(
    known.filter((uid) => !onServer.has(uid)),
    SLICE,
    (slice) => vanish(mirror, folder, slice),
  );
  await takeInAll(
    mirror,
    folder,
    there.filter((uid) => !here.has(uid)),
  );
}

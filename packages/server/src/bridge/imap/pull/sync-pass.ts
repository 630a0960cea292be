/** One comparison of the whole account with its server: folders, changed folders, found and destroyed messages. */
import type { Id } from "@pismo/jmap";
import type { ListResponse } from "imapflow";
import { type ImapFolder, listFolders, UNKNOWN_TOTAL, updateFolder } from "../../../store/mirror/imap-folders.ts";
import { listUnlocated, type UnlocatedCopy } from "../../../store/mirror/imap-copies.ts";
import { inSlices } from "../../../store/db/reader.ts";
import { applyDestroyed } from "./apply-changes.ts";
import type { Backfill } from "./backfill.ts";
import { isInconclusive, Refusal } from "../connection/errors.ts";
import { noteUnreadable, noteRights } from "../folders/folder-rights.ts";
import type { Mirror } from "../sync/mirror.ts";
import { syncFolder } from "./sync-folder.ts";
import { listServerFolders } from "../folders/list-folders.ts";
import { removeDeletedFolders, noteLabels, syncFolders } from "../folders/sync-folders.ts";
import type { Unopenable } from "../folders/unopenable.ts";

/**
 * Where STATUS does not report changed flags (no CONDSTORE), regular compares the newest messages of every folder, and
 * thorough all. Thorough also opens folders that seem unchanged, and counts their messages.
 */
export type Depth = "quick" | "regular" | "thorough";

const depthsAscending: readonly Depth[] = ["quick", "regular", "thorough"];

/** The deeper one covers both. */
export const deeper = (one: Depth | undefined, other: Depth): Depth =>
  one !== undefined && depthsAscending.indexOf(one) > depthsAscending.indexOf(other) ? one : other;

const MANY = 100_000;
const SLICE = 200;

/** State that outlives a pass. */
export interface PassState {
  backfill: Backfill;
  unopenable: Unopenable;
}

/** @returns whether another pass has to search for vanished messages */
export async function syncPass(mirror: Mirror, state: PassState, depth: Depth): Promise<boolean> {
  const { store, accountId } = mirror;
  const { backfill } = state;
  mirror.arrived.clear();
  const lost = (): Promise<UnlocatedCopy[]> =>
    store.read((reader) => listUnlocated(reader, accountId, "vanished", MANY));
  // A pass sees every folder: a message that is lost now and not found at its end is nowhere.
  const lostBefore = await lost();
  const listing = await listServerFolders(mirror);
  await syncFolders(mirror, listing);
  await noteLabels(mirror, listing);
  const listed = new Map(listing.map((entry) => [entry.path, entry]));
  const folders = await store.read((reader) => listFolders(reader, accountId));
  const isFirst = folders.every(({ uidValidity }) => uidValidity === null);
  let isKnown = true;
  for (const folder of inboxFirst(folders)) {
    const entry = listed.get(folder.path);
    if (!entry || !folder.isSelectable) continue;
    if (isSelected(mirror, folder) || mayHaveChanged(folder, entry, depth))
      isKnown = (await trySyncFolder(mirror, state, folder, { depth, isFirst })) && isKnown;
  }
  const lostNow = await lost();
  const stillLost = new Set(lostNow.map(({ id }) => id));
  const lostForLong = lostBefore.filter(({ id }) => stillLost.has(id));
  await destroyLostByReset(mirror);
  // A missing message may be in a folder whose messages are not known.
  if (!isKnown) return false;
  const isOpen = lostNow.length > lostForLong.length;
  // The backfill requests another pass when it is done.
  if (await backfill.isFetchingLate(mirror)) return isOpen;
  await destroyLost(mirror, lostForLong);
  if (!isOpen) await removeDeletedFolders(mirror);
  return isOpen;
}

/** People wait for the inbox. */
export const inboxFirst = (folders: readonly ImapFolder[]): ImapFolder[] =>
  folders.filter(({ isGone }) => !isGone).toSorted((one, other) => Number(isInbox(other)) - Number(isInbox(one)));

const isInbox = ({ path }: ImapFolder): boolean => path.toUpperCase() === "INBOX";

/** STATUS of the open folder reports nothing new (RFC 9051 §6.3.11 advises against it). */
export const isSelected = ({ session }: Mirror, { path }: ImapFolder): boolean =>
  session.client.mailbox !== false && session.client.mailbox.path === path;

function mayHaveChanged(folder: ImapFolder, { status }: ListResponse, depth: Depth): boolean {
  // Without a status the folder is opened.
  if (!status || status.messages === undefined || folder.uidValidity === null || depth === "thorough") return true;
  if (status.messages !== folder.total || status.uidNext !== folder.uidNext) return true;
  if (String(status.uidValidity) !== folder.uidValidity) return true;
  if (status.highestModseq !== undefined && folder.highestModseq !== null) {
    return String(status.highestModseq) !== folder.highestModseq;
  }
  return depth !== "quick" || isInbox(folder);
}

/** @returns whether the folder's messages are known, as far as they can be */
async function trySyncFolder(
  mirror: Mirror,
  { backfill, unopenable }: PassState,
  folder: ImapFolder,
  { depth, isFirst }: { depth: Depth; isFirst: boolean },
): Promise<boolean> {
  try {
    const now = await syncFolder(mirror, folder, { isThorough: depth === "thorough", isFirst });
    unopenable.open(folder.mailboxId);
    await noteRights(mirror, folder, depth === "thorough");
    // In the first pass the inbox's newest messages come before the other folders are opened.
    if (folder.uidValidity === null && isInbox(folder) && now.backfillUid > 1) await backfill.fetchSlice(mirror, now);
    return now.total !== UNKNOWN_TOTAL;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { accountId, log, store } = mirror;
    if (isSelected(mirror, folder)) {
      log.info("A folder can be opened and not be read", { accountId, reason: error.message });
      await store.write((tx) => updateFolder(tx, accountId, folder.mailboxId, { total: UNKNOWN_TOTAL }));
      return false;
    }
    // Renamed or forbidden in the meantime: the next list, or the next connection, decides.
    unopenable.refuse(folder.mailboxId);
    await noteUnreadable(mirror, folder, error);
    log.info("A folder cannot be opened", { accountId, reason: error.message });
    return !isInconclusive(error);
  }
}

async function destroyLost({ store, accountId }: Mirror, lost: readonly UnlocatedCopy[]): Promise<void> {
  await inSlices(lost, SLICE, (slice) =>
    store.write(async (tx) => {
      for (const copy of slice) await applyDestroyed(tx, accountId, copy);
      return [];
    }),
  );
}

/** Destroys messages of a folder with new uids that are not in it when its backfill is done. */
async function destroyLostByReset(mirror: Mirror): Promise<void> {
  const { store, accountId } = mirror;
  const { lost, folders } = await store.read(async (reader) => ({
    lost: await listUnlocated(reader, accountId, "reset", MANY),
    folders: new Map<Id, ImapFolder>(
      (await listFolders(reader, accountId)).map((folder) => [folder.mailboxId, folder]),
    ),
  }));
  await destroyLost(
    mirror,
    lost.filter(({ mailboxId }) => {
      const { backfillUid, total } = folders.get(mailboxId) ?? { backfillUid: 1, total: 0 };
      return backfillUid <= 1 && total !== UNKNOWN_TOTAL;
    }),
  );
}

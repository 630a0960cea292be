/** A look at the whole account: which folders there are, which have changed, and what has turned up or is gone for good. */
import type { Id } from "@pismo/jmap";
import type { ListResponse } from "imapflow";
import { type ImapFolder, listFolders } from "../../store/imap-folders.ts";
import { listUnplaced, type UnplacedMessage } from "../../store/imap-messages.ts";
import { inSlices } from "../../store/reader.ts";
import { applyGone } from "./apply.ts";
import type { Backfill } from "./backfill.ts";
import { Refusal } from "./errors.ts";
import type { Mirror } from "./mirror.ts";
import { syncFolder } from "./sync-folder.ts";
import { dropGoneFolders, listServerFolders, noteLabels, syncFolders } from "./sync-folders.ts";
import type { Unopenable } from "./unopenable.ts";

/**
 * Where STATUS does not tell that a flag has changed (no CONDSTORE), regular looks at the newest letters of every
 * folder and thorough at all. Thorough also opens folders that seem unchanged, and counts their letters.
 */
export type Depth = "quick" | "regular" | "thorough";

const depths: readonly Depth[] = ["quick", "regular", "thorough"];

/** The one that sees what both would see. */
export const deeper = (one: Depth | undefined, other: Depth): Depth =>
  one !== undefined && depths.indexOf(one) > depths.indexOf(other) ? one : other;

const MANY = 100_000;
const SLICE = 200;

/** What is known from one round to the next. */
export interface Rounds {
  backfill: Backfill;
  unopenable: Unopenable;
}

/** @returns whether something has vanished that another round has to look for */
export async function round(mirror: Mirror, rounds: Rounds, depth: Depth): Promise<boolean> {
  const { store, accountId } = mirror;
  const { backfill } = rounds;
  const lost = (): Promise<UnplacedMessage[]> =>
    store.read((reader) => listUnplaced(reader, accountId, "vanished", MANY));
  // What is lost now and not found by the end of this round, which sees every folder, is nowhere.
  const lostBefore = await lost();
  const listing = await listServerFolders(mirror);
  await syncFolders(mirror, listing);
  await noteLabels(mirror, listing);
  const listed = new Map(listing.map((entry) => [entry.path, entry]));
  const folders = await store.read((reader) => listFolders(reader, accountId));
  const isFirst = folders.every(({ uidValidity }) => uidValidity === null);
  for (const folder of inOrder(folders)) {
    const entry = listed.get(folder.path);
    if (!entry || !folder.isSelectable) continue;
    if (isSelected(mirror, folder) || mayHaveChanged(folder, entry, depth))
      await look(mirror, rounds, folder, { depth, isFirst });
  }
  const lostNow = await lost();
  const stillLost = new Set(lostNow.map(({ id }) => id));
  const lostForLong = lostBefore.filter(({ id }) => stillLost.has(id));
  await giveUpReset(mirror);
  const isOpen = lostNow.length > lostForLong.length;
  // What is being fetched behind asks for another round when it is here.
  if (await backfill.isFetchingLate(mirror)) return isOpen;
  await giveUp(mirror, lostForLong);
  if (!isOpen) await dropGoneFolders(mirror);
  return isOpen;
}

/** The inbox first: it is what people wait for. */
export const inOrder = (folders: readonly ImapFolder[]): ImapFolder[] =>
  folders.filter(({ isGone }) => !isGone).toSorted((one, other) => Number(isInbox(other)) - Number(isInbox(one)));

const isInbox = ({ path }: ImapFolder): boolean => path.toUpperCase() === "INBOX";

/** STATUS of the folder that is open tells nothing new (RFC 9051 §6.3.11 asks not to ask). */
const isSelected = ({ session }: Mirror, { path }: ImapFolder): boolean =>
  session.client.mailbox !== false && session.client.mailbox.path === path;

function mayHaveChanged(folder: ImapFolder, { status }: ListResponse, depth: Depth): boolean {
  // A server that does not say is looked at.
  if (!status || status.messages === undefined || folder.uidValidity === null || depth === "thorough") return true;
  if (status.messages !== folder.total || status.uidNext !== folder.uidNext) return true;
  if (String(status.uidValidity) !== folder.uidValidity) return true;
  if (status.highestModseq !== undefined && folder.highestModseq !== null) {
    return String(status.highestModseq) !== folder.highestModseq;
  }
  return depth !== "quick" || isInbox(folder);
}

async function look(
  mirror: Mirror,
  { backfill, unopenable }: Rounds,
  folder: ImapFolder,
  { depth, isFirst }: { depth: Depth; isFirst: boolean },
): Promise<void> {
  try {
    const now = await syncFolder(mirror, folder, { isThorough: depth === "thorough", isFirst });
    unopenable.open(folder.mailboxId);
    // On the first day the inbox's newest letters come before the other folders are opened.
    if (folder.uidValidity === null && isInbox(folder) && now.backfillUid > 1) await backfill.step(mirror, now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Renamed or forbidden meanwhile: the next list knows more, or the next connection.
    unopenable.refuse(folder.mailboxId);
    mirror.log.info("A folder cannot be opened", { accountId: mirror.accountId, reason: error.message });
  }
}

async function giveUp({ store, accountId }: Mirror, lost: readonly UnplacedMessage[]): Promise<void> {
  await inSlices(lost, SLICE, (slice) =>
    store.write(async (tx) => {
      for (const copy of slice) await applyGone(tx, accountId, copy);
      return [];
    }),
  );
}

/** Letters of a folder with new uids are given up when all of the folder has been fetched. */
async function giveUpReset(mirror: Mirror): Promise<void> {
  const { store, accountId } = mirror;
  const { lost, folders } = await store.read(async (reader) => ({
    lost: await listUnplaced(reader, accountId, "reset", MANY),
    folders: new Map<Id, ImapFolder>(
      (await listFolders(reader, accountId)).map((folder) => [folder.mailboxId, folder]),
    ),
  }));
  await giveUp(
    mirror,
    lost.filter(({ mailboxId }) => (folders.get(mailboxId)?.backfillUid ?? 1) <= 1),
  );
}

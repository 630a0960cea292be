/** Fetches the headers of older messages in slices, newest first; a restart continues where it ended. */
import type { Id } from "@pismo/jmap";
import {
  getFolder,
  type ImapFolder,
  listUnfetched,
  UNKNOWN_TOTAL,
  updateFolder,
} from "../../../store/mirror/imap-folders.ts";
import { countLocated, listUnlocated } from "../../../store/mirror/imap-copies.ts";
import { listUidsBetween } from "./list-uids.ts";
import type { Mirror } from "../sync/mirror.ts";
import { select } from "../connection/select.ts";
import { ingestLabelledMessages } from "./ingest-labelled-messages.ts";

/** Messages of one slice; other work runs between two. */
const SLICE = 1000;
/** About a screenful: it comes first. */
const FIRST_SLICE = 40;
/** Uids of one search; it widens while nothing is found. */
const WINDOW = 20_000;

export class Backfill {
  /** Uids still to be fetched, ascending, from `from` on. */
  readonly #pending = new Map<string, { from: number; uids: number[] }>();
  /** Slices fetched of each folder, so that folders take turns. */
  readonly #slices = new Map<Id, number>();

  /** Folders that the server refused to open. */
  readonly #skipped = new Set<Id>();

  /** Leaves a folder out until retrySkipped. */
  skip(mailboxId: Id): void {
    this.#skipped.add(mailboxId);
  }

  retrySkipped(): void {
    this.#skipped.clear();
  }

  /** Whether a new folder is still being fetched: a message that vanished elsewhere may be in it. */
  async isFetchingLate({ store, accountId }: Mirror): Promise<boolean> {
    const late = await store.read((reader) => listUnfetched(reader, accountId, "late"));
    return late.some((mailboxId) => !this.#skipped.has(mailboxId));
  }

  /** The folder to continue with; undefined when all headers are here. */
  async next({ store, accountId }: Mirror): Promise<ImapFolder | undefined> {
    return store.read(async (reader) => {
      const open = (await listUnfetched(reader, accountId)).filter((mailboxId) => !this.#skipped.has(mailboxId));
      // First a screenful of each, then one after the other.
      const next = open.find((mailboxId) => !this.#slices.has(mailboxId)) ?? open[0];
      return next === undefined ? undefined : getFolder(reader, accountId, next);
    });
  }

  /** Fetches one slice of a folder. @throws Refusal */
  async fetchSlice(mirror: Mirror, folder: ImapFolder): Promise<void> {
    await select(mirror, folder);
    const count = this.#slices.get(folder.mailboxId) ?? 0;
    const pending = await this.#listPending(mirror, folder);
    const slice = pending.uids.splice(-(count === 0 ? FIRST_SLICE : SLICE));
    await ingestLabelledMessages(mirror, folder, slice);
    const backfillUid = pending.uids.length > 0 ? slice[0]! : pending.from;
    this.#slices.set(folder.mailboxId, count + 1);
    await mirror.store.write((tx) => updateFolder(tx, mirror.accountId, folder.mailboxId, { backfillUid }), {
      isRepeatable: true,
    });
    // One pass for all new folders: a pass for each would list all folders as often as there are folders.
    if (backfillUid <= 1 && (await needsAnotherPass(mirror, folder)) && !(await this.isFetchingLate(mirror)))
      mirror.requestPass();
  }

  async #listPending({ session }: Mirror, folder: ImapFolder): Promise<{ from: number; uids: number[] }> {
    const key = `${folder.mailboxId} ${folder.uidValidity}`;
    const known = this.#pending.get(key);
    if (known && known.uids.length > 0) return known;
    let from = folder.backfillUid;
    let uids: number[] = [];
    for (let window = WINDOW; from > 1 && uids.length === 0; window *= 4) {
      const end = from - 1;
      from = Math.max(1, from - window);
      uids = await listUidsBetween(session, from, end);
    }
    const pending = { from, uids };
    this.#pending.set(key, pending);
    return pending;
  }
}

/** Whether a pass has to compare counts, or to destroy messages that waited for this folder and are not in it. */
async function needsAnotherPass({ session, store, accountId }: Mirror, folder: ImapFolder): Promise<boolean> {
  const { exists = 0 } = session.client.mailbox || {};
  return store.write(async (tx) => {
    const isEven = exists - folder.surplus === (await countLocated(tx, accountId, folder.mailboxId));
    if (!isEven) await updateFolder(tx, accountId, folder.mailboxId, { total: UNKNOWN_TOTAL });
    return !isEven || folder.isLate || (await listUnlocated(tx, accountId, "reset", 1)).length > 0;
  });
}

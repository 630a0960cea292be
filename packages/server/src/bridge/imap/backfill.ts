/** What lay on the server before we came: fetched in slices, newest first, and gone on with after a restart. */
import type { Id } from "@pismo/jmap";
import { type ImapFolder, listFolders, updateFolder } from "../../store/imap-folders.ts";
import { countPlaced, listUnplaced } from "../../store/imap-messages.ts";
import type { Mirror } from "./mirror.ts";
import { select } from "./select.ts";
import { takeInLetters } from "./take-in-letters.ts";

/** Letters in one slice; between slices there is time for other work. */
const SLICE = 1000;
/** So many can be seen at once: they come first. */
const FIRST_SLICE = 40;
/** Uids looked through in one search; more when there is nothing in them. */
const WINDOW = 20_000;

export class Backfill {
  /** Uids still to be fetched, ascending, from `from` on. */
  readonly #ahead = new Map<string, { from: number; uids: number[] }>();
  /** Slices that were fetched of each folder, to take turns. */
  readonly #slices = new Map<Id, number>();

  /** Folders that the server would not open when it was last asked. */
  readonly #refused = new Set<Id>();

  /** It is left alone until lookAgain. */
  leave(mailboxId: Id): void {
    this.#refused.add(mailboxId);
  }

  lookAgain(): void {
    this.#refused.clear();
  }

  #isOpen({ isSelectable, isGone, backfillUid, mailboxId }: ImapFolder): boolean {
    return isSelectable && !isGone && backfillUid > 1 && !this.#refused.has(mailboxId);
  }

  /** Whether a folder that was not there before is still being fetched: what is lost elsewhere may be in it. */
  async isFetchingLate({ store, accountId }: Mirror): Promise<boolean> {
    const folders = await store.read((reader) => listFolders(reader, accountId));
    return folders.some((folder) => folder.isLate && this.#isOpen(folder));
  }

  /** The folder that is to be gone on with; undefined when everything is here. @param folders in the order of their weight */
  next(folders: readonly ImapFolder[]): ImapFolder | undefined {
    const open = folders.filter((folder) => this.#isOpen(folder));
    const done = ({ mailboxId }: ImapFolder) => this.#slices.get(mailboxId) ?? 0;
    // First a screenful of each, then one after the other.
    return open.find((folder) => done(folder) === 0) ?? open[0];
  }

  /** One slice of a folder. @throws Refusal */
  async step(mirror: Mirror, folder: ImapFolder): Promise<void> {
    await select(mirror, folder);
    const count = this.#slices.get(folder.mailboxId) ?? 0;
    const ahead = await this.#lookAhead(mirror, folder);
    const slice = ahead.uids.splice(-(count === 0 ? FIRST_SLICE : SLICE));
    await takeInLetters(mirror, folder, slice);
    const backfillUid = ahead.uids.length > 0 ? slice[0]! : ahead.from;
    this.#slices.set(folder.mailboxId, count + 1);
    await mirror.store.write((tx) => updateFolder(tx, folder.mailboxId, { backfillUid }), { isRepeatable: true });
    // One look for all that come late: each by itself would ask the server for all folders as often as there are folders.
    if (backfillUid <= 1 && (await isToBeChecked(mirror, folder)) && !(await this.isFetchingLate(mirror)))
      mirror.wantRound();
  }

  async #lookAhead({ session }: Mirror, folder: ImapFolder): Promise<{ from: number; uids: number[] }> {
    const key = `${folder.mailboxId} ${folder.uidValidity}`;
    const known = this.#ahead.get(key);
    if (known && known.uids.length > 0) return known;
    let from = folder.backfillUid;
    let uids: number[] = [];
    for (let window = WINDOW; from > 1 && uids.length === 0; window *= 4) {
      const end = from - 1;
      from = Math.max(1, from - window);
      const range = { uid: `${from}:${end}` };
      const found = await session.must(session.client.search(range, { uid: true }));
      // What lies elsewhere was not asked for: a server that always finds something would be asked for ever.
      uids = found.filter((uid) => uid >= from && uid <= end);
    }
    const ahead = { from, uids: uids.toSorted((a, b) => a - b) };
    this.#ahead.set(key, ahead);
    return ahead;
  }
}

/** Letters are counted, and those that waited for this folder and were not found in it are given up. */
async function isToBeChecked({ session, store, accountId }: Mirror, folder: ImapFolder): Promise<boolean> {
  const { exists = 0 } = session.client.mailbox || {};
  return store.write(async (tx) => {
    const isEven = exists - folder.surplus === (await countPlaced(tx, folder.mailboxId));
    // Unlike any count of the server's, so that the next round looks.
    if (!isEven) await updateFolder(tx, folder.mailboxId, { total: -1 });
    return !isEven || folder.isLate || (await listUnplaced(tx, accountId, "reset", 1)).length > 0;
  });
}

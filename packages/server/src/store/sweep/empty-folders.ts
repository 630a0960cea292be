/** Empties the trash and spam of those who want it, of letters that have been there for some days. */
import type { Id, Preferences } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { idOf } from "../db/ids.ts";
import type { Store } from "../db/store.ts";
import { destroyEmails, updateEmails } from "../mail/emails.ts";
import { findMailboxByRole } from "../mail/mailboxes.ts";
import { beforeAll, noteStays, type StayPlace, takeOver, unseenIn } from "./folder-stays.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Looked at by one statement, and written by one transaction. */
const LETTERS_SEEN = 1000;
const LETTERS_REMOVED = 50;
const ACCOUNTS_AT_ONCE = 100;

export interface EmptyingOptions {
  store: Store;
  log: Logger;
  /** For tests: another clock, in milliseconds. */
  now?: () => number;
  /** Whether the server ends: the rest is done at the next start. */
  isEnding?: () => boolean;
}

const notEnding = (): boolean => false;

interface Emptied {
  accountId: Id;
  role: "trash" | "junk";
  days: number;
}

/** @returns what is emptied in some accounts; undefined: there are no accounts after that */
async function emptiedAfter(store: Store, after: number): Promise<{ emptied: Emptied[]; last: number } | undefined> {
  const rows = await store.readOnce((reader) =>
    reader.all<{ account_id: number; chosen: string }>(
      "select account_id, chosen from preferences where account_id > ? and chosen like '%\"empty%' order by account_id limit ?",
      after,
      ACCOUNTS_AT_ONCE,
    ),
  );
  const last = rows.at(-1)?.account_id;
  if (last === undefined) return undefined;
  const emptied = rows.flatMap(({ account_id, chosen }) => {
    const { emptyTrashAfterDays: trash, emptySpamAfterDays: junk } = JSON.parse(chosen) as Partial<Preferences>;
    const days = Object.entries({ trash, junk }) as ["trash" | "junk", number | null | undefined][];
    return days.flatMap(([role, each]) => (each ? [{ accountId: idOf("a", account_id), role, days: each }] : []));
  });
  return { emptied, last };
}

async function noteAll(
  { store, now = Date.now, isEnding = notEnding }: EmptyingOptions,
  accountId: Id,
  mailboxId: Id,
): Promise<void> {
  let place: StayPlace | undefined = beforeAll;
  while (place && !isEnding()) {
    const from: StayPlace = place;
    const { unseen, end } = await store.readOnce((reader) =>
      unseenIn(reader, accountId, mailboxId, from, LETTERS_SEEN),
    );
    if (unseen.length > 0) await store.write((tx) => noteStays(tx, accountId, mailboxId, unseen, now()), { accountId });
    place = end;
  }
}

/** @returns how many letters are gone from there */
async function removeOver(
  { store, now = Date.now, isEnding = notEnding }: EmptyingOptions,
  mailboxId: Id,
  { accountId, days }: Emptied,
): Promise<number> {
  let removed = 0;
  while (!isEnding()) {
    const over = await store.write(
      async (tx) => {
        const letters = await takeOver(tx, accountId, mailboxId, now() - days * DAY_MS, LETTERS_REMOVED);
        if (!letters) return undefined;
        const alone = letters.filter(({ others }) => others.length === 0).map(({ emailId }) => emailId);
        await destroyEmails(tx, accountId, alone);
        const elsewhere = letters.filter(({ others }) => others.length > 0);
        const changes = elsewhere.map(({ emailId, others }) => ({ id: emailId, mailboxIds: others }));
        await updateEmails(tx, accountId, changes);
        return letters.length;
      },
      { accountId },
    );
    if (over === undefined) break;
    removed += over;
  }
  return removed;
}

/** Does nothing while another process does it. One account that fails holds up none of the others. */
export async function emptyFolders(options: EmptyingOptions): Promise<void> {
  const { store, log, isEnding = notEnding } = options;
  const release = await store.tryLock("emptying");
  if (!release) return;
  try {
    for (let after = 0; !isEnding();) {
      const found = await emptiedAfter(store, after);
      if (!found) return;
      after = found.last;
      for (const emptied of found.emptied) {
        if (isEnding()) return;
        await empty(options, emptied).catch((error: unknown) => {
          const { accountId, role } = emptied;
          log.error("A folder could not be emptied", { accountId, role, error });
        });
      }
    }
  } finally {
    await release();
  }
}

async function empty(options: EmptyingOptions, emptied: Emptied): Promise<void> {
  const { accountId, role, days } = emptied;
  const mailbox = await options.store.readOnce((reader) => findMailboxByRole(reader, accountId, role));
  if (!mailbox) return;
  await noteAll(options, accountId, mailbox.id);
  const letters = await removeOver(options, mailbox.id, emptied);
  if (letters > 0) options.log.info("A folder was emptied", { accountId, role, days, letters });
}

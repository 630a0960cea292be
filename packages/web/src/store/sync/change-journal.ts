/**
 * Changes that wait for the server, in IndexedDB while they do: a tab that is closed, or a browser that dies, does not
 * take them along. The next page sends them; patches and destroys may be sent twice without harm.
 */
import type { Id } from "@pismo/jmap";
import { type Change, commit } from "./commit.ts";
import { getConnection } from "./connection.ts";
import { inTransaction } from "../database.ts";
import { pendingMutations } from "./mutation-queue.ts";
import type { Mutation } from "./mutation.ts";
import { recordsOf } from "../records/records.ts";
import { getAccounts } from "../session/session.ts";

interface JournalEntry {
  /** Sorts as the changes were made. */
  id: [time: number, number: number, page: string];
  accountId: Id;
  change: Change;
}

/** A change that the server confirms sooner is not worth a write. */
const writeDelayMs = 1000;

const page = crypto.randomUUID();
const lockOf = (name: string): string => `pismo-changes-${name}`;
const journaled = new Map<Mutation, JournalEntry["id"]>();
let timer: ReturnType<typeof setTimeout> | undefined;
let last = 0;

async function write(put: readonly JournalEntry[], remove: readonly JournalEntry["id"][]): Promise<void> {
  if (put.length === 0 && remove.length === 0) return;
  await inTransaction(["changes"], "readwrite", (store) => {
    for (const each of put) store("changes").put(each);
    for (const id of remove) store("changes").delete(id);
    return undefined;
  }).catch((error: unknown) => console.error(error));
}

/** Stores the pending mutations and deletes the confirmed ones. */
function updateJournal(): void {
  clearTimeout(timer);
  const waiting = pendingMutations.get();
  const fresh = waiting.filter((mutation) => !journaled.has(mutation));
  const isAway = getConnection() === "offline";
  if (!isAway && fresh.length > 0) timer = setTimeout(() => journal(fresh), writeDelayMs);
  journal(isAway ? fresh : []);
}

function journal(fresh: readonly Mutation[]): void {
  const waiting = new Set(pendingMutations.get());
  const put: JournalEntry[] = [];
  for (const mutation of fresh) {
    if (!waiting.has(mutation) || journaled.has(mutation)) continue;
    const { records, type, update, destroy, onDestroyRemoveEmails } = mutation;
    const id: JournalEntry["id"] = [Date.now(), last++, page];
    journaled.set(mutation, id);
    put.push({ id, accountId: records.accountId, change: { type, update, destroy, onDestroyRemoveEmails } });
  }
  const gone = [...journaled].filter(([mutation]) => !waiting.has(mutation));
  for (const [mutation] of gone) journaled.delete(mutation);
  void write(
    put,
    gone.map(([, id]) => id),
  );
}

/** Sends what pages that are gone have left, and keeps what waits from now on. */
export async function resumeChanges(): Promise<void> {
  pendingMutations.subscribe(updateJournal);
  updateJournal();
  const locks = globalThis.navigator?.locks;
  if (!locks) return;
  void locks.request(lockOf(page), () => new Promise(() => {}));
  const left = await inTransaction<JournalEntry[]>(["changes"], "readonly", (store) => store("changes").getAll()).catch(
    () => undefined,
  );
  const mine = new Set(getAccounts().map(({ accountId }) => accountId));
  for (const name of new Set(left?.map(({ id: [, , of] }) => of))) {
    // A page that stands sends its own.
    await locks.request(lockOf(name), { ifAvailable: true }, (lock) => {
      if (!lock) return;
      for (const { id, accountId, change } of left!) {
        if (id[2] !== name || !mine.has(accountId)) continue;
        void commit(change, { records: recordsOf(accountId) }).done.then(() => write([], [id]));
      }
    });
  }
}

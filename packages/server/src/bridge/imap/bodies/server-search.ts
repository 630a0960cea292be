/**
 * Searches an account's server for words in messages that are not here, over a connection of its own: a search may take
 * half a minute, and nothing else should wait for it. Newest messages first, limited in time.
 */
import type { Id } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import { getMirrorStatus } from "../../../store/mirror/imap-accounts.ts";
import { listFolders } from "../../../store/mirror/imap-folders.ts";
import { parseSearch } from "../../../store/search/query.ts";
import { stem } from "../../../store/search/stems.ts";
import {
  addHits,
  finishServerSearch,
  nextServerSearch,
  type PartialCopy,
  partialCopies,
  type ServerSearch,
} from "../../../store/mirror/server-searches.ts";
import type { SyncOptions } from "../sync/sync-options.ts";
import { Offline } from "../connection/errors.ts";
import { knownServer } from "../connection/known-server.ts";
import { openSession, type Session } from "../connection/connection.ts";
import { Wakeup } from "../sync/wakeup.ts";

export interface ServerSearches {
  close(): Promise<void>;
}

/** Messages searched before the hits are shown. */
const SLICE = 2000;
/** For one search of all messages. */
const TIMEOUT_MS = 60_000;
/** How long the connection stays open for the next search, while people type. */
const IDLE_MS = 15_000;

/** Until the database is asked again after an error. */
const RETRY_MS = 5000;

/** Runs the searches of one account until it is closed. */
export function startServerSearches(accountId: Id, options: SyncOptions): ServerSearches {
  const searches = new Searches(accountId, options);
  const running = searches.run();
  return {
    async close() {
      searches.end();
      await running;
    },
  };
}

class Searches {
  readonly #accountId: Id;
  readonly #options: SyncOptions;
  readonly #wakeup = new Wakeup();
  #session: Session | undefined;
  readonly #ending = new AbortController();

  constructor(accountId: Id, options: SyncOptions) {
    this.#accountId = accountId;
    this.#options = options;
  }

  get #isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  end(): void {
    this.#ending.abort();
    this.#wakeup.notify();
    this.#session?.client.close();
  }

  async run(): Promise<void> {
    const { store, log } = this.#options;
    const stopListening = store.onCommit((accountIds) => {
      if (accountIds.has(this.#accountId)) this.#wakeup.notify();
    });
    while (!this.#isEnded) {
      try {
        const search = await store.read((reader) => nextServerSearch(reader, this.#accountId));
        if (search) await this.#run(search);
        else await this.#waitForSearch();
      } catch (error) {
        if (this.#isEnded) break;
        log.warn("A search could not be read or recorded", { accountId: this.#accountId, error });
        await this.#wakeup.wait(RETRY_MS);
      }
    }
    stopListening();
    await this.#disconnect();
    log.debug("Searches have ended", { accountId: this.#accountId });
  }

  async #waitForSearch(): Promise<void> {
    const until = Date.now() + IDLE_MS;
    await this.#wakeup.wait(this.#session ? IDLE_MS : Number.MAX_SAFE_INTEGER);
    if (Date.now() >= until) await this.#disconnect();
  }

  async #run(search: ServerSearch): Promise<void> {
    const { store, log } = this.#options;
    let state: "asked" | "failed" = "asked";
    const over = new AbortController();
    try {
      const timeout = sleep(TIMEOUT_MS, undefined, { signal: over.signal, ref: false }).then(() => {
        // Ends a command that still waits for its answer.
        this.#session?.client.close();
        throw new Offline("the search took too long");
      });
      timeout.catch(() => {});
      await Promise.race([this.#search(search, over.signal), timeout]);
    } catch (error) {
      state = "failed";
      log.debug("The server could not be searched", { accountId: this.#accountId, error });
      await this.#disconnect();
    } finally {
      over.abort();
    }
    // A search that our shutdown interrupts is repeated after the next start.
    if (this.#isEnded && state === "failed") return;
    await store.write((tx) => finishServerSearch(tx, this.#accountId, search, state));
  }

  async #search(search: ServerSearch, over: AbortSignal): Promise<void> {
    const { store } = this.#options;
    const session = await this.#connected(AbortSignal.any([over, this.#ending.signal]));
    const folders = await store.read((reader) => listFolders(reader, this.#accountId));
    for (let last: PartialCopy | undefined; ;) {
      const after = last;
      const copies = await store.read((reader) => partialCopies(reader, this.#accountId, after, SLICE));
      if (copies.length === 0) return;
      last = copies.at(-1);
      const found: Id[] = [];
      for (const { mailboxId, path, uidValidity, isSelectable, isGone } of folders) {
        const own = copies.filter((copy) => copy.mailboxId === mailboxId);
        if (own.length === 0 || !isSelectable || isGone) continue;
        const box = await session.must(session.client.mailboxOpen(path, { readOnly: true }));
        // The folder has new uids; the next sync pass applies them.
        if (String(box.uidValidity) !== uidValidity) continue;
        found.push(...(await matching(session, search, own)));
      }
      const isRequested = await store.write((tx) => addHits(tx, this.#accountId, search, found));
      if (!isRequested) return;
    }
  }

  async #connected(signal: AbortSignal): Promise<Session> {
    if (this.#session?.client.usable) return this.#session;
    await this.#disconnect();
    const { store, log, tls } = this.#options;
    const status = await store.read((reader) => getMirrorStatus(reader, this.#accountId));
    // Servers lock people out after repeated sign-ins with a wrong password.
    if (status?.state === "signIn") throw new Offline("the account's server needs a new sign-in");
    const server = await knownServer(this.#accountId, this.#options);
    if (!server || this.#isEnded) throw new Offline("the account has no server any more");
    this.#session = await openSession(server, log, { tls, signal });
    return this.#session;
  }

  async #disconnect(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }
}

/** A folder's messages that contain all words. */
async function matching(session: Session, search: ServerSearch, copies: readonly PartialCopy[]): Promise<Id[]> {
  let left = new Map(copies.map(({ uid, emailId }) => [uid, emailId]));
  for (const word of wordsToSearch(search.words)) {
    if (left.size === 0) break;
    const uids = [...left.keys()].toSorted((one, other) => one - other);
    const range = { uid: `${uids[0]}:${uids.at(-1)}`, [search.field]: word };
    const found = new Set(await session.must(session.client.search(range, { uid: true })));
    left = new Map([...left].filter(([uid]) => found.has(uid)));
  }
  return [...left.values()];
}

/**
 * A server searches substrings and knows no word forms: the common prefix of a word and its stem finds most of them.
 * Quoted words are searched literally.
 */
export function wordsToSearch(text: string): string[] {
  return parseSearch(text).flatMap(({ words, isQuoted }) => (isQuoted ? [words.join(" ")] : words.map(commonPrefix)));
}

function commonPrefix(word: string): string {
  const stemmed = stem(word);
  let end = 0;
  while (end < stemmed.length && stemmed[end] === word[end]) end++;
  return end >= 3 ? word.slice(0, end) : word;
}

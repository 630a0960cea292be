/**
 * Asks an account's server for words in letters whose text is not here, over a connection of its own: a search may take
 * a server half a minute, and nothing else should wait for it. Newest letters first, bounded in time.
 */
import type { Id } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import { getMirrorStatus } from "../../store/imap-accounts.ts";
import { listFolders } from "../../store/imap-folders.ts";
import { parseSearch } from "../../store/search/query.ts";
import { stem } from "../../store/search/stems.ts";
import {
  addHits,
  finishServerSearch,
  nextServerSearch,
  type PartialCopy,
  partialCopies,
  type ServerSearch,
} from "../../store/server-searches.ts";
import type { SyncOptions } from "./sync-options.ts";
import { Offline } from "./errors.ts";
import { knownServer } from "./known-server.ts";
import { openSession, type Session } from "./session.ts";
import { Wakeup } from "./wakeup.ts";

export interface ServerSearches {
  close(): Promise<void>;
}

/** Letters that are searched before what was found is shown. */
const SLICE = 2000;
/** Milliseconds for one search of all letters. */
const TIME_LIMIT = 60_000;
/** Milliseconds that the connection is kept for the next one: people type on. */
const KEEP_OPEN = 15_000;

/** Answers the searches of one account until it is closed. */
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
    this.#wakeup.ring();
    this.#session?.client.close();
  }

  async run(): Promise<void> {
    const { store, log } = this.#options;
    const stopListening = store.onCommit((accountIds) => {
      if (accountIds.has(this.#accountId)) this.#wakeup.ring();
    });
    while (!this.#isEnded) {
      const search = await store.read((reader) => nextServerSearch(reader, this.#accountId));
      if (search) await this.#answer(search);
      else await this.#rest();
    }
    stopListening();
    await this.#disconnect();
    log.debug("Searches have ended", { accountId: this.#accountId });
  }

  async #rest(): Promise<void> {
    const until = Date.now() + KEEP_OPEN;
    await this.#wakeup.wait(this.#session ? KEEP_OPEN : Number.MAX_SAFE_INTEGER);
    if (Date.now() >= until) await this.#disconnect();
  }

  async #answer(search: ServerSearch): Promise<void> {
    const { store, log } = this.#options;
    let state: "asked" | "failed" = "asked";
    const isOver = new AbortController();
    try {
      const limit = sleep(TIME_LIMIT, undefined, { signal: isOver.signal, ref: false }).then(() => {
        // Whatever it waits for there, it waits no longer.
        this.#session?.client.close();
        throw new Offline("the search took too long");
      });
      limit.catch(() => {});
      await Promise.race([this.#ask(search, isOver.signal), limit]);
    } catch (error) {
      state = "failed";
      log.debug("The server could not be searched", { accountId: this.#accountId, error });
      await this.#disconnect();
    } finally {
      isOver.abort();
    }
    // What was interrupted here is asked again after the next start.
    if (this.#isEnded && state === "failed") return;
    await store.write((tx) => finishServerSearch(tx, this.#accountId, search, state));
  }

  async #ask(search: ServerSearch, isOver: AbortSignal): Promise<void> {
    const { store } = this.#options;
    const session = await this.#connected(AbortSignal.any([isOver, this.#ending.signal]));
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
        // Its letters have other uids now; the next round of the mirror finds that out.
        if (String(box.uidValidity) !== uidValidity) continue;
        found.push(...(await fitting(session, search, own)));
      }
      const isWanted = await store.write((tx) => addHits(tx, this.#accountId, search, found));
      if (!isWanted) return;
    }
  }

  async #connected(signal: AbortSignal): Promise<Session> {
    if (this.#session?.client.usable) return this.#session;
    await this.#disconnect();
    const { store, log, tls } = this.#options;
    const status = await store.read((reader) => getMirrorStatus(reader, this.#accountId));
    // Servers lock people out who try a wrong password again and again.
    if (status?.state === "signIn") throw new Offline("nobody is signed in");
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

/** Those of a folder's letters in which all words stand. */
async function fitting(session: Session, search: ServerSearch, copies: readonly PartialCopy[]): Promise<Id[]> {
  let left = new Map(copies.map(({ uid, emailId }) => [uid, emailId]));
  for (const word of wordsToAsk(search.words)) {
    if (left.size === 0) break;
    const uids = [...left.keys()].toSorted((one, other) => one - other);
    const range = { uid: `${uids[0]}:${uids.at(-1)}`, [search.field]: word };
    const found = new Set(await session.must(session.client.search(range, { uid: true })));
    left = new Map([...left].filter(([uid]) => found.has(uid)));
  }
  return [...left.values()];
}

/**
 * A server looks for letters in a row and knows no forms of words: what a word has in common with its stem finds most of
 * them. What somebody put in quotes is meant as it stands.
 */
export function wordsToAsk(text: string): string[] {
  return parseSearch(text).flatMap(({ words, isQuoted }) => (isQuoted ? [words.join(" ")] : words.map(common)));
}

function common(word: string): string {
  const stemmed = stem(word);
  let end = 0;
  while (end < stemmed.length && stemmed[end] === word[end]) end++;
  return end >= 3 ? word.slice(0, end) : word;
}

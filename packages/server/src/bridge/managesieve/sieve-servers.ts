/** Scripts of accounts whose mail server manages them (RFC 5804): seen, and changed there. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Id, MethodError, type SetFailure } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Store } from "../../store/db/store.ts";
import { getImapServer, type StoredServer } from "../../store/mirror/imap-accounts.ts";
import { endSieveTurn, getSievePlace, putSievePlace, takeSieveTurn } from "../../store/rules/manage-sieve.ts";
import {
  type KnownScript,
  knownScripts,
  leaveServer,
  noteHanded,
  restoreScripts,
  takeListing,
} from "../../store/rules/server-scripts.ts";
import { problemOf } from "../imap/connection/errors.ts";
import type { AccessTokens } from "../oauth/access-tokens.ts";
import { type FindOptions, type Place, placesFor } from "./find-server.ts";
import { SESSION_MS } from "./limits.ts";
import { openFor } from "./open-for.ts";
import { pushScripts } from "./push-scripts.ts";
import { readListing, type ServerListing } from "./read-listing.ts";
import { failureOf, mistakeIn, SieveRefusal } from "./refusal.ts";
import type { ManageSieveSession } from "./session.ts";

export interface SieveServersOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  /** Of accounts that sign in with a provider. */
  tokens?: Pick<AccessTokens, "of"> | undefined;
  find?: FindOptions;
  /** For tests: certificates to trust instead of the usual ones. */
  ca?: string;
}

/** While its scripts are changed. */
export interface SieveServer {
  /** What is wrong with it, with its line; undefined: the server takes it. */
  check(text: string): Promise<string | undefined>;
  /** Puts a script there that is not there yet; none runs because of it. @returns why the server does not take it */
  put(name: string, text: string): Promise<SetFailure | undefined>;
  /** Takes away what was put: nothing is changed. */
  withdraw(): Promise<void>;
  /** Makes the scripts there those that are here now. @returns why the server did not; then those here are as they were */
  push(): Promise<SetFailure | undefined>;
}

export interface SieveServers {
  /** Soon: scripts here are as they are on the account's mail server. Where it manages them is found out. */
  look(accountId: Id): void;
  /**
   * Scripts here are as they are there when `work` begins, and nothing else of ours changes them.
   * @throws MethodError serverUnavailable
   */
  change<T>(accountId: Id, work: (server: SieveServer) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A server that manages no scripts may do so later. */
const NONE_MS = 6 * 60 * 60 * 1000;
/** A client asks again because of what a look has changed. */
const LOOK_PAUSE_MS = 3000;
const TURN_MS = 15_000;
const TURN_PAUSE_MS = 50;

export const createSieveServers = (options: SieveServersOptions): SieveServers => new Servers(options);

class Servers implements SieveServers {
  readonly #options: SieveServersOptions;
  readonly #ending = new AbortController();
  readonly #looking = new Map<Id, Promise<void>>();
  /** By a clock that is never set. */
  readonly #lookedAt = new Map<Id, number>();

  constructor(options: SieveServersOptions) {
    this.#options = options;
  }

  look(accountId: Id): void {
    const lookedAt = this.#lookedAt.get(accountId) ?? -Infinity;
    const isEnding = this.#ending.signal.aborted;
    if (isEnding || this.#looking.has(accountId) || performance.now() < lookedAt + LOOK_PAUSE_MS) return;
    const done = this.#look(accountId)
      .catch((error: unknown) => {
        // Its words may repeat what was sent: the kind is enough.
        const [kind] = problemOf(error).split(":");
        if (!this.#ending.signal.aborted)
          this.#options.log.info("The rules on a mail server could not be read", { accountId, kind });
      })
      .finally(() => {
        this.#lookedAt.set(accountId, performance.now());
        this.#looking.delete(accountId);
      });
    this.#looking.set(accountId, done);
  }

  async change<T>(accountId: Id, work: (server: SieveServer) => Promise<T>): Promise<T> {
    const found = await this.#placeOf(accountId);
    if (!found?.place?.at) throw unavailable();
    const { server, place } = found;
    return this.#inTurn(accountId, async () => {
      const session = await this.#open(accountId, server, place.at!).catch((error: unknown) => {
        throw unavailable(problemOf(error));
      });
      try {
        return await this.#withSession(accountId, session, work);
      } catch (error) {
        throw isOfServer(error) ? unavailable(problemOf(error)) : error;
      } finally {
        session.close();
      }
    });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#looking.values());
  }

  async #withSession<T>(
    accountId: Id,
    session: ManageSieveSession,
    work: (server: SieveServer) => Promise<T>,
  ): Promise<T> {
    const { store } = this.#options;
    const listing = await this.#take(accountId, session);
    const before = await store.read((reader) => knownScripts(reader, accountId));
    const ahead = new Map<string, string>();
    const withdraw = async () => {
      for (const name of ahead.keys()) await session.remove(name).catch(refusalOf);
    };
    return work({
      check: (text) => session.check(text).then(() => undefined, mistake),
      put: async (name, text) => {
        const refusal = await session.put(name, text).then(() => undefined, refusalOf);
        if (refusal) return failureOf(refusal);
        ahead.set(name, text);
        return undefined;
      },
      withdraw,
      push: async () => {
        const after = await store.read((reader) => knownScripts(reader, accountId));
        try {
          await pushScripts(session, before, after, listing, ahead);
          await store.write((tx) => noteHanded(tx, accountId), { accountId });
          return undefined;
        } catch (error) {
          const refusal = refusalOf(error);
          await withdraw();
          await this.#take(accountId, session, before);
          return failureOf(refusal);
        }
      },
    });
  }

  /** @param undone scripts that are here again as they were, where they lay here */
  async #take(accountId: Id, session: ManageSieveSession, undone?: readonly KnownScript[]): Promise<ServerListing> {
    const { store } = this.#options;
    const listing = await readListing(session, store.blobs);
    const here = await this.#here(undone ?? []);
    await store.write(
      async (tx) => {
        if (undone) await restoreScripts(tx, accountId, undone, here);
        await takeListing(tx, accountId, listing);
      },
      { accountId },
    );
    return listing;
  }

  async #here(scripts: readonly KnownScript[]) {
    const { blobs } = this.#options.store;
    const here = scripts.filter(({ isAtServer }) => !isAtServer);
    return Promise.all(
      here.map(async ({ id, name, text }) => ({
        id,
        name,
        content: { text, isAtServer: false, ...(await blobs.put(Buffer.from(text))) },
      })),
    );
  }

  async #look(accountId: Id): Promise<void> {
    const found = await this.#placeOf(accountId);
    if (!found) return;
    const { server, forServer, place } = found;
    const isSame = place?.forServer === forServer;
    if (isSame && !place.at && Date.now() < place.lookedAt + NONE_MS) return;
    const at = isSame && place.at ? place.at : await this.#find(accountId, server, forServer);
    if (!at) return;
    await this.#inTurn(accountId, async () => {
      const session = await this.#open(accountId, server, at);
      try {
        await this.#take(accountId, session);
        await this.#note(accountId, { forServer, at, extensions: session.capabilities.extensions });
      } finally {
        session.close();
      }
    });
  }

  async #placeOf(accountId: Id) {
    const { store, vault } = this.#options;
    return store.read(async (reader) => {
      const server = await getImapServer(reader, accountId, vault);
      if (!server) return undefined;
      const forServer = `${server.username}@${server.host}`.toLowerCase();
      return { server, forServer, place: await getSievePlace(reader, accountId) };
    });
  }

  /** Tries where it may be. @throws where the network is away: then nothing is known */
  async #find(accountId: Id, server: StoredServer, forServer: string): Promise<Place | undefined> {
    for (const at of await placesFor(server, this.#options.find ?? {})) {
      try {
        const session = await this.#open(accountId, server, at);
        const { extensions } = session.capabilities;
        session.close();
        await this.#note(accountId, { forServer, at, extensions });
        return at;
      } catch (error) {
        this.#ending.signal.throwIfAborted();
        if (isOfNetwork(error)) throw error;
      }
    }
    await this.#note(accountId, { forServer, at: null, extensions: [] });
    return undefined;
  }

  async #note(accountId: Id, found: { forServer: string; at: Place | null; extensions: readonly string[] }) {
    await this.#options.store.write(
      async (tx) => {
        const before = await getSievePlace(tx, accountId);
        if (before && before.forServer !== found.forServer) await leaveServer(tx, accountId);
        const { at, extensions } = found;
        const isSame =
          JSON.stringify(before?.extensions) === JSON.stringify(extensions) && before?.at?.host === at?.host;
        if (isSame && before?.forServer === found.forServer && at) return;
        await putSievePlace(tx, accountId, { ...found, lookedAt: Date.now() });
      },
      { accountId },
    );
  }

  #open(accountId: Id, server: StoredServer, at: Place): Promise<ManageSieveSession> {
    const { tokens, ca } = this.#options;
    return openFor(server, at, {
      token: tokens?.of(accountId),
      signal: this.#ending.signal,
      tls: ca === undefined ? undefined : { ca },
    });
  }

  /** @throws MethodError serverUnavailable: others take too long */
  async #inTurn<T>(accountId: Id, work: () => Promise<T>): Promise<T> {
    const { store } = this.#options;
    const owner = randomUUID();
    const until = performance.now() + TURN_MS;
    const take = () => store.write((tx) => takeSieveTurn(tx, accountId, owner, SESSION_MS + TURN_MS), { accountId });
    while (!(await take())) {
      if (performance.now() >= until) throw unavailable();
      await sleep(TURN_PAUSE_MS, undefined, { signal: this.#ending.signal });
    }
    try {
      return await work();
    } finally {
      await store.write((tx) => endSieveTurn(tx, accountId, owner), { accountId });
    }
  }
}

function refusalOf(error: unknown): SieveRefusal {
  if (error instanceof SieveRefusal) return error;
  throw error;
}

const mistake = (error: unknown): string => mistakeIn(refusalOf(error).message);

const unavailable = (problem = "busy: "): MethodError =>
  new MethodError("serverUnavailable", `The rules on the mail server cannot be reached (${problem.split(":")[0]})`);

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? "";

/** Of the connection or the server, and not a failure of ours or of a record. */
const isOfServer = (error: unknown): boolean =>
  error instanceof SieveRefusal ||
  ["Offline", "SignInNeeded"].includes((error as Error).name) ||
  /^E[A-Z_]+$|^ERR_(TLS|SSL)/.test(codeOf(error));

/** The network is away: it says nothing of the server. */
const isOfNetwork = (error: unknown): boolean => ["EAI_AGAIN", "ENETUNREACH", "ENETDOWN"].includes(codeOf(error));

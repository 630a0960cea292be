/** Scripts of accounts whose mail server manages them (RFC 5804): seen, and changed there. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Store } from "../../store/db/store.ts";
import { getImapServer } from "../../store/mirror/imap-accounts.ts";
import {
  getSievePlace,
  noteSieveFailure,
  changeSievePlace,
  putSievePlace,
  serverKeyOf,
} from "../../store/rules/manage-sieve.ts";
import { leaveServer } from "../../store/rules/server-scripts.ts";
import { problemOf } from "../imap/connection/errors.ts";
import type { AccessTokens } from "../oauth/access-tokens.ts";
import { isOfNetwork, isOfPlace, isOfServer, unavailable } from "./failures.ts";
import { type FindOptions, type Place, placesFor } from "./find-server.ts";
import { openFor } from "./open-for.ts";
import { TooMuch } from "./refusal.ts";
import { type Found, type SieveServer, sieveServerOf, takeScripts } from "./scripts-there.ts";
import type { ManageSieveSession } from "./session.ts";
import { inTurn } from "./turns.ts";

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

export interface SieveServers {
  /**
   * Soon: scripts here are as they are on the account's mail server. Where it manages them is found out.
   * @param isChanged its settings are others: it is looked for, even if that was done just now
   * @returns once that is done, or has failed
   */
  look(accountId: Id, isChanged?: boolean): Promise<void>;
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

  async look(accountId: Id, isChanged = false): Promise<void> {
    const lookedAt = this.#lookedAt.get(accountId) ?? -Infinity;
    const looking = this.#looking.get(accountId);
    if (this.#ending.signal.aborted) return;
    if (!isChanged && (looking || performance.now() < lookedAt + LOOK_PAUSE_MS)) return;
    const done = (looking ?? Promise.resolve())
      .then(() => this.#look(accountId))
      .catch((error: unknown) => {
        // Its words may repeat what was sent: the kind is enough.
        const [kind] = problemOf(error).split(":");
        if (!this.#ending.signal.aborted)
          this.#options.log.info("The rules on a mail server could not be read", { accountId, kind });
      })
      .finally(() => {
        this.#lookedAt.set(accountId, performance.now());
        if (this.#looking.get(accountId) === done) this.#looking.delete(accountId);
      });
    this.#looking.set(accountId, done);
    await done;
  }

  async change<T>(accountId: Id, work: (server: SieveServer) => Promise<T>): Promise<T> {
    const { store } = this.#options;
    await this.#changeable(accountId);
    return this.#inTurn(accountId, async () => {
      const found = await this.#changeable(accountId);
      const session = await this.#open(found, found.at).catch((error: unknown) => {
        throw unavailable(problemOf(error));
      });
      try {
        return await work(await sieveServerOf(found, session, store));
      } catch (error) {
        if (error instanceof TooMuch) await this.#leave(found);
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

  async #look(accountId: Id): Promise<void> {
    const found = await this.#placeOf(accountId);
    if (!found) return;
    const { forServer, place } = found;
    const isSame = place?.forServer === forServer;
    if (isSame && !place.at && Date.now() < place.lookedAt + NONE_MS) return;
    const isLost = place?.failingSince != null && Date.now() >= place.failingSince + NONE_MS;
    if (isSame && place.at && !isLost) await this.#inTurn(accountId, () => this.#readKnown(found, place.at!));
    else await this.#find(found);
  }

  async #placeOf(accountId: Id): Promise<Found | undefined> {
    const { store, vault } = this.#options;
    return store.read(async (reader) => {
      const server = await getImapServer(reader, accountId, vault);
      if (!server) return undefined;
      return { accountId, server, forServer: serverKeyOf(server), place: await getSievePlace(reader, accountId) };
    });
  }

  /** @throws MethodError serverUnavailable: nothing is known of the mail server that the account has now */
  async #changeable(accountId: Id): Promise<Found & { at: Place }> {
    const found = await this.#placeOf(accountId);
    if (!found?.place?.at || found.place.forServer !== found.forServer) throw unavailable();
    return { ...found, at: found.place.at };
  }

  async #readKnown(found: Found, at: Place): Promise<void> {
    const { accountId } = found;
    try {
      await this.#read(found, at);
    } catch (error) {
      if (error instanceof TooMuch) await this.#leave(found);
      else if (isOfPlace(error))
        await this.#options.store.write((tx) => noteSieveFailure(tx, accountId), { accountId });
      throw error;
    }
  }

  async #read(found: Found, at: Place): Promise<void> {
    const session = await this.#open(found, at);
    try {
      const { extensions } = session.capabilities;
      const place = { at, forServer: found.forServer, extensions, lookedAt: Date.now() };
      await takeScripts(found, session, this.#options.store, { place });
    } finally {
      session.close();
    }
  }

  /** Tries where it may be. @throws where the network is away: then nothing is known */
  async #find(found: Found): Promise<void> {
    const { accountId, server, place, forServer } = found;
    // Others wait for their turn by it. It is looked for again where this one ends in the middle.
    if (place?.forServer !== forServer) await this.#storeNoPlace(found, 0);
    await this.#inTurn(accountId, async () => {
      for (const at of await placesFor(server, this.#options.find ?? {})) {
        try {
          await this.#read(found, at);
          return;
        } catch (error) {
          this.#ending.signal.throwIfAborted();
          if (isOfNetwork(error) || !isOfServer(error)) throw error;
        }
      }
      await this.#storeNoPlace(found, Date.now());
    });
  }

  /** It goes on to run what it has, of which not all can be shown. */
  async #leave({ accountId, forServer }: Found): Promise<void> {
    await this.#options.store.write(
      async (tx) => {
        await leaveServer(tx, accountId, true);
        await putSievePlace(tx, accountId, { at: null, forServer, extensions: [], lookedAt: Date.now() });
      },
      { accountId },
    );
  }

  /** @param lookedAt milliseconds; 0: not yet, and it is looked for at the next chance */
  async #storeNoPlace({ accountId, forServer }: Found, lookedAt: number): Promise<void> {
    const place = { at: null, forServer, extensions: [], lookedAt };
    await this.#options.store.write((tx) => changeSievePlace(tx, accountId, place), { accountId });
  }

  #open({ accountId, server }: Found, at: Place): Promise<ManageSieveSession> {
    const { tokens, ca } = this.#options;
    return openFor(server, at, {
      token: tokens?.of(accountId),
      signal: this.#ending.signal,
      tls: ca === undefined ? undefined : { ca },
    });
  }

  #inTurn<T>(accountId: Id, work: () => Promise<T>): Promise<T> {
    return inTurn(accountId, work, { store: this.#options.store, signal: this.#ending.signal });
  }
}

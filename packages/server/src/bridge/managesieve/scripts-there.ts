/** The scripts of an account while a session with its mail server is open: seen, and changed. */
import type { Id, SetFailure } from "@pismo/jmap";
import type { Store } from "../../store/db/store.ts";
import type { StoredServer } from "../../store/mirror/imap-accounts.ts";
import { isSieveServer, type NewPlace, changeSievePlace, type SievePlace } from "../../store/rules/manage-sieve.ts";
import {
  type KnownScript,
  knownScripts,
  noteHanded,
  notingAnswers,
  restoreScripts,
  takeListing,
} from "../../store/rules/server-scripts.ts";
import { unavailable } from "./failures.ts";
import { pushScripts } from "./push-scripts.ts";
import { readListing, type ServerListing } from "./read-listing.ts";
import { failureOf, mistakeIn, SieveRefusal } from "./refusal.ts";
import type { ManageSieveSession } from "./session.ts";

/** The account's mail server, and what is known of where it manages scripts. */
export interface Found {
  accountId: Id;
  server: StoredServer;
  forServer: string;
  place: SievePlace | undefined;
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

/** Once the scripts here are as they are there. */
export async function sieveServerOf(found: Found, session: ManageSieveSession, store: Store): Promise<SieveServer> {
  const { accountId } = found;
  const listing = await takeScripts(found, session, store);
  const before = await store.read((reader) => knownScripts(reader, accountId));
  const ahead = new Map<string, string>();
  const withdraw = async () => {
    for (const name of ahead.keys()) await session.remove(name).catch(refusalOf);
  };
  return {
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
        await store.write((tx) => notingAnswers(tx, accountId, () => noteHanded(tx, accountId)), { accountId });
        return undefined;
      } catch (error) {
        const refusal = refusalOf(error);
        await withdraw();
        await takeScripts(found, session, store, { undone: before });
        return failureOf(refusal);
      }
    },
  };
}

/**
 * @param undone scripts that are here again as they were, where they lay here
 * @param place where the server manages them, stored in the same transaction: no client sees the one without the other
 */
export async function takeScripts(
  { accountId, forServer }: Found,
  session: ManageSieveSession,
  store: Store,
  { undone, place }: { undone?: readonly KnownScript[]; place?: NewPlace } = {},
): Promise<ServerListing> {
  const listing = await readListing(session, store.blobs);
  const here = await contentsOf(undone ?? [], store);
  await store.write(
    async (tx) => {
      // Its settings may be others since.
      if (!(await isSieveServer(tx, accountId, forServer))) throw unavailable();
      if (place) await changeSievePlace(tx, accountId, place);
      await notingAnswers(tx, accountId, async () => {
        if (undone) await restoreScripts(tx, accountId, undone, here);
        await takeListing(tx, accountId, listing);
      });
    },
    { accountId },
  );
  return listing;
}

/** Of those that lay here. */
function contentsOf(scripts: readonly KnownScript[], { blobs }: Pick<Store, "blobs">) {
  const here = scripts.filter(({ isAtServer }) => !isAtServer);
  return Promise.all(
    here.map(async ({ id, name, text }) => ({
      id,
      name,
      content: { text, isAtServer: false, ...(await blobs.put(Buffer.from(text))) },
    })),
  );
}

function refusalOf(error: unknown): SieveRefusal {
  if (error instanceof SieveRefusal) return error;
  throw error;
}

const mistake = (error: unknown): string => mistakeIn(refusalOf(error).message);

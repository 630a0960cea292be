/** One comparison of an account's contacts with its address book server. */
import type { AddressBookServerProblem, Id } from "@pismo/jmap";
import { collectChanges, nextChanges, tryAgain } from "../../store/carddav/outbound-changes.ts";
import { getServer, noteStanding, type Standing, type StoredServer } from "../../store/carddav/servers.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Store } from "../../store/db/store.ts";
import type { CardFailures } from "./card-failures.ts";
import type { ContactsGrants } from "../oauth/contacts-grants.ts";
import { DavClient, type DavRules, grantRules } from "./dav-client.ts";
import { matchBooks } from "./match-books.ts";
import { DavError, DavRefusal, needsPerson, problemOf } from "./problems.ts";
import { pull } from "./pull.ts";
import { push } from "./push.ts";
import { Superseded, type SyncWork, writerOf } from "./sync-work.ts";

export interface SyncParts {
  store: Store;
  vault: Vault;
  rules: DavRules;
  grants: ContactsGrants;
  signal: AbortSignal;
  failures: CardFailures;
}

/** A server that drips its answers must not hold up the others; what has come by then stays. */
const LONGEST_MS = 15 * 60_000;
/** What others change while a card is pushed is pulled first. */
const MAX_ROUNDS = 4;

/** @returns why it was not finished; undefined: both sides are the same, or the settings were changed */
export async function syncAccount(parts: SyncParts, accountId: Id): Promise<AddressBookServerProblem | undefined> {
  const { store, vault, failures } = parts;
  const signal = AbortSignal.any([parts.signal, AbortSignal.timeout(LONGEST_MS)]);
  const server = await store.read((reader) => getServer(reader, accountId, vault));
  if (!server) return undefined;
  const write = writerOf({ store, vault, accountId }, server.revision);
  const note = (standing: Standing) => write((tx) => noteStanding(tx, accountId, standing));
  let client: DavClient | undefined;
  try {
    client = await clientFor(parts, accountId, server, signal);
    await syncBooks({ accountId, client, signal, write, store, failures }, server.url, () =>
      readSeen(parts, accountId),
    );
    await note({ state: "upToDate", problem: null, isSynced: true });
    return undefined;
  } catch (error) {
    if (error instanceof Superseded || parts.signal.aborted) return undefined;
    const problem = describe(error);
    const state = needsPerson(problem) ? "signIn" : "offline";
    await note({ state, problem, isSynced: false }).catch((failure: unknown) => {
      if (!(failure instanceof Superseded)) throw failure;
    });
    return problem;
  } finally {
    client?.close();
  }
}

/** @throws DavError */
async function clientFor(
  { rules, grants }: SyncParts,
  accountId: Id,
  { username, password, provider }: StoredServer,
  signal: AbortSignal,
): Promise<DavClient> {
  if (provider !== null) {
    const grant = await grants(accountId);
    // The token of another provider is not shown to this one's server.
    if (grant?.provider.id !== provider) throw new DavError("grantRefused", "The account signs in in another way now");
    if (!grant.provider.isAllowed) throw new DavError("notAllowed", "The grant is for the mail alone");
    return new DavClient(grant, grantRules, signal);
  }
  // After a restore elsewhere.
  if (password === undefined) throw new DavError("wrongPassword", "The password cannot be read");
  return new DavClient({ username, password }, rules, signal);
}

function describe(error: unknown): AddressBookServerProblem {
  if (error instanceof DavRefusal) {
    const kind = error.status === 404 || error.status === 405 ? "noAddressBook" : "unreachable";
    return { kind, detail: error.message };
  }
  return problemOf(error);
}

async function readSeen({ store, vault }: SyncParts, accountId: Id): Promise<number | null> {
  return (await store.read((reader) => getServer(reader, accountId, vault)))?.seenModSeq ?? null;
}

async function syncBooks(work: SyncWork, homeUrl: string, seen: () => Promise<number | null>): Promise<void> {
  const { accountId, store, write, failures } = work;
  const collections = await matchBooks(work, homeUrl);
  const again = failures.due();
  if (again?.length !== 0) await write((tx) => tryAgain(tx, accountId, again));
  failures.begin();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const collection of collections) await pull(work, collection);
    const seenModSeq = await seen();
    await write((tx) => collectChanges(tx, accountId, seenModSeq));
    const waiting = await store.read((reader) => nextChanges(reader, accountId, undefined, 1));
    if (waiting.length === 0 || !(await push(work, collections))) return;
  }
}

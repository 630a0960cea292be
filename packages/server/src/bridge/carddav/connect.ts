/** Connects an account with an address book server, which is tried first. */
import { type AddressBookServerProblem, type AddressBookServerPutArgs, type Id, SetFailure } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { getServer, putServer } from "../../store/carddav/servers.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Store } from "../../store/db/store.ts";
import type { ContactsGrants } from "../oauth/contacts-grants.ts";
import { DavClient, type DavRules, grantRules } from "./dav-client.ts";
import { discoverBooks, type Found } from "./discover.ts";
import { problemOf } from "./problems.ts";
import type { DavGrant, DavLogin } from "./sign-in.ts";

export interface ConnectParts {
  store: Store;
  vault: Vault;
  log: Logger;
  rules: DavRules;
  grants: ContactsGrants;
}

const MAX_MS = 45_000;

type Given = Omit<AddressBookServerPutArgs, "accountId">;

/** The bridge's part of `AddressBookServer`. */
export const addressBookServersOf = (parts: ConnectParts) => ({
  connect: (accountId: Id, given: Given | "byProvider") =>
    given === "byProvider" ? connectByProvider(parts, accountId) : connectByPassword(parts, accountId, given),
  providerOf: async (accountId: Id) => (await parts.grants(accountId))?.provider ?? null,
});

/** @throws SetFailure */
async function connectByProvider(parts: ConnectParts, accountId: Id): Promise<void> {
  const grant = await parts.grants(accountId);
  if (!grant) throw new SetFailure({ type: "forbidden", description: "Its provider has no address book server here" });
  const { address, username, provider } = grant;
  if (!provider.isAllowed) throw failure({ kind: "notAllowed", detail: provider.name });
  const { homeUrl } = await tryServer(parts, address, grant, grantRules);
  const server = { address, url: homeUrl, username, password: "", provider: provider.id };
  await parts.store.write((tx) => putServer(tx, accountId, server, parts.vault), { accountId });
}

/** @throws SetFailure invalidProperties */
async function connectByPassword(
  parts: ConnectParts,
  accountId: Id,
  { address, username, password: given }: Given,
): Promise<void> {
  const { store, vault, rules } = parts;
  const before = await store.read((reader) => getServer(reader, accountId, vault));
  const password = given ?? (before?.provider === null ? before.password : undefined);
  if (password === undefined) throw new SetFailure({ type: "invalidProperties", properties: ["password"] });
  // A password that was stored for one server must not go to another that only knows its name.
  if (given === undefined && before?.address !== address)
    throw new SetFailure({
      type: "invalidProperties",
      properties: ["password"],
      description: "The password is needed",
    });
  const { homeUrl } = await tryServer(parts, address, { username, password }, rules);
  const server = { address, url: homeUrl, username, password, provider: null };
  await store.write((tx) => putServer(tx, accountId, server, vault), { accountId });
}

const failure = (problem: AddressBookServerProblem, properties: string[] = []): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties, description: problem.kind, addressBookProblem: problem });

async function tryServer(
  { log }: ConnectParts,
  address: string,
  login: DavLogin | DavGrant,
  rules: DavRules,
): Promise<Found> {
  const client = new DavClient(login, rules, AbortSignal.timeout(MAX_MS));
  try {
    return await discoverBooks(client, address);
  } catch (error) {
    const problem = problemOf(error);
    log.info("An address book server cannot be used", { kind: problem.kind });
    throw failure(problem, problem.kind === "wrongPassword" ? ["username", "password"] : ["address"]);
  } finally {
    client.close();
  }
}

/** Connects an account with an address book server, which is tried first. */
import { type AddressBookServerPutArgs, type Id, SetFailure } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { getServer, putServer } from "../../store/carddav/servers.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Store } from "../../store/db/store.ts";
import { DavClient, type DavRules } from "./dav-client.ts";
import { discoverBooks, type Found } from "./discover.ts";
import { problemOf } from "./problems.ts";

export interface ConnectParts {
  store: Store;
  vault: Vault;
  log: Logger;
  rules: DavRules;
}

const MAX_MS = 45_000;

/** The bridge's part of `AddressBookServer/put`. @throws SetFailure invalidProperties */
export async function connectAddressBooks(
  parts: ConnectParts,
  accountId: Id,
  { address, username, password: given }: Omit<AddressBookServerPutArgs, "accountId">,
): Promise<void> {
  const { store, vault } = parts;
  const before = await store.read((reader) => getServer(reader, accountId, vault));
  const password = given ?? before?.password;
  if (password === undefined) throw new SetFailure({ type: "invalidProperties", properties: ["password"] });
  // A password that was stored for one server must not go to another that only knows its name.
  if (given === undefined && before?.address !== address)
    throw new SetFailure({
      type: "invalidProperties",
      properties: ["password"],
      description: "The password is needed",
    });
  const { homeUrl } = await tryServer(parts, address, { username, password });
  await store.write((tx) => putServer(tx, accountId, { address, url: homeUrl, username, password }, vault), {
    accountId,
  });
}

async function tryServer(
  { log, rules }: ConnectParts,
  address: string,
  login: { username: string; password: string },
): Promise<Found> {
  const client = new DavClient(login, rules, AbortSignal.timeout(MAX_MS));
  try {
    return await discoverBooks(client, address);
  } catch (error) {
    const problem = problemOf(error);
    log.info("An address book server cannot be used", { kind: problem.kind });
    const properties = problem.kind === "wrongPassword" ? ["username", "password"] : ["address"];
    throw new SetFailure({
      type: "invalidProperties",
      properties,
      description: problem.kind,
      addressBookProblem: problem,
    });
  } finally {
    client.close();
  }
}

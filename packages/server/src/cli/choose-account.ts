/** The account that a command works on. */
import type { Id } from "@pismo/jmap";
import { createAccount, findAccountsByAddress, listAccounts, type LocalAccount } from "../store/auth/accounts.ts";
import type { Config } from "../config.ts";
import { getMirrorStatus } from "../store/mirror/imap-accounts.ts";
import type { Reader, Store } from "../store/db/store.ts";

type Server = Pick<Config, "mode" | "domain">;

/**
 * The account with this address or id. Without one, on a personal server, the first one, which is created in a new data
 * directory; where several people are served, none of them is meant.
 * @throws Error in one line when there is no such account, or none is named
 */
export async function chooseAccount(store: Store, address: string | undefined, server: Server): Promise<Id> {
  if (address !== undefined) {
    const found = await store.read((reader) => findByName(reader, address, server));
    if (found) return found.id;
    const accounts = await store.read(listAccounts);
    const known = server.mode === "hosted" ? [] : accounts.map(({ email }) => email);
    throw new Error(
      `There is no mailbox ${address}; ${known.length > 0 ? `there are: ${known.join(", ")}` : "`pismo person list` names them"}`,
    );
  }
  if (server.mode === "hosted") {
    throw new Error("Several people have a mailbox here: --mailbox ADDRESS says whose is meant");
  }
  return store.write(async (tx) => {
    const [first] = await listAccounts(tx);
    return (first ?? (await createAccount(tx, { name: "", email: `you@${server.domain}` }))).id;
  });
}

/** On a personal server there is always an account, and the local one is the first. */
export async function ensureFirstAccount(store: Store, server: Server): Promise<void> {
  if (server.mode === "personal") await chooseAccount(store, undefined, server);
}

/** By address, id, or the part of the address before our domain. @throws Error in one line where it fits two accounts */
export async function findByName(reader: Reader, name: string, { domain }: Server): Promise<LocalAccount | undefined> {
  return (await findChosen(reader, name)) ?? findChosen(reader, `${name}@${domain}`);
}

/** By address or id. @throws Error in one line where two accounts have the address */
export async function findChosen(reader: Reader, name: string): Promise<LocalAccount | undefined> {
  const byId = (await listAccounts(reader)).find(({ id }) => id === name);
  if (byId) return byId;
  const found = await findAccountsByAddress(reader, name);
  if (found.length < 2) return found[0];
  const names = await Promise.all(found.map(async ({ id }) => `${id} (${await loginOf(reader, id)})`));
  throw new Error(`More than one mailbox shows ${name}; name one by its id: ${names.join(", ")}`);
}

/** A description by which people can tell accounts with the same address apart. */
async function loginOf(reader: Reader, accountId: Id): Promise<string> {
  const status = await getMirrorStatus(reader, accountId);
  return status ? `${status.username} at ${status.host}` : "here";
}

/** The account that a command works on. */
import type { Id } from "@pismo/jmap";
import { createAccount, findAccountsByAddress, listAccounts, type LocalAccount } from "../store/auth/accounts.ts";
import { getMirrorStatus } from "../store/mirror/imap-accounts.ts";
import type { Reader, Store } from "../store/db/store.ts";

/**
 * The account with this address or id, or the first one; in a new data directory the first is created.
 * @throws Error in one line when there is no such account
 */
export async function chooseAccount(store: Store, address: string | undefined, domain: string): Promise<Id> {
  return store.write(async (tx) => {
    const accounts = await listAccounts(tx);
    if (address === undefined) {
      const account = accounts[0] ?? (await createAccount(tx, { name: "", email: `you@${domain}` }));
      return account.id;
    }
    const account = (await findChosen(tx, address)) ?? (await findChosen(tx, `${address}@${domain}`));
    if (account) return account.id;
    const known = accounts.map(({ email }) => email).join(", ") || "none";
    throw new Error(`There is no mailbox ${address}; there are: ${known}`);
  });
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

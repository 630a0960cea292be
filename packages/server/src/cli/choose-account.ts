/** The mailbox that a command works on. */
import type { Id } from "@pismo/jmap";
import { createAccount, findAccountByAddress, listAccounts } from "../store/accounts.ts";
import type { Store } from "../store/store.ts";

/**
 * The account with this address, or the first one; in a data directory that was never served the first is made.
 * @throws Error in one line when there is no such mailbox
 */
export async function chooseAccount(store: Store, address: string | undefined, domain: string): Promise<Id> {
  return store.write(async (tx) => {
    const accounts = await listAccounts(tx);
    if (address === undefined) {
      const account = accounts[0] ?? (await createAccount(tx, { name: "", email: `you@${domain}` }));
      return account.id;
    }
    const account =
      (await findAccountByAddress(tx, address)) ?? (await findAccountByAddress(tx, `${address}@${domain}`));
    if (account) return account.id;
    const known = accounts.map(({ email }) => email).join(", ") || "none";
    throw new Error(`There is no mailbox ${address}; there are: ${known}`);
  });
}

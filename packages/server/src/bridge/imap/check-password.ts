/** A person's name and password, asked of the mail server; who is let in there has an account here from then on. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { createAccount, findAccountByAddress } from "../../store/accounts.ts";
import { getImapServer, type ImapServer, putImapServer } from "../../store/imap-accounts.ts";
import type { Store } from "../../store/store.ts";
import type { Vault } from "../../store/vault.ts";
import { problemOf, SignInNeeded } from "./errors.ts";
import { openSession, type SessionOptions } from "./session.ts";

export interface PasswordCheckOptions {
  store: Store;
  vault: Vault;
  /** The one server that everybody signs in to. */
  server: Pick<ImapServer, "host" | "port" | "security" | "smtpUrl">;
  /** Of people who sign in by a name without one. */
  domain: string;
  log: Logger;
  session?: SessionOptions;
}

/**
 * @returns asks the server; gives the account, undefined where name or password is refused
 * @throws Error (from what is returned) where the server cannot be asked; its message says why
 */
export function createPasswordCheck(options: PasswordCheckOptions) {
  const { store, vault, domain, log } = options;

  return async function checkPassword(username: string, password: string): Promise<Id | undefined> {
    const server: ImapServer = { ...options.server, username, password };
    try {
      const session = await openSession({ ...server, grantedAt: null }, log, options.session);
      await session.close();
    } catch (error) {
      if (error instanceof SignInNeeded) return undefined;
      throw new Error(problemOf(error), { cause: error });
    }
    const email = username.includes("@") ? username : `${username}@${domain}`;
    return store.write(async (tx) => {
      const account = (await findAccountByAddress(tx, email)) ?? (await createAccount(tx, { name: "", email }));
      const known = await getImapServer(tx, account.id, vault);
      const isSame =
        known?.password === password &&
        known.grantedAt === null &&
        known.host === server.host &&
        known.port === server.port &&
        known.security === server.security &&
        known.smtpUrl === server.smtpUrl;
      // What has not changed does not interrupt the mirror.
      if (!isSame) await putImapServer(tx, account.id, server, vault);
      return account.id;
    });
  };
}

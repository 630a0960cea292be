/** Checks name and password at the mail server; the first successful sign-in creates the account. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../../log.ts";
import { getImapServer, type ImapServer, putImapServer } from "../../../store/mirror/imap-accounts.ts";
import type { Store } from "../../../store/db/store.ts";
import type { Vault } from "../../../store/auth/vault.ts";
import { accountOfLogin, isOwnAddress, knownLogin, type LoginServer, type SignedIn } from "./account-of-login.ts";
import { problemOf, SignInNeeded } from "./errors.ts";
import { loginNameOf, type LoginForm } from "./login-names.ts";
import { openSession, type Session, type SessionOptions } from "./connection.ts";

export interface PasswordCheckOptions {
  store: Store;
  vault: Vault;
  /** The one server that all people sign in to. */
  server: Pick<ImapServer, "host" | "port" | "security" | "smtpUrl">;
  /** Earlier host names of that server. */
  formerHosts?: readonly string[];
  /** For login names without a domain. */
  domain: string;
  /** The form of the server's login names. */
  loginForm?: LoginForm;
  log: Logger;
  session?: SessionOptions;
}

/**
 * @returns a function that gives the account, or undefined where name or password is refused
 * @throws Error (from that function) where the server is unreachable; its message names the reason
 */
export function createPasswordCheck(options: PasswordCheckOptions) {
  const { store, vault, domain, log, loginForm: form, formerHosts = [] } = options;
  const loginServer: LoginServer = { hosts: [options.server.host, ...formerHosts], form, domain };

  async function open(username: string, password: string, clientAddress: string): Promise<Session | undefined> {
    try {
      const server = { ...options.server, username, password, grantedAt: null };
      return await openSession(server, log, { ...options.session, clientAddress });
    } catch (error) {
      if (error instanceof SignInNeeded) return undefined;
      throw new Error(problemOf(error), { cause: error });
    }
  }

  return async function checkPassword(typed: string, password: string, clientAddress = ""): Promise<Id | undefined> {
    const username = loginNameOf(typed, loginServer);
    const session = username === undefined ? undefined : await open(username, password, clientAddress);
    if (username === undefined || !session) return undefined;
    const openAs = (name: string): Promise<Session | undefined> => open(name, password, clientAddress);
    const signedIn: SignedIn = { username, session, openAs, isAddressProven: false };
    let known;
    try {
      known = await knownLogin(store, signedIn, loginServer);
      if (!known && !(await isOwnAddress(signedIn, loginServer))) {
        log.warn("The mail server lets people in with any domain: only those of PISMO_DOMAIN get an account", {
          domain,
        });
        return undefined;
      }
    } finally {
      await session.close();
    }
    return store.write(async (tx) => {
      const login = await accountOfLogin(tx, known, username, loginServer);
      const server: ImapServer = { ...options.server, username: login.username, password };
      const before = await getImapServer(tx, login.accountId, vault);
      const isSame =
        before?.password === password &&
        before.grantedAt === null &&
        before.username === server.username &&
        before.host === server.host &&
        before.port === server.port &&
        before.security === server.security &&
        before.smtpUrl === server.smtpUrl;
      // Unchanged settings do not restart the mirror.
      if (!isSame) await putImapServer(tx, login.accountId, server, vault);
      return login.accountId;
    });
  };
}

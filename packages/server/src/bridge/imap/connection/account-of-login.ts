/** The account of a person whom the mail server has authenticated: the login name decides, never an address. */
import { randomBytes } from "node:crypto";
import type { Store, Transactor } from "../../../store/db/store.ts";
import { createAccount, getAccount } from "../../../store/auth/accounts.ts";
import { findLogin, findSimilarLogins, type Login } from "../../../store/auth/logins.ts";
import { inboxIdOf } from "./inbox-id.ts";
import { addressOfLogin, inNoDomain, isInDomain, loginNameOf, type LoginRules, similarNames } from "./login-names.ts";
import type { Session } from "./connection.ts";

/** The one server that all people sign in to, and the form of its login names. */
export interface LoginServer extends LoginRules {
  /** Its host, and those that it had before. */
  hosts: readonly string[];
}

export interface SignedIn {
  /** As the server accepted it. */
  username: string;
  session: Session;
  /** Signs in by another name with the same secret; undefined: the server refuses. @throws Error it is unreachable */
  openAs(username: string): Promise<Session | undefined>;
  /** The name is the person's address, by the server's or the administrator's word. */
  isAddressProven: boolean;
}

/** Accounts with similar names that are tried: each costs a sign-in. */
const MAX_SIMILAR = 3;

/**
 * The login that was used before, also by another name of the same mailbox.
 * @returns undefined: no account has a similar name, or both names cannot be shown to be one mailbox
 */
export async function knownLogin(store: Store, signedIn: SignedIn, server: LoginServer): Promise<Login | undefined> {
  const { username } = signedIn;
  const { exact, similar } = await store.read(async (reader) => ({
    exact: await findLogin(reader, server.hosts, username),
    similar: await findSimilarLogins(reader, server.hosts, similarNames(username, server)),
  }));
  if (exact) return exact;
  const sameForm = server.form && similar.find((login) => loginNameOf(login.username, server) === username);
  if (sameForm) return { ...sameForm, username };
  if (similar.length === 0) return undefined;
  const inboxId = await inboxIdOf(signedIn.session);
  if (inboxId === undefined) return undefined;
  for (const login of similar.slice(0, MAX_SIMILAR)) {
    const session = await signedIn.openAs(login.username);
    const otherId = session && (await inboxIdOf(session));
    await session?.close();
    if (otherId === inboxId) return login;
  }
  return undefined;
}

/**
 * Whether a name in a foreign domain is an address. It is not proven by a server that accepts any domain after the @.
 */
export async function isOwnAddress(signedIn: SignedIn, server: LoginServer): Promise<boolean> {
  const { username, isAddressProven } = signedIn;
  if (isAddressProven || server.form === "address" || isInDomain(username, server)) return true;
  const session = await signedIn.openAs(inNoDomain(username, randomBytes(8).toString("hex")));
  await session?.close();
  return session === undefined;
}

/** The account of the known login, or a new one of this name. Concurrent sign-ins get the same account. */
export async function accountOfLogin(
  tx: Transactor,
  known: Login | undefined,
  username: string,
  server: LoginServer,
): Promise<Login> {
  const login = known ?? (await findLogin(tx, server.hosts, username));
  // It may have been removed while the server answered.
  if (login && (await getAccount(tx, login.accountId))) return login;
  const account = await createAccount(tx, { name: "", email: addressOfLogin(username, server) }, true);
  return { accountId: account.id, username };
}

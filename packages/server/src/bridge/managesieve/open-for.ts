/** A session of an account, with what it signs in with at its IMAP server. */
import type { StoredServer } from "../../store/mirror/imap-accounts.ts";
import { SignInNeeded } from "../imap/connection/errors.ts";
import type { AccessTokenSource } from "../oauth/access-tokens.ts";
import type { Place } from "./find-server.ts";
import { openSieveSession, type SessionOptions } from "./open-session.ts";
import type { ManageSieveSession } from "./session.ts";

export interface AccountOptions extends SessionOptions {
  token: AccessTokenSource | undefined;
}

/** @throws SignInNeeded, Offline, or the error of the network */
export async function openFor(
  { username, password, security, grantedAt }: StoredServer,
  at: Place,
  { token, ...options }: AccountOptions,
): Promise<ManageSieveSession> {
  const endpoint = { ...at, security };
  if (grantedAt === null) {
    if (!password) throw new SignInNeeded("the password is not known any more");
    return openSieveSession(endpoint, { username, password }, options);
  }
  if (!token) throw new SignInNeeded("the provider's grant cannot be used here");
  const accessToken = await token();
  try {
    return await openSieveSession(endpoint, { username, accessToken }, options);
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error;
    // A token may be revoked before it expires: the next one shows whether the grant is.
    const next = await token(accessToken);
    if (next === accessToken) throw error;
    return openSieveSession(endpoint, { username, accessToken: next }, options);
  }
}

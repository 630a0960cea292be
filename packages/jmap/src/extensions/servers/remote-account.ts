/**
 * An account whose mail lies with another JMAP server, to which ours passes requests on: an extension of ours, among the
 * account's capabilities in the session. The account has no other mail capabilities there, so that a client that does not
 * know this one leaves it alone. The value is what such an account needs of a session of its own: the URLs lead to our
 * server, and callers put `accountId`, the account's id over there, in place of the id here.
 */
import type { Account, Id, Session } from "../../core/core.ts";

export const REMOTE_ACCOUNT = "tag:pismo.localhost,2026:remote-account";

export interface RemoteAccountCapability extends Pick<
  Session,
  "capabilities" | "apiUrl" | "uploadUrl" | "downloadUrl" | "eventSourceUrl"
> {
  /** Over there. The URLs for blobs hold it already. */
  accountId: Id;
  /** The account's over there. */
  accountCapabilities: Account["accountCapabilities"];
}

/** undefined: requests for the account go to the session's own URLs. */
export const remoteAccountOf = (
  session: Pick<Session, "accounts"> | undefined,
  accountId: unknown,
): RemoteAccountCapability | undefined =>
  session?.accounts[accountId as Id]?.accountCapabilities?.[REMOTE_ACCOUNT] as RemoteAccountCapability | undefined;

/** The session as a page sees it that shows one of its accounts: capabilities and URLs are those of that account. */
export function sessionShowing(session: Session, shown: Id): Session {
  const accounts = { ...session.accounts };
  for (const id of Object.keys(accounts)) {
    const own = accounts[id]!;
    const remote = remoteAccountOf(session, id);
    accounts[id] = { ...own, accountCapabilities: { ...remote?.accountCapabilities, ...own.accountCapabilities } };
  }
  return { ...session, ...remoteAccountOf(session, shown), accounts };
}

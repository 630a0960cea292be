import { type Id, type OwnApiCapability, remoteAccountOf } from "@pismo/jmap";
import { getSession } from "../session/session.ts";

/** Whether our server keeps objects of a capability for the account, whose own server knows none. */
export function isKeptHere(accountId: Id, capability: string): boolean {
  const session = getSession();
  const { capabilities } = remoteAccountOf(session, accountId) ?? session ?? {};
  return (capabilities?.[capability] as Partial<OwnApiCapability> | undefined)?.apiUrl !== undefined;
}

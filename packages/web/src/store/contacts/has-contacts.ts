/** Whether the shown account can have contacts (RFC 9610 §1.4), and whether it has any. */
import { CONTACTS, type Id } from "@pismo/jmap";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, request, useSessionState } from "../session/session.ts";
import { createPresence } from "../windowed/create-presence.ts";

export const hasContactsIn = (accountId: Id): boolean => hasCapability(getSession(), accountId, CONTACTS);

export const useHasContacts = (): boolean =>
  useSessionState(({ session, account }) => hasCapability(session, account.accountId, CONTACTS));

/** Whether there is any. */
export const useHasCards = createPresence(CONTACTS, "ContactCard", async (accountId) => {
  const query = await request((calls) => calls.call("ContactCard/query", { accountId, limit: 1 }));
  return query.result().ids;
});

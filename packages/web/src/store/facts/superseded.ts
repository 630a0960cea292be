/** Which events of a letter a later letter of their organizer changes or calls off. */
import { DEADLINES, type Id, idOfMember, type SupersededEvent } from "@pismo/jmap";
import { isAllAccounts } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getAccount, getSession, request } from "../session/session.ts";

/**
 * None at a server that does not read calendars.
 * @returns with the letters by the ids by which they are shown @throws what the request throws
 */
export async function supersededIn(accountId: Id, emailId: Id): Promise<SupersededEvent[]> {
  if (!hasCapability(getSession(), accountId, DEADLINES)) return [];
  const get = await request((calls) => calls.call("EmailFact/get", { accountId, ids: [emailId] }));
  // An older Pismo behind this one does not know the property.
  const found = get.result().list[0];
  return (found?.supersededEvents ?? []).map((event) => ({
    ...event,
    emailId: isAllAccounts(getAccount()) ? idOfMember(accountId, event.emailId) : event.emailId,
  }));
}

/** Leaving a mailing list through our server, where it can do that. */
import { type Id, UNSUBSCRIBE, type UnsubscribeOutcome } from "@pismo/jmap";
import { currentRecords } from "../records/records.ts";
import { getSession, request } from "./session.ts";

/** Where the server would ask for an Email; null where the Email has no signed offer, or the server does not do it. */
export async function loadOneClick(id: Id): Promise<string | null> {
  if (getSession()?.capabilities[UNSUBSCRIBE] === undefined) return null;
  const { accountId } = currentRecords();
  const get = await request((calls) => calls.call("OneClick/get", { accountId, ids: [id] }));
  return get.result().list[0]?.url ?? null;
}

/** Asks it. @throws MethodError, RequestError, TypeError where the server could not be asked to */
export async function leaveList(id: Id): Promise<UnsubscribeOutcome> {
  const { accountId } = currentRecords();
  const call = await request((calls) => calls.call("OneClick/unsubscribe", { accountId, id }));
  return call.result().outcome;
}

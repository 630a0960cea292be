/** Whether a search has found all there is, from servers that mirror another and may not have every text yet. */
import { type Id, MIRROR, type PartialResults } from "@pismo/jmap";
import { ListRequests } from "../lists/list-requests.ts";
import type { ListQuery } from "../lists/list-query.ts";
import { isMailboxesLoaded, loadMailboxes } from "../mailboxes/mailboxes.ts";
import { recordsOf } from "../records/records.ts";
import { getSession, request } from "../session/session.ts";

/** undefined where the results are all there is, or the server does not say. @throws what the request throws */
export async function loadPartialResults(
  accountId: Id,
  query: ListQuery,
  signal: AbortSignal,
): Promise<PartialResults | undefined> {
  const records = recordsOf(accountId);
  const account = getSession()?.accounts[accountId];
  if (!account || !(MIRROR in account.accountCapabilities)) return undefined;
  if (!isMailboxesLoaded(records)) await loadMailboxes(records);
  const filter = new ListRequests(query, records).filter();
  if (!filter) return undefined;
  const found = await request((calls) => calls.call("Email/query", { accountId, filter, limit: 1 }), signal);
  return found.result().partial;
}

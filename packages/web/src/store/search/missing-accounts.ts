/** Which of several accounts have no letters in a list, because their server does not answer (ALL_ACCOUNTS). */
import { ALL_ACCOUNTS_ID, type Id } from "@pismo/jmap";
import type { ListQuery } from "../lists/list-query.ts";
import { ListRequests } from "../lists/list-requests.ts";
import { isMailboxesLoaded, loadMailboxes } from "../mailboxes/mailboxes.ts";
import { recordsOf } from "../records/records.ts";
import { request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";

async function loadMissing(query: ListQuery, signal: AbortSignal): Promise<readonly Id[]> {
  const records = recordsOf(ALL_ACCOUNTS_ID);
  if (!isMailboxesLoaded(records)) await loadMailboxes(records);
  const filter = new ListRequests(query, records).filter();
  if (!filter) return [];
  const accountId = ALL_ACCOUNTS_ID;
  const found = await request((calls) => calls.call("Email/query", { accountId, filter, limit: 1 }), signal);
  return found.result().missing ?? [];
}

/** Now, and whenever there is news of the accounts. @returns a function that ends it */
export function followMissing(query: ListQuery, tell: (missing: readonly Id[]) => void): () => void {
  let latest = new AbortController();
  const look = (): void => {
    latest.abort();
    const own = (latest = new AbortController());
    loadMissing(query, own.signal).then(
      (missing) => {
        if (!own.signal.aborted) tell(missing);
      },
      // Without a connection the list says so itself.
      () => undefined,
    );
  };
  look();
  const stop = onNews((changed) => {
    if (!changed || changed[ALL_ACCOUNTS_ID]?.Email !== undefined) look();
  });
  return () => {
    stop();
    latest.abort();
  };
}

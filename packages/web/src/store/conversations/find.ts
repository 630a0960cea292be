/** Conversations that another one can be joined with. */
import type { Id } from "@pismo/jmap";
import { loadRows } from "../lists/load-threads.ts";
import { filterOf } from "../lists/list-filter.ts";
import { ALL_MAIL } from "../mailboxes/folders.ts";
import type { EmailRow } from "../records/email-properties.ts";
import { currentRecords } from "../records/records.ts";
import { loadSearchLanguage, needsLanguage } from "../search/search-terms.ts";
import { placeOf } from "../session/all-accounts.ts";
import { request } from "../session/session.ts";

const MOST = 20;

/**
 * The newest letters of conversations of its account but one: of all, or of those that have the words.
 * @param emailId of the one that is left out
 * @throws what the requests throw
 */
export async function findConversations(text: string, emailId: Id, signal: AbortSignal): Promise<EmailRow[]> {
  const records = currentRecords();
  const { accountId, maps, mailboxes } = records;
  const q = text.trim();
  if (needsLanguage(q)) await loadSearchLanguage(q);
  const wanted = filterOf({ folder: ALL_MAIL, ...(q !== "" && { q }) }, mailboxes);
  const inAccount = placeOf(emailId).accountId;
  // Of all accounts together those of one: conversations do not go beyond it.
  const filter =
    inAccount === accountId
      ? (wanted ?? null)
      : { operator: "AND" as const, conditions: [{ inAccount }, ...(wanted ? [wanted] : [])] };
  const query = await request(
    (calls) =>
      calls.call("Email/query", {
        accountId,
        filter,
        sort: [{ property: "receivedAt", isAscending: false }],
        collapseThreads: true,
        limit: MOST,
      }),
    signal,
  );
  const { ids } = query.result();
  await loadRows([emailId, ...ids], records);
  const own = maps.Email.get(emailId)?.threadId;
  return ids.flatMap((id) => {
    const row = maps.Email.get(id);
    return row && row.threadId !== own ? [row] : [];
  });
}

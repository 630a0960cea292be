/** What a notification may be about: received just now, and not imported or moved here. */
import type { Id } from "@pismo/jmap";
import type { InsertedEmail, PreparedNewEmail } from "../store/mail/insert-emails.ts";
import { noteNotificationDue } from "../store/notifications/notification-due.ts";
import type { Transactor } from "../store/db/store.ts";

interface Batch {
  readonly deliveries: readonly { isArrival?: boolean; isMoved?: boolean; envelope?: object }[];
  readonly emails: readonly Pick<PreparedNewEmail, "accountId" | "isFromServer">[];
}

export async function noteNews(
  tx: Transactor,
  { deliveries, emails }: Batch,
  results: readonly (InsertedEmail | Error)[],
  waiting: ReadonlyMap<number, InsertedEmail>,
): Promise<void> {
  const news = new Map<Id, Id[]>();
  for (const [index, result] of results.entries()) {
    const { isArrival, isMoved, envelope } = deliveries[index]!;
    const { accountId, isFromServer } = emails[index]!;
    const isNew = isArrival && !isMoved && (envelope !== undefined || isFromServer);
    // Of a first-time sender: nothing is told of it.
    if (isNew && !waiting.has(index) && !(result instanceof Error))
      news.set(accountId, [...(news.get(accountId) ?? []), result.id]);
  }
  for (const [accountId, ids] of news) await noteNotificationDue(tx, accountId, ids);
}

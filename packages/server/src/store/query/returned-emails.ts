/**
 * Letters that came back. A mailbox lists them by the moment at which they did, which is not their receivedAt: a query
 * that names receivedAt has to look it up once there are any (docs/decisions/0078-letters-that-come-back.md).
 */
import type { Comparator, Id } from "@pismo/jmap";
import { accountKey, keyOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { conditionsOf, type FilterTree } from "./email-filter.ts";

export interface Asked {
  tree: FilterTree;
  sort?: readonly Comparator[] | null | undefined;
}

/** Without a sort the order is the server's (RFC 8620 §5.5): a mailbox has its own. */
const sortsByReceivedAt = (sort: Asked["sort"]): boolean =>
  sort?.some(({ property }) => property === "receivedAt" || property === "sentAt") ?? false;

export const namesReceivedAt = ({ tree, sort }: Asked): boolean =>
  sortsByReceivedAt(sort) || conditionsOf(tree).some(([property]) => property === "before" || property === "after");

/**
 * Whether the query names receivedAt, and a mailbox that it names has letters that came back. From those, which are few:
 * SQLite would go through the mailbox.
 */
export async function needsReceivedAt(reader: Reader, accountId: Id, asked: Asked): Promise<boolean> {
  if (!namesReceivedAt(asked)) return false;
  const named = conditionsOf(asked.tree).flatMap(([property, value]) => (property === "inMailbox" ? [value] : []));
  for (const mailboxId of new Set(named)) {
    const found = await reader.get(
      `select 1 as found from email e ordered join email_mailbox m on m.email_id = e.id and m.account_id = e.account_id
       where e.account_id = ? and e.sort_at is not null and m.mailbox_id = ? limit 1`,
      accountKey(accountId),
      keyOf("m", mailboxId),
    );
    if (found) return true;
  }
  return false;
}

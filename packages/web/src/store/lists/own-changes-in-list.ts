/** What becomes of a list by the changes that were made here, as far as it is known without asking the server. */
import type { Id } from "@pismo/jmap";
import type { EmailRow } from "../records/email-properties.ts";
import type { AccountRecords } from "../records/records.ts";
import { letsIn } from "./list-filter.ts";
import type { ListQuery } from "./list-query.ts";
import type { SparseList } from "./sparse-list.ts";

interface KnownList {
  query: ListQuery;
  records: AccountRecords;
  sparse: SparseList;
}

export interface OwnChanges {
  /** The filter lets them go. */
  leaving: Id[];
  /** One may have come in, whose position only the server knows. */
  mayHaveCome: boolean;
}

/** @param ids Emails whose rows are as the server has them by now */
export function ownChangesIn(list: KnownList, ids: readonly Id[]): OwnChanges {
  const { query, records, sparse } = list;
  const leaving: Id[] = [];
  let mayHaveCome = false;
  for (const id of ids) {
    const row = records.maps.Email.get(id);
    const isListed = sparse.isListed(id);
    const isLetIn = row !== undefined && letsIn(query, records.mailboxes, row);
    if (row && isListed && !isLetIn) leaving.push(id);
    const isCovered = row !== undefined && query.threads && isCoveredIn(list, row, isLetIn);
    mayHaveCome ||= !row || (isLetIn && !isListed && !isCovered) || (isListed && !isLetIn && isCovered === false);
  }
  return { leaving, mayHaveCome };
}

/**
 * Of an Email that is let in: whether its Thread's row stands for a newer one. Of one that is let go: whether none is
 * left that the row would stand for.
 */
function isCoveredIn(
  { query, records: { maps, mailboxes }, sparse }: KnownList,
  { id, threadId, receivedAt }: EmailRow,
  isLetIn: boolean,
): boolean {
  const others = (maps.Thread.get(threadId)?.emailIds ?? []).flatMap((other) =>
    other === id ? [] : (maps.Email.get(other) ?? []),
  );
  return isLetIn
    ? others.some((other) => sparse.isListed(other.id) && other.receivedAt >= receivedAt)
    : !others.some((other) => letsIn(query, mailboxes, other));
}

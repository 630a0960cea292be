import type { Id } from "@pismo/jmap";
import { placeOf } from "./all-accounts.ts";

/** Ids of Emails, which may be those of several accounts together, by the account that has each. */
export function byAccount(ids: Iterable<Id>): Map<Id, Id[]> {
  const groups = new Map<Id, Id[]>();
  for (const id of ids) {
    const { accountId } = placeOf(id);
    groups.set(accountId, [...(groups.get(accountId) ?? []), id]);
  }
  return groups;
}

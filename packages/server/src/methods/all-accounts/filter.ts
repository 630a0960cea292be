/** A filter of the merged account as one of its members understands it. */
import { type EmailFilterCondition, type Filter, type Id, memberOf } from "@pismo/jmap";
import type { MergedMailboxes } from "./mailboxes.ts";

type EmailFilter = Filter<EmailFilterCondition>;

export const filterOfMember = (
  filter: EmailFilter | null | undefined,
  accountId: Id,
  mailboxes: MergedMailboxes,
): EmailFilter | null => (filter ? translate(filter, accountId, mailboxes) : null);

function translate(filter: EmailFilter, accountId: Id, mailboxes: MergedMailboxes): EmailFilter {
  if ("operator" in filter) {
    return { ...filter, conditions: filter.conditions.map((each) => translate(each, accountId, mailboxes)) };
  }
  const { inMailbox, inMailboxOtherThan, inNewsletter } = filter;
  const newsletter = inNewsletter === undefined ? undefined : memberOf(inNewsletter);
  return {
    ...filter,
    ...(inMailbox !== undefined && { inMailbox: mailboxes.searchedIn(accountId, inMailbox) }),
    // Of another account it has none.
    ...(inNewsletter !== undefined && { inNewsletter: newsletter?.accountId === accountId ? newsletter.id : "n0" }),
    ...(inMailboxOtherThan && {
      inMailboxOtherThan: inMailboxOtherThan.flatMap((name) => mailboxes.ownOf(accountId, name) ?? []),
    }),
  };
}

/** A filter of the merged account as one of its members understands it. */
import { type EmailFilterCondition, type Filter, type Id, memberOf } from "@pismo/jmap";
import { type MergedMailboxes, NO_MAILBOX } from "./mailboxes.ts";

type EmailFilter = Filter<EmailFilterCondition>;

export const filterOfMember = (
  filter: EmailFilter | null | undefined,
  accountId: Id,
  mailboxes: MergedMailboxes,
): EmailFilter | null => (filter ? translate(filter, accountId, mailboxes) : null);

const isNowhere = (filter: EmailFilter): boolean => "inMailbox" in filter && filter.inMailbox === NO_MAILBOX;

function translate(filter: EmailFilter, accountId: Id, mailboxes: MergedMailboxes): EmailFilter {
  if ("operator" in filter) {
    const all = filter.conditions.map((each) => translate(each, accountId, mailboxes));
    if (filter.operator !== "OR") return { ...filter, conditions: all };
    // Of folders of several accounts one is left: its list is gone through, and not all Emails.
    const some = all.filter((each) => !isNowhere(each));
    return some.length < all.length && some.length <= 1
      ? (some[0] ?? { inMailbox: NO_MAILBOX })
      : { ...filter, conditions: some };
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

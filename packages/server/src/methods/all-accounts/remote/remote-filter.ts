/** A filter of the merged account as a server that is not ours understands it. */
import type { EmailFilterCondition, Filter, Id } from "@pismo/jmap";
import { FILE_NAMES } from "@pismo/jmap";
import type { MergedMailboxes } from "../mailboxes.ts";
import type { RemoteMember } from "./remote-members.ts";

type EmailFilter = Filter<EmailFilterCondition>;

/** A boolean: it has nothing to ask, because all or none of the member's Emails match. */
type Folded = EmailFilter | boolean;

/** @returns "none": no Email of the member matches */
export function filterForRemote(
  filter: EmailFilter | null | undefined,
  member: RemoteMember,
  mailboxes: MergedMailboxes,
): EmailFilter | null | "none" {
  if (!filter) return null;
  const folded = fold(filter, member, mailboxes);
  if (typeof folded !== "boolean") return folded;
  return folded ? null : "none";
}

function fold(filter: EmailFilter, member: RemoteMember, mailboxes: MergedMailboxes): Folded {
  if (!("operator" in filter)) return condition(filter, member, mailboxes);
  const all = filter.conditions.map((each) => fold(each, member, mailboxes));
  const { operator } = filter;
  const decides = operator !== "AND";
  if (all.includes(decides)) return operator === "OR";
  const left = all.filter((each): each is EmailFilter => typeof each !== "boolean");
  if (left.length === 0) return operator !== "OR";
  return left.length === 1 && operator !== "NOT" ? left[0]! : { operator, conditions: left };
}

function condition(
  { inAccount, inMailbox, inMailboxOtherThan, listId, ...rest }: EmailFilterCondition,
  member: RemoteMember,
  mailboxes: MergedMailboxes,
): Folded {
  const { accountId } = member;
  if (inAccount !== undefined && inAccount !== accountId) return false;
  // Words in the names of attachments are looked for by servers of ours alone.
  if (rest.attachmentName !== undefined && !member.has(FILE_NAMES)) return false;
  // Newsletters are counted by one account at a time.
  if (rest.inNewsletter !== undefined) return false;
  const own = inMailbox === undefined ? undefined : mailboxes.ownOf(accountId, inMailbox);
  if (inMailbox !== undefined && own === undefined) return false;
  const others = inMailboxOtherThan?.flatMap((name): Id[] => {
    const id = mailboxes.ownOf(accountId, name);
    return id === undefined ? [] : [id];
  });
  const asked: EmailFilterCondition = {
    ...rest,
    ...(own !== undefined && { inMailbox: own }),
    // The standard's condition: it finds phrases and ids, but no list by its sender's name.
    ...(listId !== undefined && { header: ["List-Id", listId] }),
    ...(others !== undefined && others.length > 0 && { inMailboxOtherThan: others }),
  };
  return Object.keys(asked).length > 0 ? asked : true;
}

/** Emails and Threads as the merged account names them. */
import { type Email, type EmailBodyPart, type Id, idOfMember, type Thread } from "@pismo/jmap";
import type { MergedMailboxes } from "./mailboxes.ts";

const partLists = ["textBody", "htmlBody", "attachments"] as const;

function partOf(accountId: Id, part: EmailBodyPart): EmailBodyPart {
  const { blobId, subParts } = part;
  return {
    ...part,
    ...(blobId && { blobId: idOfMember(accountId, blobId) }),
    ...(subParts && { subParts: subParts.map((each) => partOf(accountId, each)) }),
  };
}

export function mailboxIdsOfMember(accountId: Id, ids: Record<Id, true>, mailboxes: MergedMailboxes): Record<Id, true> {
  return Object.fromEntries(Object.keys(ids).map((id) => [mailboxes.nameOf(accountId, id), true]));
}

export function emailOfMember(accountId: Id, email: Partial<Email>, mailboxes: MergedMailboxes): Partial<Email> {
  const named: Partial<Email> = { ...email };
  for (const property of ["id", "blobId", "threadId"] as const) {
    const id = email[property];
    if (id !== undefined) named[property] = idOfMember(accountId, id);
  }
  if (email.mailboxIds) named.mailboxIds = mailboxIdsOfMember(accountId, email.mailboxIds, mailboxes);
  for (const property of partLists) {
    const parts = email[property];
    if (parts) named[property] = parts.map((part) => partOf(accountId, part));
  }
  if (email.bodyStructure) named.bodyStructure = partOf(accountId, email.bodyStructure);
  return named;
}

export const threadOfMember = (accountId: Id, { id, emailIds, ...rest }: Partial<Thread>): Partial<Thread> => ({
  ...rest,
  ...(id !== undefined && { id: idOfMember(accountId, id) }),
  ...(emailIds && { emailIds: emailIds.map((each) => idOfMember(accountId, each)) }),
});

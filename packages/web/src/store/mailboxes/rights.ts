/** Rights on Emails by their mailboxes: RFC 8621 §2. */
import type { Id, MailboxRights } from "@pismo/jmap";
import { allowsChange } from "./allows-change.ts";
import type { EmailRow } from "../records/email-properties.ts";
import { getMailbox } from "./mailboxes.ts";
import type { Uncounted } from "../records/records.ts";

/** Whether every folder that the Email lies in allows it; a folder that is not known does. */
export const mayChange = (email: Pick<EmailRow, "mailboxIds">, right: keyof MailboxRights): boolean =>
  allowsChange(email, right, getMailbox);

/**
 * A folder by its name; with those that it lies in where another user owns it, or where another has the same name.
 * "Other Users / bob / Work"
 */
export const fullName = (mailbox: Uncounted, all: readonly Uncounted[]): string => fullNames(all)(mailbox);

/** `fullName` for many folders: those beside them are looked through once. */
export function fullNames(all: readonly Uncounted[]): (mailbox: Uncounted) => string {
  const byId = new Map(all.map((mailbox) => [mailbox.id, mailbox]));
  const counts = new Map<string, number>();
  for (const { name } of byId.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (mailbox) => {
    const names: string[] = [];
    let isOthers = false;
    const seen = new Set<Uncounted>();
    for (let each: Uncounted | undefined = mailbox; each && !seen.has(each);) {
      seen.add(each);
      names.unshift(each.name);
      const parentId: Id | null = each.parentId;
      each = parentId === null ? undefined : (byId.get(parentId) ?? getMailbox(parentId));
      // A name above it that holds no Emails, and is not the person's to change.
      isOthers ||= each !== undefined && !each.myRights.mayReadItems && !each.myRights.mayRename;
    }
    const others = (counts.get(mailbox.name) ?? 0) - (byId.get(mailbox.id)?.name === mailbox.name ? 1 : 0);
    return isOthers || others > 0 ? names.join(" / ") : mailbox.name;
  };
}

/** The Emails of an export, and their folders. */
import type { Id, Mailbox } from "@pismo/jmap";
import { queryEmails } from "../../store/query/email-query.ts";
import { getEmails } from "../../store/mail/emails.ts";
import type { FaultyBlob } from "../../store/backup/describe-emails.ts";
import { getMailboxes } from "../../store/mail/mailboxes.ts";
import type { Store } from "../../store/db/store.ts";
import { findFolder } from "../target-folders.ts";

export interface ExportOptions {
  store: Store;
  accountId: Id;
  emails: readonly ListedEmail[];
  /** File or directory; it must not exist. */
  target: string;
  onProgress(done: { bytes: number; messages: number }): void;
  /** An Email whose message is missing, or damaged: then its readable part is written. */
  onFault(fault: FaultyBlob): void;
}

export interface ListedEmail {
  id: Id;
  size: number;
  /** Paths of its folders: a role by its name, others by the names of their path. */
  folders: string[][];
}

/** Oldest first. @throws Error when there is no such folder */
export async function listEmails(
  store: Store,
  accountId: Id,
  folder: readonly string[] | undefined,
): Promise<ListedEmail[]> {
  return store.read(async (reader) => {
    const mailboxes = await getMailboxes(reader, accountId);
    const inMailbox = folder && findFolder(mailboxes, folder)?.id;
    if (folder && !inMailbox) throw new Error(`There is no folder ${folder.join("/")}`);
    const { ids } = await queryEmails(reader, accountId, {
      filter: inMailbox ? { inMailbox } : null,
      sort: [{ property: "receivedAt", isAscending: true }],
    });
    const paths = new Map(mailboxes.map((mailbox) => [mailbox.id, pathOf(mailbox, mailboxes)]));
    const emails: ListedEmail[] = [];
    for (let start = 0; start < ids.length; start += 500) {
      for (const { id, size, mailboxIds } of await getEmails(reader, accountId, ids.slice(start, start + 500))) {
        emails.push({ id, size, folders: mailboxIds.flatMap((mailboxId) => [paths.get(mailboxId) ?? []]) });
      }
    }
    return emails;
  });
}

function pathOf(mailbox: Mailbox, mailboxes: readonly Mailbox[]): string[] {
  const parent = mailboxes.find(({ id }) => id === mailbox.parentId);
  return [...(parent ? pathOf(parent, mailboxes) : []), mailbox.role ?? mailbox.name];
}

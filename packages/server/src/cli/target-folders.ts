/** From names of folders, of a person or an archive, to mailboxes; missing ones are created. */
import type { Id, Mailbox } from "@pismo/jmap";
import { getMailboxes, insertMailbox } from "../store/mail/mailboxes.ts";
import type { Store } from "../store/db/store.ts";

/** Names of the roles on the command line. */
const roles: Record<string, string> = {
  inbox: "inbox",
  sent: "sent",
  drafts: "drafts",
  archive: "archive",
  junk: "junk",
  spam: "junk",
  trash: "trash",
};

/** "Work/2024" → ["Work", "2024"]. */
export const folderPath = (text: string): string[] =>
  text
    .split("/")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The mailbox at a path; the first name may be a role. */
export function findFolder(mailboxes: readonly Mailbox[], path: readonly string[]): Mailbox | undefined {
  let found: Mailbox | undefined;
  for (const [depth, name] of path.entries()) {
    const parentId = found?.id ?? null;
    const role = depth === 0 ? roles[name.toLowerCase()] : undefined;
    found =
      mailboxes.find((mailbox) => role !== undefined && mailbox.role === role) ??
      mailboxes.find((mailbox) => mailbox.parentId === parentId && mailbox.name === name);
    if (!found) return undefined;
  }
  return found;
}

export class TargetFolders {
  readonly #store: Store;
  readonly #accountId: Id;
  readonly #known = new Map<string, Id>();

  constructor(store: Store, accountId: Id) {
    this.#store = store;
    this.#accountId = accountId;
  }

  /** @throws SetFailure where a name is invalid */
  async idOf(rawPath: readonly string[]): Promise<Id> {
    // Archives contain names that no mailbox may have; they are shortened rather than refused.
    const path = rawPath.slice(0, 10).map(
      (name) =>
        name
          .normalize("NFC")
          .replaceAll(/\p{Cc}/gu, " ")
          .trim()
          .slice(0, 100) || "—",
    );
    const key = JSON.stringify(path);
    const id = this.#known.get(key) ?? (await this.#findOrMake(path));
    this.#known.set(key, id);
    return id;
  }

  #findOrMake(path: readonly string[]): Promise<Id> {
    return this.#store.write(async (tx) => {
      const mailboxes = await getMailboxes(tx, this.#accountId);
      let parentId: Id | null = null;
      for (const [depth, name] of path.entries()) {
        const properties = { name, parentId, role: null, sortOrder: 10, isSubscribed: true };
        const existing = findFolder(mailboxes, path.slice(0, depth + 1));
        const mailbox: Mailbox = existing ?? (await insertMailbox(tx, this.#accountId, properties));
        if (!existing) mailboxes.push(mailbox);
        parentId = mailbox.id;
      }
      if (parentId === null) throw new Error("a folder needs a name");
      return parentId;
    });
  }
}

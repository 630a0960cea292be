/** Folders as scripts name them: "Parent/Child". */
import type { Id, Mailbox } from "@pismo/jmap";
import type { Transactor } from "../../store/db/store.ts";
import { insertMailbox } from "../../store/mail/mailboxes.ts";

/** As other servers call them, whatever they are called here. */
const roleNames: Readonly<Record<string, string>> = {
  inbox: "inbox",
  trash: "trash",
  junk: "junk",
  spam: "junk",
  archive: "archive",
  sent: "sent",
  drafts: "drafts",
};

export class MailboxPaths {
  readonly #byPath = new Map<string, Id>();
  readonly #byRole = new Map<string, Id>();
  readonly #ids = new Set<Id>();

  constructor(mailboxes: readonly Mailbox[]) {
    const byId = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]));
    for (const mailbox of mailboxes) {
      const { id, role } = mailbox;
      this.#ids.add(id);
      if (role !== null) this.#byRole.set(role, id);
      let path = mailbox.name;
      for (let above = byId.get(mailbox.parentId ?? ""); above; above = byId.get(above.parentId ?? "")) {
        path = `${above.name}/${path}`;
      }
      this.#byPath.set(path, id);
    }
  }

  get inbox(): Id | undefined {
    return this.#byRole.get("inbox");
  }

  get trash(): Id | undefined {
    return this.#byRole.get("trash");
  }

  has(id: Id): boolean {
    return this.#ids.has(id);
  }

  find(path: string): Id | undefined {
    return this.#byPath.get(path) ?? this.#byRole.get(roleNames[path.toLowerCase()] ?? "");
  }

  /** With those that it is in. @throws SetFailure too deep, or a name that no folder can have */
  async create(tx: Transactor, accountId: Id, path: string): Promise<Id> {
    const made = new Map<string, Id>();
    let parentId: Id | null = null;
    let above = "";
    for (const name of path.split("/")) {
      above = above === "" ? name : `${above}/${name}`;
      const found: Id | undefined = this.find(above);
      const id: Id = found ?? (await insertMailbox(tx, accountId, { name, parentId })).id;
      made.set(above, id);
      parentId = id;
    }
    for (const [each, id] of made) {
      this.#byPath.set(each, id);
      this.#ids.add(id);
    }
    return parentId!;
  }
}

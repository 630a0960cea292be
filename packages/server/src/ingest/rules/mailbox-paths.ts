/** Folders as scripts name them: "Parent/Child". */
import { type Id, type Mailbox, SetFailure } from "@pismo/jmap";
import type { Transactor } from "../../store/db/store.ts";
import { isMailboxName, MAX_MAILBOX_DEPTH } from "../../store/mail/mailbox-rules.ts";
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

/** As Mailbox/set would store them. @throws SetFailure invalidProperties: no folders can have such names */
function namesIn(path: string): string[] {
  const names = path.normalize("NFC").split("/");
  if (names.length <= MAX_MAILBOX_DEPTH && names.every(isMailboxName)) return names;
  throw new SetFailure({ type: "invalidProperties", properties: ["name"] });
}

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
      // A mail server's name may be another one.
      const normal = path.normalize("NFC");
      if (!this.#byPath.has(normal)) this.#byPath.set(normal, id);
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
    const found = this.#byPath.get(path) ?? this.#byPath.get(path.normalize("NFC"));
    return found ?? this.#byRole.get(roleNames[path.toLowerCase()] ?? "");
  }

  /**
   * With those that it is in.
   * @param most that may be made @returns the id, and how many were made
   * @throws SetFailure overQuota: there would be more; invalidProperties: too deep, or a name that no folder can have
   */
  async create(tx: Transactor, accountId: Id, path: string, most: number): Promise<{ id: Id; count: number }> {
    const made = new Map<string, Id>();
    let parentId: Id | null = null;
    let above = "";
    let count = 0;
    for (const name of namesIn(path)) {
      above = above === "" ? name : `${above}/${name}`;
      const found: Id | undefined = this.find(above);
      if (found === undefined && ++count > most) throw new SetFailure({ type: "overQuota" });
      const id: Id = found ?? (await insertMailbox(tx, accountId, { name, parentId })).id;
      made.set(above, id);
      parentId = id;
    }
    for (const [each, id] of made) {
      this.#byPath.set(each, id);
      this.#ids.add(id);
    }
    return { id: parentId!, count };
  }
}

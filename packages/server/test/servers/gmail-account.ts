/** Gmail's behaviour on a Dovecot's folders: a label is a copy in a folder. */
import { createHash } from "node:crypto";
import type { ImapFlow } from "imapflow";
import { foreignClient } from "./foreign-client.ts";

export const ALL = "[Gmail]/All Mail";
export const TRASH = "[Gmail]/Trash";
export const SPAM = "[Gmail]/Spam";
/** A message in Trash or Spam is in no other folder. */
const isAlone = (folder: string): boolean => folder === TRASH || folder === SPAM;

/** The label \Important, on every copy; clients never see it. */
export const IMPORTANT = "gm-important";

export interface Copy {
  folder: string;
  uid: number;
  /** X-GM-MSGID. */
  id: string;
  messageId: string;
  flags: Set<string>;
}

const systemLabels: Record<string, string> = {
  INBOX: "\\Inbox",
  "[Gmail]/Sent Mail": "\\Sent",
  "[Gmail]/Drafts": "\\Draft",
};
const labelOf = (folder: string): string => systemLabels[folder] ?? folder;

export class GmailAccount {
  readonly #client: ImapFlow;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: ImapFlow) {
    this.#client = client;
  }

  static async open(port: number, user: string, pass: string): Promise<GmailAccount> {
    return new GmailAccount(await foreignClient(port, user, pass));
  }

  close(): void {
    this.#client.close();
  }

  /** In sequence: the effects of a command are complete before the next one. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async copies(): Promise<Copy[]> {
    const all: Copy[] = [];
    for (const { path, flags: listed } of await this.#client.list()) {
      if (listed.has("\\Noselect")) continue;
      const box = await this.#client.mailboxOpen(path, { readOnly: true });
      if (box.exists === 0) continue;
      const query = { uid: true, flags: true, size: true, headers: ["message-id"] };
      for (const { uid, flags = new Set<string>(), size, headers } of await this.#client.fetchAll("1:*", query)) {
        const messageId = /<[^>]*>/.exec(headers?.toString() ?? "")?.[0] ?? "";
        const digest = createHash("sha256").update(`${messageId} ${size}`).digest();
        all.push({ folder: path, uid, id: String(digest.readBigUInt64BE() >> 4n), messageId, flags });
      }
    }
    return all;
  }

  /** X-GM-LABELS of a message, as sent in a folder: without the folder's own. */
  labels(copies: readonly Copy[], { id, folder }: Copy): string[] {
    const own = copies.filter((copy) => copy.id === id);
    const folders = own
      .filter((copy) => copy.folder !== folder && copy.folder !== ALL)
      .map((copy) => labelOf(copy.folder));
    return own.some(({ flags }) => flags.has(IMPORTANT)) ? [...folders, "\\Important"] : folders;
  }

  /** STORE ±X-GM-LABELS on messages in a folder. */
  async storeLabels(folder: string, uids: readonly number[], sign: string, labels: readonly string[]): Promise<void> {
    const copies = await this.copies();
    for (const { id } of copies.filter((copy) => copy.folder === folder && uids.includes(copy.uid))) {
      const own = copies.filter((copy) => copy.id === id);
      for (const label of labels) {
        if (label === "\\Important") await this.#setFlag(own, sign, IMPORTANT);
        else if (sign === "-") await this.#remove(own.filter((copy) => labelOf(copy.folder) === label));
        else await this.#label(own, Object.keys(systemLabels).find((path) => systemLabels[path] === label) ?? label);
      }
    }
  }

  /** The effects of a command in a folder, or with another one as its target. */
  async settle(before: readonly Copy[], verb: string, folder: string, target: string | undefined): Promise<void> {
    const after = await this.copies();
    const was = new Map(before.map((copy) => [`${copy.folder} ${copy.uid}`, copy]));
    if (verb === "STORE") {
      for (const copy of after.filter((each) => each.folder === folder)) {
        const old = was.get(`${folder} ${copy.uid}`);
        if (old && shared(old.flags) !== shared(copy.flags)) await this.#shareFlags(after, copy);
      }
    }
    for (const copy of after.filter((each) => each.folder === target && !was.has(`${target} ${each.uid}`))) {
      const others = after.filter((each) => each.id === copy.id && each !== copy);
      if (isAlone(copy.folder)) await this.#remove(others);
      else {
        // A message has a label once.
        await this.#remove(others.filter((each) => isAlone(each.folder) || each.folder === copy.folder));
        if (!others.some((each) => each.folder === ALL) && copy.folder !== ALL) await this.#copy(copy, ALL);
      }
    }
  }

  /** Delivers a message. */
  async deliver(source: string, folders: readonly string[], flags: string[], date: Date): Promise<void> {
    const first = folders.find(isAlone) ?? ALL;
    const { uid = 0 } = (await this.#client.append(first, Buffer.from(source), flags, date)) || {};
    const copy = { folder: first, uid };
    for (const folder of folders) if (folder !== first) await this.#copy(copy, folder);
  }

  async #label(copies: readonly Copy[], folder: string): Promise<void> {
    if (!copies.some((copy) => copy.folder === folder)) await this.#copy(copies[0]!, folder);
  }

  async #copy({ folder, uid }: Pick<Copy, "folder" | "uid">, to: string): Promise<void> {
    await this.#client.mailboxOpen(folder);
    await this.#client.messageCopy(String(uid), to, { uid: true });
  }

  async #remove(copies: readonly Copy[]): Promise<void> {
    for (const { folder, uid } of copies) {
      await this.#client.mailboxOpen(folder);
      await this.#client.messageDelete(String(uid), { uid: true });
    }
  }

  async #setFlag(copies: readonly Copy[], sign: string, flag: string): Promise<void> {
    for (const { folder, uid } of copies) {
      await this.#client.mailboxOpen(folder);
      if (sign === "+") await this.#client.messageFlagsAdd(String(uid), [flag], { uid: true });
      else await this.#client.messageFlagsRemove(String(uid), [flag], { uid: true });
    }
  }

  async #shareFlags(copies: readonly Copy[], { id, folder, flags }: Copy): Promise<void> {
    for (const other of copies.filter((copy) => copy.id === id && copy.folder !== folder)) {
      await this.#client.mailboxOpen(other.folder);
      const all = [...flags].filter((flag) => flag !== "\\Recent" && flag !== "\\Deleted");
      await this.#client.messageFlagsSet(String(other.uid), all, { uid: true });
    }
  }
}

/** The flags that all copies share; \Deleted belongs to one folder. */
const shared = (flags: ReadonlySet<string>): string =>
  [...flags]
    .filter((flag) => flag !== "\\Recent" && flag !== "\\Deleted")
    .toSorted()
    .join(" ");

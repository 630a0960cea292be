/** Another client, on the server itself. */
import type { ImapFlow, ListResponse } from "imapflow";
import type { MailServer } from "../../servers/mail-server.ts";
import type { randomFrom } from "../../store/random.ts";
import { foreignClient, testMessage } from "../mirrored.ts";
import type { Record } from "./record.ts";

const ME = "x";
const flags = ["\\Seen", "\\Flagged", "\\Answered", "$Important", "category-orders"];

export class Foreigner {
  client: ImapFlow;
  readonly #server: MailServer;
  readonly #random: ReturnType<typeof randomFrom>;
  readonly #record: Record;

  constructor(server: MailServer, client: ImapFlow, random: ReturnType<typeof randomFrom>, record: Record) {
    this.client = client;
    this.#server = server;
    this.#random = random;
    this.#record = record;
  }

  async act(): Promise<void> {
    try {
      // Some servers disconnect clients that have a deleted folder open.
      if (!this.client.usable) this.client = await foreignClient(this.#server.port);
      await this.#change();
    } catch {
      // The folder or the message was deleted in the meantime.
    }
  }

  async #change(): Promise<void> {
    const { client } = this;
    const random = this.#random;
    const kind = random.below(20);
    const folders = (await client.list()).filter((each) => !each.flags.has("\\Noselect"));
    const targets = folders.filter(({ path }) => this.#record.mayPutInto(ME, path));
    if (kind < 5) return this.add(random.pick(targets).path, random.chance(0.5) ? ["\\Seen"] : []);
    if (kind >= 18)
      return this.#changeFolders(
        kind,
        folders.filter((each) => !each.specialUse),
      );
    const box = await client.mailboxOpen(random.pick(folders).path);
    if (box.exists === 0) return undefined;
    const uids = (await client.search({ all: true }, { uid: true })) || [];
    const uid = String(random.pick(uids));
    const { envelope } = (await client.fetchOne(uid, { envelope: true }, { uid: true })) || {};
    const name = envelope?.subject;
    if (name === undefined) return undefined;
    return this.#touch(kind, name, uid, random.pick(targets).path);
  }

  async #changeFolders(kind: number, folders: readonly ListResponse[]): Promise<void> {
    const { client } = this;
    const name = this.#record.folderName(kind === 18 ? "Folder" : "Renamed", ME);
    if (kind === 18) {
      this.#record.note("foreign client", "make", name);
      return void (await client.mailboxCreate(name));
    }
    const own = folders.filter(({ path }) => path !== "INBOX" && this.#record.mayChange(ME, path));
    if (own.length === 0) return undefined;
    const doomed = this.#random.pick(own);
    this.#record.note("foreign client", `rename ${doomed.path} to`, name);
    const { newPath } = await client.mailboxRename(doomed.path, name);
    this.#record.renamedOrDeleted(ME, doomed.name);
    if (!this.#random.chance(0.3)) return undefined;
    await this.#delete(newPath);
    this.#record.renamedOrDeleted(ME, name);
    return undefined;
  }

  async #touch(kind: number, name: string, uid: string, target: string): Promise<void> {
    const { client } = this;
    const random = this.#random;
    const record = this.#record;
    const note = (what: string): void => {
      record.note("foreign client", what, name);
      record.changed(ME, name);
    };
    if (kind < 12) {
      const flag = random.pick(flags);
      note(`${kind < 9 ? "+" : "-"}${flag}`);
      if (kind < 9) await client.messageFlagsAdd(uid, [flag], { uid: true });
      else await client.messageFlagsRemove(uid, [flag], { uid: true });
    } else if (kind < 15) {
      const start = Date.now();
      record.moved(ME, name);
      note(`move to ${target}`);
      await client.messageMove(uid, target, { uid: true }).finally(() => record.movedElsewhere(name, start));
      record.putElsewhere(name);
    } else if (kind === 15) {
      record.copied.add(name);
      note(`copy to ${target}`);
      await client.messageCopy(uid, target, { uid: true });
    } else {
      record.destroyed.add(name);
      note(kind === 16 ? "mark as deleted" : "delete");
      if (kind === 16) await client.messageFlagsAdd(uid, ["\\Deleted"], { uid: true });
      else await client.messageDelete(uid, { uid: true });
    }
  }

  async add(path: string, withFlags: string[] = []): Promise<void> {
    const name = this.#record.newName();
    if (!(await this.client.append(path, testMessage(name), withFlags))) return;
    this.#record.putElsewhere(name);
    this.#record.note("foreign client", `append to ${path}`, name);
    this.#record.made.push(name);
  }

  /** Deletes a folder with its messages, while others add some. */
  async #delete(path: string): Promise<void> {
    const { client } = this;
    const box = await client.mailboxOpen(path);
    const inside = box.exists > 0 ? await client.fetchAll("1:*", { envelope: true }) : [];
    await client.mailboxOpen("INBOX");
    await client.mailboxDelete(path);
    for (const { envelope } of inside) {
      const name = envelope?.subject ?? "";
      this.#record.destroyed.add(name);
      this.#record.changed(ME, name);
      this.#record.note("foreign client", `delete with ${path}`, name);
    }
  }
}

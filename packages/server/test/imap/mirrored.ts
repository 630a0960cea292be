/** A Dovecot, an account that mirrors it, a foreign client of the same mailbox, and whether both sides are the same. */
import type { Id, Mailbox } from "@pismo/jmap";
import { createHash, randomBytes } from "node:crypto";
import type { ImapFlow } from "imapflow";
import { expect } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { type AccountSync, startAccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import type { SyncOptions } from "../../src/bridge/imap/sync/sync-options.ts";
import { createIngest, type Ingest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import {
  getMirrorStatus,
  type ImapServer,
  type MirrorStatus,
  putImapServer,
} from "../../src/store/mirror/imap-accounts.ts";
import { listFolders } from "../../src/store/mirror/imap-folders.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import type { Store } from "../../src/store/db/store.ts";
import { type Vault, vaultWith } from "../../src/store/auth/vault.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { openMemoryStore } from "../support/memory-store.ts";

export { foreignClient } from "../servers/foreign-client.ts";

const log = createLogger((process.env["TEST_LOG"] as "debug" | undefined) ?? "silent");

/**
 * Longer than from one pass to the next (account-sync.ts): one may be told how a folder was a moment ago, since Dovecot keeps the
 * counts of its folders in an index.
 */
export const TIMEOUT_MS = 75_000;

/** A store of its own with accounts that mirror. */
export class MirrorStore {
  readonly store: Store;
  readonly ingest: Ingest;
  readonly vault: Vault;
  readonly mime: MimePool;
  readonly #syncs = new Set<AccountSync>();

  constructor(store: Store, vault: Vault = vaultWith(randomBytes(32))) {
    this.store = store;
    this.mime = createMimePool(1);
    this.ingest = createIngest({ store, mime: this.mime });
    this.vault = vault;
  }

  static async open(): Promise<MirrorStore> {
    return new MirrorStore(await openMemoryStore(log));
  }

  async addAccount(server: Partial<ImapServer> & { port: number }): Promise<Id> {
    const whole: ImapServer = {
      host: "127.0.0.1",
      security: "plain",
      username: "ann",
      password: "secret",
      smtpUrl: null,
      ...server,
    };
    return this.store.write(async (tx) => {
      const email = `${whole.username}-${randomBytes(4).toString("hex")}@example.org`;
      const { id } = await createAccount(tx, { name: "Ann", email });
      await putImapServer(tx, id, whole, this.vault);
      return id;
    });
  }

  start(accountId: Id, options: Partial<SyncOptions> = {}): AccountSync {
    const { store, ingest, vault } = this;
    const sync = startAccountSync(accountId, {
      store,
      ingest,
      vault,
      log,
      firstPauseMs: 20,
      // Pauses grow with the time that a server is away, and on a busy machine one is away for long.
      maxPauseMs: 2000,
      passIntervalMs: 60_000,
      ...options,
    });
    this.#syncs.add(sync);
    return sync;
  }

  async stop(sync: AccountSync): Promise<void> {
    this.#syncs.delete(sync);
    await sync.close();
  }

  status(accountId: Id): Promise<MirrorStatus | undefined> {
    return this.store.read((reader) => getMirrorStatus(reader, accountId));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#syncs].map((sync) => sync.close()));
    await this.mime.close();
    await this.store.close();
  }
}

export const upToDate = (mirror: MirrorStore, accountId: Id, timeoutMs = TIMEOUT_MS): Promise<void> =>
  eventually(async () => {
    expect(await mirror.status(accountId)).toMatchObject({ state: "upToDate", waiting: 0 });
  }, timeoutMs);

export const testMessage = (name: string, body = "Hello\r\n"): string =>
  `Message-ID: <${name}@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: bob@example.org\r\nSubject: ${name}\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000\r\n\r\n${body}`;

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url").slice(0, 12);

/** All folders by LIST: ImapFlow merges LSUB into it, and leaves out an INBOX that is not listed. */
export async function listed(client: ImapFlow): Promise<{ path: string; flags: ReadonlySet<string> }[]> {
  const own = await client.list({ listOnly: true });
  return own.some(({ path }) => path === "INBOX") ? own : [{ path: "INBOX", flags: new Set() }, ...own];
}

/** One line per message: its folder, hash and flags, without those with \Deleted; and one per folder. */
export async function serverState(client: ImapFlow): Promise<string[]> {
  const lines: string[] = [];
  for (const { path, flags } of await listed(client)) {
    lines.push(`${path}/`);
    if (flags.has("\\Noselect")) continue;
    // Read-only: leaving a folder that was opened otherwise may expunge it.
    const box = await client.mailboxOpen(path, { readOnly: true });
    if (box.exists === 0) continue;
    for (const message of await client.fetchAll("1:*", { flags: true, source: true })) {
      const known = [...(message.flags ?? [])].filter((flag) => flag !== "\\Recent").map((flag) => flag.toLowerCase());
      if (known.includes("\\deleted")) continue;
      lines.push(`${path} ${hashOf(message.source ?? Buffer.of())} ${known.toSorted().join(" ")}`);
    }
  }
  // Some servers disconnect clients that have a deleted folder open.
  if (client.mailbox) await client.mailboxClose();
  return lines.toSorted();
}

const flagNames: Record<string, string> = {
  $seen: "\\seen",
  $flagged: "\\flagged",
  $answered: "\\answered",
  $draft: "\\draft",
};

/** The same of an account here. Mailboxes that always exist and are not on the server are left out while they are empty. */
export async function localState({ store }: MirrorStore, accountId: Id): Promise<string[]> {
  return store.read(async (reader) => {
    const lines: string[] = [];
    const paths = new Map((await listFolders(reader, accountId)).map((folder) => [folder.mailboxId, folder.path]));
    const mailboxes = await getMailboxes(reader, accountId);
    for (const mailbox of mailboxes) {
      const path = paths.get(mailbox.id);
      if (path === undefined && !mailbox.myRights.mayDelete && mailbox.totalEmails === 0) continue;
      const name = path ?? `(not on the server) ${mailbox.name}`;
      lines.push(`${name}/`);
      const { ids } = await queryEmails(reader, accountId, { filter: { inMailbox: mailbox.id } });
      for (const record of await getEmails(reader, accountId, ids)) {
        const bytes = (await store.blobsOf(accountId).get(record.blobId)) ?? Buffer.of();
        const flags = record.keywords.map((keyword) => flagNames[keyword] ?? keyword).toSorted();
        lines.push(`${name} ${hashOf(bytes)} ${flags.join(" ")}`);
      }
    }
    return lines.toSorted();
  });
}

/** Both sides are equal, and no change waits. */
export const sameOnBothSides = (
  mirror: MirrorStore,
  accountId: Id,
  client: ImapFlow,
  timeoutMs = TIMEOUT_MS,
): Promise<void> =>
  eventually(async () => {
    expect(await mirror.status(accountId)).toMatchObject({ state: "upToDate", waiting: 0 });
    expect(await localState(mirror, accountId)).toEqual(await serverState(client));
  }, timeoutMs);

export async function mailboxNamed(mirror: MirrorStore, accountId: Id, name: string): Promise<Mailbox> {
  const all = await mirror.store.read((reader) => getMailboxes(reader, accountId));
  const found = all.find((mailbox) => mailbox.role === name || mailbox.name === name);
  if (!found) throw new Error(`no mailbox ${name} among ${all.map((each) => each.name).join(", ")}`);
  return found;
}

/** Emails by subject. */
export async function emailsOf({ store }: MirrorStore, accountId: Id, mailboxId?: Id) {
  return store.read(async (reader) => {
    const { ids } = await queryEmails(reader, accountId, { filter: mailboxId ? { inMailbox: mailboxId } : null });
    const records = await getEmails(reader, accountId, ids);
    return new Map(records.map((record) => [record.headers.subject ?? "", record]));
  });
}

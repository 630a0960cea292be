/** A store with one account, and Emails as the parser would return them, for the tests of the store. */
import type { EmailAddress, Id, Keyword } from "@pismo/jmap";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ParsedMessage } from "../../src/mime/parse/parse.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount, type LocalAccount } from "../../src/store/auth/accounts.ts";
import { type EmailRecord, insertEmail } from "../../src/store/mail/emails.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { openStore, type Store, type Transactor, type StoreOptions } from "../../src/store/db/store.ts";
import { openMemoryStore } from "../support/memory-store.ts";

export const log = createLogger("silent");

export interface TestEmail {
  subject?: string;
  from?: EmailAddress[];
  to?: EmailAddress[];
  messageId?: string;
  inReplyTo?: string;
  references?: string[];
  body?: string;
  attachments?: string;
  size?: number;
  sentAt?: string;
  hasAttachment?: boolean;
  keywords?: Keyword[];
  receivedAt?: Date;
  blobId?: Id;
}

const addressText = (addresses: EmailAddress[]) =>
  addresses.map(({ name, email }) => `${name ?? ""} ${email}`).join(", ");

export function parsed(email: TestEmail): ParsedMessage {
  const from = email.from ?? [{ name: "Anna", email: "anna@example.com" }];
  const to = email.to ?? [{ name: null, email: "you@pismo.localhost" }];
  const body = email.body ?? "";
  const size = Buffer.byteLength(body);
  return {
    headers: {
      messageId: [email.messageId ?? `${randomUUID()}@example.com`],
      inReplyTo: email.inReplyTo ? [email.inReplyTo] : null,
      references: email.references ?? null,
      sender: null,
      from,
      to,
      cc: null,
      bcc: null,
      replyTo: null,
      subject: email.subject ?? null,
      sentAt: email.sentAt ?? null,
    },
    structure: {
      partId: "1",
      type: "text/plain",
      charset: "utf-8",
      name: null,
      disposition: null,
      cid: null,

      language: null,
      location: null,
      encoding: "8bit",
      headerStart: 0,
      bodyStart: 0,
      bodyEnd: size,
      size,
      subParts: null,
    },
    hasAttachment: email.hasAttachment ?? false,
    preview: body.slice(0, 256),
    isAutomaticAnswer: false,
    category: null,
    list: null,
    searchText: {
      subject: email.subject ?? "",
      from: addressText(from),
      to: addressText(to),
      cc: "",
      bcc: "",
      body,
      attachments: email.attachments ?? "",
    },
    textPieces: [{ at: 0 }],
  };
}

export function insertTestEmail(
  tx: Transactor,
  accountId: Id,
  mailboxIds: Id[],
  email: TestEmail = {},
): Promise<EmailRecord> {
  return insertEmail(tx, accountId, {
    blobId: email.blobId ?? `B${randomUUID()}`,
    size: email.size ?? Buffer.byteLength(email.body ?? ""),
    parsed: parsed(email),
    mailboxIds,
    keywords: email.keywords ?? [],
    receivedAt: email.receivedAt ?? new Date(),
  });
}

export interface TestStore {
  store: Store;
  account: LocalAccount;
  accountId: Id;
  mailbox: Record<"inbox" | "sent" | "drafts" | "archive" | "junk" | "trash", Id>;
}

export async function storeWithAccount(options?: StoreOptions): Promise<TestStore> {
  const store = await (options ? openStore(options, log) : openMemoryStore(log));
  return store.write(async (tx) => {
    const account = await createAccount(tx, { name: "You", email: "you@pismo.localhost" });
    const idOfRole = async (role: string) => (await findMailboxByRole(tx, account.id, role))!.id;
    const mailbox = {
      inbox: await idOfRole("inbox"),
      sent: await idOfRole("sent"),
      drafts: await idOfRole("drafts"),
      archive: await idOfRole("archive"),
      junk: await idOfRole("junk"),
      trash: await idOfRole("trash"),
    };
    return { store, account, accountId: account.id, mailbox };
  });
}

export interface FolderStore extends TestStore {
  /** A temporary folder, for other files of the test. */
  folder: string;
  /** In it. */
  dataDir: string;
  /** Removes the folder; the store has been closed. */
  remove(): Promise<void>;
}

/** The same on the disk. */
export async function storeInFolder(): Promise<FolderStore> {
  const folder = await mkdtemp(join(tmpdir(), "pismo-test-"));
  const dataDir = join(folder, "data");
  const t = await storeWithAccount({ dataDir });
  return {
    ...t,
    folder,
    dataDir,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

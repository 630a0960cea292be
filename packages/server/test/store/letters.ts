/** A store with one account, and letters as the parser would give them, for the tests of the store. */
import type { EmailAddress, Id, Keyword } from "@pismo/jmap";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ParsedMessage } from "../../src/mime/parse.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount, type LocalAccount } from "../../src/store/accounts.ts";
import { type EmailRecord, insertEmail } from "../../src/store/emails.ts";
import { findMailboxByRole } from "../../src/store/mailboxes.ts";
import { openStore, type Store, type Transactor } from "../../src/store/store.ts";

export const log = createLogger("silent");

export interface Letter {
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

export function parsed(letter: Letter): ParsedMessage {
  const from = letter.from ?? [{ name: "Anna", email: "anna@example.com" }];
  const to = letter.to ?? [{ name: null, email: "you@pismo.localhost" }];
  const body = letter.body ?? "";
  const size = Buffer.byteLength(body);
  return {
    headers: {
      messageId: [letter.messageId ?? `${randomUUID()}@example.com`],
      inReplyTo: letter.inReplyTo ? [letter.inReplyTo] : null,
      references: letter.references ?? null,
      sender: null,
      from,
      to,
      cc: null,
      bcc: null,
      replyTo: null,
      subject: letter.subject ?? null,
      sentAt: letter.sentAt ?? null,
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
    hasAttachment: letter.hasAttachment ?? false,
    preview: body.slice(0, 256),
    category: null,
    searchText: {
      subject: letter.subject ?? "",
      from: addressText(from),
      to: addressText(to),
      cc: "",
      bcc: "",
      body,
      attachments: letter.attachments ?? "",
    },
  };
}

export function insertLetter(
  tx: Transactor,
  accountId: Id,
  mailboxIds: Id[],
  letter: Letter = {},
): Promise<EmailRecord> {
  return insertEmail(tx, accountId, {
    blobId: letter.blobId ?? `B${randomUUID()}`,
    size: letter.size ?? Buffer.byteLength(letter.body ?? ""),
    parsed: parsed(letter),
    mailboxIds,
    keywords: letter.keywords ?? [],
    receivedAt: letter.receivedAt ?? new Date(),
  });
}

export interface TestStore {
  store: Store;
  account: LocalAccount;
  accountId: Id;
  mailbox: Record<"inbox" | "sent" | "drafts" | "archive" | "junk" | "trash", Id>;
}

export async function storeWithAccount(
  options: { dataDir: string } | { memory: true } = { memory: true },
): Promise<TestStore> {
  const store = await openStore(options, log);
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
  /** A folder of its own, for what else is written. */
  folder: string;
  /** In it. */
  dataDir: string;
  /** Takes the folder away; the store has been closed. */
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

/** Messages that attack, from folders of .eml files and from lists of markup. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { SetError } from "@pismo/jmap";
import type { PismoServer } from "./server.ts";

export interface HostileMessage {
  /** What it is called in the report. */
  id: string;
  message: Buffer;
}

/** An entry of a list: the HTML of a message. */
export interface HostileMarkup {
  id: string;
  html: string;
}

/** Markup as a message contains it. */
export function messageOf({ id, html }: HostileMarkup): HostileMessage {
  const head = [
    "From: Mallory <mallory@attack.example>",
    "To: you@pismo.localhost",
    `Subject: ${id.replaceAll(/[^\w. -]/g, "_")}`,
    `Message-ID: <${encodeURIComponent(id)}@attack.example>`,
    "Date: Sat, 2 May 2026 12:00:00 +0000",
    "MIME-Version: 1.0",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
  ];
  const body = Buffer.from(html).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  return { id, message: Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}\r\n`) };
}

/** @param path a folder of .eml files, one such file, or a JSON list of `{ id, html }` */
export function readMessages(path: string): HostileMessage[] {
  if (path.endsWith(".json")) return (JSON.parse(readFileSync(path, "utf8")) as HostileMarkup[]).map(messageOf);
  if (!statSync(path).isDirectory()) return [{ id: path, message: readFileSync(path) }];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(eml|msg)$/i.test(name))
    .sort()
    .map((name) => ({ id: relative(path, join(path, name)), message: readFileSync(join(path, name)) }));
}

const batchSize = 50;

/** A message's address, or why it was not accepted. */
export type Imported = { emailId: string } | { refusal: string };

/** Puts the messages into the inbox, in order. */
export async function importMessages(server: PismoServer, messages: readonly HostileMessage[]): Promise<Imported[]> {
  const client = await server.client();
  const { primaryAccounts } = await client.session();
  const accountId = primaryAccounts["urn:ietf:params:jmap:mail"] ?? "";
  const inboxes = await client.call("Mailbox/query", { accountId, filter: { role: "inbox" } });
  const mailboxIds = { [inboxes.ids[0] ?? ""]: true as const };
  const imported: Imported[] = [];
  for (let at = 0; at < messages.length; at += batchSize) {
    const emails: Record<string, { blobId: string; mailboxIds: Record<string, true> }> = {};
    for (const [index, { message }] of messages.slice(at, at + batchSize).entries()) {
      const { blobId } = await client.upload(accountId, new Uint8Array(message), "message/rfc822");
      emails[`l${index}`] = { blobId, mailboxIds };
    }
    const { created, notCreated } = await client.call("Email/import", { accountId, emails });
    for (const key of Object.keys(emails)) {
      const { existingId, type, description } = (notCreated?.[key] ?? {}) as SetError & { existingId?: string };
      const emailId = created?.[key]?.id ?? existingId;
      imported.push(emailId === undefined ? { refusal: description ?? type ?? "no reason" } : { emailId });
    }
  }
  return imported;
}

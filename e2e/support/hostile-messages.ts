/** Messages and files that attack, from folders and from lists of markup. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
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

const isLetter = (name: string): boolean => /\.(eml|msg)$/i.test(name);
const isPage = (name: string): boolean => /\.html?$/i.test(name);

/** Paths within the folder. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();

/** @param path a folder of .eml files and HTML pages, one such file, or a JSON list of `{ id, html }` */
export function readMessages(path: string): HostileMessage[] {
  if (path.endsWith(".json")) return (JSON.parse(readFileSync(path, "utf8")) as HostileMarkup[]).map(messageOf);
  const isFolder = statSync(path).isDirectory();
  const names = isFolder ? filesOf(path).filter((name) => isLetter(name) || isPage(name)) : [path];
  return names.map((name) => {
    const content = readFileSync(isFolder ? join(path, name) : name);
    return isPage(name) ? messageOf({ id: name, html: content.toString("utf8") }) : { id: name, message: content };
  });
}

/** @returns what lies in the folder beside letters: to be attached to some */
export function readFiles(path: string): { name: string; type: string; content: Buffer }[] {
  if (!statSync(path).isDirectory()) return [];
  return filesOf(path)
    .filter((name) => !isLetter(name))
    .map((name) => ({
      name: name.replaceAll("/", "_"),
      // Of what it says and what it is called the name is more.
      type: isPage(name) ? "text/html" : "application/octet-stream",
      content: readFileSync(join(path, name)),
    }));
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

/** Puts Emails into a mailbox as they are needed, without SMTP: with dates, keywords and folders of one's choice. */
import type { JmapClient } from "@pismo/jmap";
import type { PismoServer } from "./server.ts";

export interface GivenEmail {
  subject?: string;
  from?: { name?: string; email: string } | null;
  to?: { name?: string; email: string }[];
  text?: string;
  html?: string;
  /** When it came; now unless said. */
  receivedAt?: Date;
  /** When it was written; as receivedAt unless said. */
  sentAt?: Date;
  keywords?: string[];
  /** Ids of messages: its own, and those that it answers, oldest first. */
  messageId?: string;
  references?: string[];
  /** A role; inbox unless said. */
  folder?: string;
  /** Header fields, as they are written. */
  fields?: Record<string, string>;
  files?: { name: string; type: string; content: Buffer }[];
}

/**
 * Puts messages into a mailbox of the server.
 * @param address the owner's unless said
 * @returns their ids, in the same order
 */
export async function putEmails(
  server: PismoServer,
  emails: readonly GivenEmail[],
  address?: string,
): Promise<string[]> {
  const client: JmapClient = await server.client(address);
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list: mailboxes } = await client.call("Mailbox/get", { accountId, ids: null });
  const create: Record<string, object> = {};
  for (const [index, given] of emails.entries()) {
    const {
      subject,
      from = { name: "Anna", email: "anna@mail.example" },
      to,
      text = "text",
      html,
      keywords = [],
    } = given;
    const receivedAt = given.receivedAt ?? new Date();
    const mailboxId = mailboxes.find(({ role }) => role === (given.folder ?? "inbox"))?.id ?? "";
    const attachments = [];
    for (const { name, type, content } of given.files ?? []) {
      const { blobId } = await client.upload(accountId, new Uint8Array(content), type);
      attachments.push({ blobId, name, type, disposition: "attachment" });
    }
    create[`l${index}`] = {
      mailboxIds: { [mailboxId]: true },
      keywords: Object.fromEntries(keywords.map((keyword) => [keyword, true])),
      ...(subject !== undefined && { subject }),
      ...(from && { from: [{ name: from.name ?? null, email: from.email }] }),
      to: (to ?? [{ email: "you@pismo.localhost" }]).map(({ name, email }) => ({ name: name ?? null, email })),
      receivedAt: receivedAt.toISOString(),
      sentAt: (given.sentAt ?? receivedAt).toISOString(),
      ...(given.messageId !== undefined && { messageId: [given.messageId] }),
      ...(given.references && { references: given.references, inReplyTo: given.references.slice(-1) }),
      ...Object.fromEntries(Object.entries(given.fields ?? {}).map(([name, value]) => [`header:${name}`, ` ${value}`])),
      textBody: [{ partId: "text", type: "text/plain" }],
      ...(html !== undefined && { htmlBody: [{ partId: "html", type: "text/html" }] }),
      bodyValues: { text: { value: text }, ...(html !== undefined && { html: { value: html } }) },
      ...(attachments.length > 0 && { attachments }),
    };
  }
  const { created, notCreated } = await client.call("Email/set", { accountId, create });
  if (notCreated) throw new Error(JSON.stringify(notCreated));
  return emails.map((_, index) => created![`l${index}`]!.id!);
}

/** Composes the message of a sample Email. The same time always gives the same bytes. */
import MailComposer from "nodemailer/lib/mail-composer";
import { onTheWire } from "../mime/compose/on-the-wire.ts";
import { you } from "./sample-email.ts";
import type { SampleEmail } from "./sample-email.ts";

export interface ComposeContext {
  /** The person's own address. */
  address: string;
  sentAt: Date;
  /** Keys of the Emails before it in its thread, oldest first. */
  references: readonly string[];
  /** The forwarded message. */
  forwarded?: Uint8Array | undefined;
}

export const messageIdOf = (key: string): string => `<${key}@letters.example>`;

/** Encodes an eight-bit Cyrillic charset, which TextDecoder only decodes, by its inverted table. */
function encodeLegacy(text: string, charset: "koi8-r" | "windows-1251"): Buffer {
  const codes = new Map<string, number>();
  const decoder = new TextDecoder(charset);
  for (let code = 255; code >= 0; code--) codes.set(decoder.decode(Uint8Array.of(code)), code);
  return Buffer.from(Array.from(text, (character) => codes.get(character) ?? 0x3f));
}

/** Facts are read from the days of letters, so that those of the samples lie ahead: "{ru+3}" becomes "24 ноября 2026". */
function withDays(text: string, sentAt: Date): string {
  return text.replaceAll(/\{(ru|en)\+(\d+)\}/g, (_, language: string, days: string) => {
    const day = new Date(sentAt.getFullYear(), sentAt.getMonth(), sentAt.getDate() + Number(days));
    const locale = language === "ru" ? "ru-RU" : "en-GB";
    return day.toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric" }).replace(" г.", "");
  });
}

export async function compose(email: SampleEmail, context: ComposeContext): Promise<Buffer> {
  if (email.charset || email.isFlowed) return composePlain(email, context);
  const own = (address: string) => (address === you ? context.address : address);
  const attachments = (email.files ?? []).map(({ name, type, content, cid }) => ({
    filename: name,
    contentType: type,
    content,
    ...(cid ? { cid, contentDisposition: "inline" as const } : {}),
  }));
  const composer = new MailComposer({
    baseBoundary: email.key,
    messageId: messageIdOf(email.key),
    date: context.sentAt,
    from: own(email.from),
    to: (email.to ?? [you]).map(own),
    cc: (email.cc ?? []).map(own),
    subject: email.subject,
    text: withDays(email.text ?? "", context.sentAt),
    ...(email.html ? { html: withDays(email.html, context.sentAt) } : {}),
    ...(email.headers ? { headers: email.headers } : {}),
    ...(email.answers ? { inReplyTo: messageIdOf(email.answers) } : {}),
    ...(context.references.length > 0 ? { references: context.references.map(messageIdOf) } : {}),
    ...(email.calendar
      ? { icalEvent: { method: "REQUEST", content: email.calendar(context.sentAt, context.address) } }
      : {}),
    attachments: context.forwarded
      ? [
          ...attachments,
          { filename: "letter.eml", contentType: "message/rfc822", content: Buffer.from(context.forwarded) },
        ]
      : attachments,
  });
  // The text of a part keeps the line ends that it was written with.
  return onTheWire(await composer.compile().build());
}

/** Messages of old programs: plain text only, in a legacy charset or flowed. */
function composePlain(email: SampleEmail, { address, sentAt, references }: ComposeContext): Buffer {
  const charset = email.charset ?? "utf-8";
  const encode = (text: string) => (email.charset ? encodeLegacy(text, email.charset) : Buffer.from(text));
  const word = (text: string) =>
    /^[\x20-\x7e]*$/.test(text) ? text : `=?${charset}?B?${encode(text).toString("base64")}?=`;
  const [, name = "", mail = ""] = /^(.*) <(.*)>$/.exec(email.from) ?? [];
  const lines = [
    `From: ${word(name)} <${mail}>`,
    `To: <${address}>`,
    `Subject: ${word(email.subject)}`,
    `Date: ${sentAt.toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${messageIdOf(email.key)}`,
    ...(references.length > 0 ? [`References: ${references.map(messageIdOf).join(" ")}`] : []),
    "MIME-Version: 1.0",
    `Content-Type: text/plain; charset=${charset}${email.isFlowed ? "; format=flowed" : ""}`,
    "Content-Transfer-Encoding: 8bit",
  ];
  const text = email.isFlowed ? flow(email.text ?? "") : (email.text ?? "");
  const header = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  return Buffer.concat([header, encode(text.replaceAll("\n", "\r\n")), Buffer.from("\r\n")]);
}

/** RFC 3676 §4.2: a space at the end of a line continues the paragraph. */
function flow(text: string): string {
  return text
    .split("\n")
    .map((paragraph) => paragraph.replaceAll(/(.{1,66}) (?=\S)/g, "$1 \n"))
    .join("\n");
}

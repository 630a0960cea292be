/** From a letter as it is written down to the bytes of a message; the same bytes for the same time, every time. */
import MailComposer from "nodemailer/lib/mail-composer";
import { encodeLegacy } from "./legacy-charset.ts";
import { you } from "./letter.ts";
import type { SampleLetter } from "./letter.ts";

export interface ComposeContext {
  /** The person's own address. */
  address: string;
  sentAt: Date;
  /** Keys of the letters that this one follows in its conversation, oldest first. */
  references: readonly string[];
  /** The message that it forwards. */
  forwarded?: Uint8Array | undefined;
}

export const messageIdOf = (key: string): string => `<${key}@letters.example>`;

export async function compose(letter: SampleLetter, context: ComposeContext): Promise<Buffer> {
  if (letter.charset || letter.isFlowed) return composePlain(letter, context);
  const own = (address: string) => (address === you ? context.address : address);
  const attachments = (letter.files ?? []).map(({ name, type, content, cid }) => ({
    filename: name,
    contentType: type,
    content,
    ...(cid ? { cid, contentDisposition: "inline" as const } : {}),
  }));
  const composer = new MailComposer({
    baseBoundary: letter.key,
    messageId: messageIdOf(letter.key),
    date: context.sentAt,
    from: own(letter.from),
    to: (letter.to ?? [you]).map(own),
    cc: (letter.cc ?? []).map(own),
    subject: letter.subject,
    text: letter.text ?? "",
    ...(letter.html ? { html: letter.html } : {}),
    ...(letter.headers ? { headers: letter.headers } : {}),
    ...(letter.answers ? { inReplyTo: messageIdOf(letter.answers) } : {}),
    ...(context.references.length > 0 ? { references: context.references.map(messageIdOf) } : {}),
    ...(letter.calendar ? { icalEvent: { method: "REQUEST", content: letter.calendar(context.sentAt) } } : {}),
    attachments: context.forwarded
      ? [
          ...attachments,
          { filename: "letter.eml", contentType: "message/rfc822", content: Buffer.from(context.forwarded) },
        ]
      : attachments,
  });
  const node = composer.compile();
  return node.build();
}

/** Letters of old programs: one plain text, in a charset of its time or flowed. */
function composePlain(letter: SampleLetter, { address, sentAt, references }: ComposeContext): Buffer {
  const charset = letter.charset ?? "utf-8";
  const encode = (text: string) => (letter.charset ? encodeLegacy(text, letter.charset) : Buffer.from(text));
  const word = (text: string) =>
    /^[\x20-\x7e]*$/.test(text) ? text : `=?${charset}?B?${encode(text).toString("base64")}?=`;
  const [, name = "", mail = ""] = /^(.*) <(.*)>$/.exec(letter.from) ?? [];
  const lines = [
    `From: ${word(name)} <${mail}>`,
    `To: <${address}>`,
    `Subject: ${word(letter.subject)}`,
    `Date: ${sentAt.toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${messageIdOf(letter.key)}`,
    ...(references.length > 0 ? [`References: ${references.map(messageIdOf).join(" ")}`] : []),
    "MIME-Version: 1.0",
    `Content-Type: text/plain; charset=${charset}${letter.isFlowed ? "; format=flowed" : ""}`,
    "Content-Transfer-Encoding: 8bit",
  ];
  const text = letter.isFlowed ? flow(letter.text ?? "") : (letter.text ?? "");
  const header = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  return Buffer.concat([header, encode(text.replaceAll("\n", "\r\n")), Buffer.from("\r\n")]);
}

/** RFC 3676 §4.2: a space at the end of a line says that the paragraph goes on. */
function flow(text: string): string {
  return text
    .split("\n")
    .map((paragraph) => paragraph.replaceAll(/(.{1,66}) (?=\S)/g, "$1 \n"))
    .join("\n");
}

/** Composes a vacation response. */
import type { Identity, VacationResponse } from "@pismo/jmap";
import { messageIdDomain } from "../../../mime/compose/wire-header.ts";
import type { ParsedMessage } from "../../../mime/parse/parse.ts";
import { encodedWords } from "../encoded-words.ts";
import { mailDate } from "../trace-fields.ts";

export interface VacationMessage {
  response: Pick<VacationResponse, "subject" | "textBody" | "htmlBody"> & {
    /** Instead of the bodies: an entity with a header of its own (RFC 5230 §4.5, `:mime`). */
    entity?: string | null;
  };
  identity: Identity;
  to: string;
  /** The message that is answered. */
  parsed: ParsedMessage;
  now: Date;
}

/** An id that is safe to repeat: the sender chose it. */
const isOrdinary = (id: string | undefined): id is string => id !== undefined && /^[\x21-\x7e]{1,300}$/.test(id);

/** @returns the message */
export function writeVacationMessage({ response, identity, to, parsed, now }: VacationMessage): Uint8Array {
  const { subject, messageId, references } = parsed.headers;
  const [answered] = messageId ?? [];
  const chain = [...(references ?? []), answered].filter(isOrdinary).slice(-20);
  const id = `${now.getTime().toString(36)}.${Math.random().toString(36).slice(2)}`;
  const header = [
    `From: ${identity.name ? `${encodedWords(identity.name, true)} ` : ""}<${identity.email}>`,
    `To: <${to}>`,
    // RFC 3834 §3.1.5
    `Subject: ${encodedWords(response.subject ?? `Auto: ${subject ?? ""}`)}`,
    `Date: ${mailDate(now)}`,
    `Message-ID: <${id}@${messageIdDomain(identity.email)}>`,
    ...(isOrdinary(answered) ? [`In-Reply-To: <${answered}>`] : []),
    ...(chain.length > 0 ? [`References: ${chain.map((each) => `<${each}>`).join("\r\n ")}`] : []),
    // RFC 3834 §3.1.7; many programs check Precedence instead.
    "Auto-Submitted: auto-replied",
    "Precedence: bulk",
    "MIME-Version: 1.0",
  ];
  if (response.entity != null)
    return Buffer.from(`${[...header, response.entity.replaceAll(/\r?\n/g, "\r\n")].join("\r\n")}\r\n`);
  const text = part("plain", response.textBody ?? (response.htmlBody == null ? "" : textOf(response.htmlBody)));
  if (response.htmlBody == null) return Buffer.from(`${header.join("\r\n")}\r\n${text}`);
  const boundary = `alternative-${id}`;
  const type = `Content-Type: multipart/alternative; boundary="${boundary}"`;
  const bodies = [text, part("html", response.htmlBody)].map((body) => `--${boundary}\r\n${body}`);
  return Buffer.from(`${[...header, type].join("\r\n")}\r\n\r\n${bodies.join("")}--${boundary}--\r\n`);
}

function part(subtype: string, content: string): string {
  const base64 = Buffer.from(content.replaceAll(/\r?\n/g, "\r\n")).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  return `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`;
}

/** The plain text beside the HTML. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(?:br|\/p|\/div)[^>]*>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .trim();

/** Composes a receipt: multipart/report (RFC 6522) with a disposition notification (RFC 8098 §3). Pure. */
import type { Disposition, EmailAddress } from "@pismo/jmap";
import { encodeHeader } from "./encode-headers.ts";

export interface Receipt {
  from: EmailAddress;
  to: readonly EmailAddress[];
  subject: string;
  /** What a person reads. */
  text: string;
  reportingUA: string | null;
  /** "rfc822; you@…" */
  originalRecipient: string | null;
  finalRecipient: string;
  /** Of the message that was asked about, without angle brackets. */
  originalMessageId: string | null;
  disposition: Disposition;
  extensionFields: Readonly<Record<string, string>>;
  /** Included where it is wished. */
  original: Uint8Array | null;
  messageId: string;
  boundary: string;
  at: Date;
}

/** RFC 8098 §3.2.6.2 spells the sending mode with capitals. */
const sendingModes = {
  "mdn-sent-manually": "MDN-sent-manually",
  "mdn-sent-automatically": "MDN-sent-automatically",
} as const;

const base64 = (text: string): string =>
  Buffer.from(text.replaceAll(/\r?\n/g, "\r\n")).toString("base64").replaceAll(/.{76}/g, "$&\r\n");

/** An id that is safe to repeat: the sender chose it. */
const isOrdinary = (id: string | null): id is string => id !== null && /^[\x21-\x3b\x3d\x3f-\x7e]{1,300}$/.test(id);

const field = (name: string, value: string | null): string =>
  value === null ? "" : encodeHeader(name, "asRaw", value);

/** RFC 8098 §3.2. */
function notification(receipt: Receipt): string {
  const { reportingUA, originalRecipient, finalRecipient, originalMessageId, disposition, extensionFields } = receipt;
  const { actionMode, sendingMode, type } = disposition;
  return [
    field("Reporting-UA", reportingUA),
    field("Original-Recipient", originalRecipient),
    field("Final-Recipient", finalRecipient),
    field("Original-Message-ID", isOrdinary(originalMessageId) ? `<${originalMessageId}>` : null),
    field("Disposition", `${actionMode}/${sendingModes[sendingMode]}; ${type}`),
    ...Object.entries(extensionFields).map(([name, value]) => field(name, value)),
  ].join("");
}

function part(type: string, content: string | Uint8Array, encoding?: string): Uint8Array {
  const fields = `Content-Type: ${type}\r\n${encoding ? `Content-Transfer-Encoding: ${encoding}\r\n` : ""}\r\n`;
  return Buffer.concat([Buffer.from(fields), typeof content === "string" ? Buffer.from(content) : content]);
}

/** @returns the message */
export function writeReceipt(receipt: Receipt): Uint8Array {
  const { from, to, subject, text, originalMessageId, original, messageId, boundary, at } = receipt;
  const answered = isOrdinary(originalMessageId) ? [originalMessageId] : [];
  const header = [
    encodeHeader("From", "asAddresses", [from]),
    encodeHeader("To", "asAddresses", to),
    encodeHeader("Subject", "asText", subject),
    encodeHeader("Date", "asDate", at.toISOString()),
    `Message-ID: <${messageId}>\r\n`,
    // So that it comes to the conversation of what was sent.
    encodeHeader("In-Reply-To", "asMessageIds", answered),
    encodeHeader("References", "asMessageIds", answered),
    // No program answers it (RFC 3834 §3.1.7).
    "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n",
    `Content-Type: multipart/report; report-type=disposition-notification;\r\n boundary="${boundary}"\r\n\r\n`,
  ];
  const notified = notification(receipt);
  // oxlint-disable-next-line no-control-regex
  const isAscii = /^[\x00-\x7f]*$/.test(notified);
  const parts = [
    part("text/plain; charset=utf-8", base64(text), "base64"),
    part("message/disposition-notification", notified, isAscii ? undefined : "8bit"),
    ...(original ? [part("message/rfc822", original, original.some((octet) => octet > 127) ? "8bit" : undefined)] : []),
  ];
  const body = parts.map((each) => Buffer.concat([Buffer.from(`--${boundary}\r\n`), each, Buffer.from("\r\n")]));
  return Buffer.concat([Buffer.from(header.join("")), ...body, Buffer.from(`--${boundary}--\r\n`)]);
}

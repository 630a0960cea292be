/** Composes the report of failed deliveries: multipart/report (RFC 6522) with RFC 3464. */
import { encodedWords } from "../encoded-words.ts";
import { mailDate } from "../trace-fields.ts";

export interface DeliveryFailure {
  address: string;
  /** The last reply, "550 5.1.1 No such user". */
  reply: string;
  /** It was retried for days, not refused at once. */
  wasRetried: boolean;
}

export interface DeliveryReport {
  /** The person who sent the message. */
  to: string;
  domain: string;
  failures: readonly DeliveryFailure[];
  /** The message that was sent; the report contains its header. */
  original: Uint8Array;
  subject: string | null;
  messageId: string | null;
  /** Instead of what we say of a delivery that failed: what the person says, to whom they are. */
  words?: { from: string; subject: string; text: string };
  /** Keeps Message-ID and boundary the same when the report is written again. */
  reportId: string;
  now: Date;
}

/** @returns the message */
export function writeDeliveryReport(report: DeliveryReport): Uint8Array {
  const { to, domain, original, messageId, reportId, now } = report;
  const boundary = `report-${reportId}`;
  const subject = `${report.words?.subject ?? "Письмо не доставлено / Undelivered"}: ${report.subject ?? "—"}`;
  const reference = messageId ? `In-Reply-To: <${messageId}>\r\nReferences: <${messageId}>\r\n` : "";
  const from = report.words
    ? `From: <${report.words.from}>\r\n`
    : `Return-Path: <>\r\nFrom: ${encodedWords("Почтовая служба · Mail delivery")}\r\n <mailer-daemon@${domain}>\r\n`;
  const header =
    from +
    `To: <${to}>\r\nSubject: ${encodedWords(subject)}\r\nDate: ${mailDate(now)}\r\n` +
    `Message-ID: <${reportId}.report@${domain}>\r\n${reference}Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n` +
    `Content-Type: multipart/report; report-type=delivery-status;\r\n boundary="${boundary}"\r\n`;
  const parts = [
    part("text/plain; charset=utf-8", base64(report.words?.text ?? explanation(report)), "base64"),
    part("message/delivery-status", deliveryStatus(report)),
    part("text/rfc822-headers", headerOf(original), "8bit"),
  ];
  const body = parts.map((text) => Buffer.concat([Buffer.from(`--${boundary}\r\n`), text, Buffer.from("\r\n")]));
  return Buffer.concat([Buffer.from(`${header}\r\n`), ...body, Buffer.from(`--${boundary}--\r\n`)]);
}

function part(type: string, content: string | Uint8Array, encoding?: string): Uint8Array {
  const fields = `Content-Type: ${type}\r\n${encoding ? `Content-Transfer-Encoding: ${encoding}\r\n` : ""}\r\n`;
  return Buffer.concat([Buffer.from(fields), typeof content === "string" ? Buffer.from(content) : content]);
}

/** In both languages of the product, since the person's is not known here. */
function explanation({ failures }: DeliveryReport): string {
  const list = failures.map(({ address, reply }) => `  ${address}\r\n    ${reply}`).join("\r\n\r\n");
  const hasGivenUp = failures.some(({ wasRetried }) => wasRetried);
  const russian = hasGivenUp
    ? "Мы пробовали два дня, но письмо так и не приняли. Больше пробовать не будем."
    : "Сервер получателя отказался принять письмо.";
  const english = hasGivenUp
    ? "We tried for two days, but nobody took the letter. We will not try again."
    : "The recipient's server refused the letter.";
  return [
    `${russian} Само письмо цело, оно в папке «Отправленные».`,
    `${english} The letter itself is safe in Sent.`,
    list,
    "",
  ].join("\r\n\r\n");
}

/** RFC 3464 §2. */
function deliveryStatus({ domain, failures }: DeliveryReport): string {
  const perMessage = `Reporting-MTA: dns; ${domain}\r\n`;
  const perRecipient = failures.map(({ address, reply }) => {
    const type = /[^\x20-\x7e]/.test(address) ? "utf-8" : "rfc822";
    const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(reply)?.[0] ?? (reply.startsWith("5") ? "5.0.0" : "4.4.7");
    return `\r\nFinal-Recipient: ${type}; ${address}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${reply}\r\n`;
  });
  return perMessage + perRecipient.join("");
}

/** The sender may have written a longer header, and may not be who gets the report. */
const MAX_HEADER_BYTES = 65_536;

/** As many whole lines as fit. */
function headerOf(message: Uint8Array): Uint8Array {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const end = buffer.indexOf("\r\n\r\n");
  const header = buffer.subarray(0, end < 0 ? MAX_HEADER_BYTES : end + 2);
  if (header.length <= MAX_HEADER_BYTES) return header;
  return header.subarray(0, header.lastIndexOf("\r\n", MAX_HEADER_BYTES - 2) + 2);
}

const base64 = (text: string) => Buffer.from(text).toString("base64").replaceAll(/.{76}/g, "$&\r\n");

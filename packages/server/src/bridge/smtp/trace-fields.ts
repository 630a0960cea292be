/** The trace fields that a server adds to a received message (RFC 5321 §4.4). */

export interface ReceivedTransaction {
  /** Envelope sender; empty for a bounce. */
  mailFrom: string;
  /** Envelope recipients. */
  recipients: readonly string[];
  /** The client's name in HELO or EHLO. */
  heloName: string;
  isExtended: boolean;
  isSmtpUtf8: boolean;
  remoteAddress: string;
  /** Our host name. */
  hostName: string;
  transactionId: string;
  receivedAt: Date;
}

/** Return-Path and Received, each line ended by CRLF. */
export function traceFields(received: ReceivedTransaction): string {
  const { mailFrom, recipients, remoteAddress, hostName, transactionId, receivedAt } = received;
  const address = remoteAddress.includes(":") ? `IPv6:${remoteAddress}` : remoteAddress;
  // Names of protocols: RFC 6531 §4.3, RFC 3848.
  const protocol = received.isSmtpUtf8 ? "UTF8SMTP" : received.isExtended ? "ESMTP" : "SMTP";
  // With several recipients "for" would disclose hidden ones (RFC 5321 §7.2).
  const [only] = recipients;
  const recipient = only !== undefined && recipients.length === 1 ? `\r\n for <${clean(only)}>` : "";
  return (
    `Return-Path: <${clean(mailFrom)}>\r\n` +
    `Received: from ${clean(received.heloName) || "unknown"} ([${address}])\r\n` +
    ` by ${hostName} with ${protocol} id ${transactionId}${recipient};\r\n ${mailDate(receivedAt)}\r\n`
  );
}

/** RFC 5322 §3.3, in UTC. */
export const mailDate = (date: Date): string => date.toUTCString().replace("GMT", "+0000");

/** Removes what could begin a line or a comment of ours. */
const clean = (text: string) => text.replaceAll(/[\p{Cc}\s<>();\\]/gu, "");

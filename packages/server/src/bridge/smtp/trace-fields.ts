/** The fields that a server puts in front of a letter that it takes in (RFC 5321 §4.4). */

export interface Arrival {
  /** Envelope sender; empty for a bounce. */
  mailFrom: string;
  /** Envelope recipients. */
  recipients: readonly string[];
  /** What the client said in HELO or EHLO. */
  heloName: string;
  isExtended: boolean;
  isSmtpUtf8: boolean;
  remoteAddress: string;
  /** Our own name. */
  hostName: string;
  transactionId: string;
  receivedAt: Date;
}

/** Return-Path and Received, each line ended by CRLF. */
export function traceFields(arrival: Arrival): string {
  const { mailFrom, recipients, hostName, transactionId, receivedAt } = arrival;
  const address = arrival.remoteAddress.includes(":") ? `IPv6:${arrival.remoteAddress}` : arrival.remoteAddress;
  // RFC 6531 §4.3 and RFC 3848 name the protocols.
  const protocol = arrival.isSmtpUtf8 ? "UTF8SMTP" : arrival.isExtended ? "ESMTP" : "SMTP";
  // With several recipients a "for" would show hidden ones to the others (RFC 5321 §7.2).
  const [only] = recipients;
  const recipient = only !== undefined && recipients.length === 1 ? `\r\n for <${clean(only)}>` : "";
  return (
    `Return-Path: <${clean(mailFrom)}>\r\n` +
    `Received: from ${clean(arrival.heloName) || "unknown"} ([${address}])\r\n` +
    ` by ${hostName} with ${protocol} id ${transactionId}${recipient};\r\n ${mailDate(receivedAt)}\r\n`
  );
}

/** RFC 5322 §3.3, in UTC. */
export const mailDate = (date: Date): string => date.toUTCString().replace("GMT", "+0000");

/** Nothing that the other side says may begin a line or a comment of ours. */
const clean = (text: string) => text.replaceAll(/[\p{Cc}\s<>();\\]/gu, "");

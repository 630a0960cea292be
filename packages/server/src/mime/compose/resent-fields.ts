/** The fields that a message gets when it is sent on as it is: RFC 5322 §3.6.6. Pure. */
import type { EmailAddress } from "@pismo/jmap";
import { encodeHeader } from "./encode-headers.ts";
import { wireAddress } from "./wire-header.ts";

export interface Resending {
  from: EmailAddress;
  to: readonly EmailAddress[];
  at: Date;
  /** Without angle brackets. */
  messageId: string;
}

const forWire = (address: EmailAddress): EmailAddress => ({ ...address, email: wireAddress(address.email) });

/**
 * One block, to stand before everything else: below it the message stays octet for octet what its signatures cover. Who
 * sends it is the one person of Resent-From, so that there is no Resent-Sender.
 */
export const resentFields = ({ from, to, at, messageId }: Resending): string =>
  [
    encodeHeader("Resent-From", "asAddresses", [forWire(from)]),
    encodeHeader("Resent-To", "asAddresses", to.map(forWire)),
    encodeHeader("Resent-Date", "asDate", at.toISOString()),
    `Resent-Message-ID: <${messageId}>\r\n`,
  ].join("");

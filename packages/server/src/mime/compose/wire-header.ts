/**
 * Converts a header to the form for SMTP: RFC 5890 §2.3.2.1, RFC 6531. Our own copies have domains as U-labels; on
 * the wire they are A-labels, which every program supports. Pure.
 */
import { domainToASCII } from "node:url";
import type { EmailAddress } from "@pismo/jmap";
import { encodeHeader } from "./encode-headers.ts";
import { walkFields } from "../headers/header-fields.ts";
import { asGroupedAddresses } from "../headers/headers.ts";

const isAscii = (text: string): boolean => !/[^\x20-\x7e]/.test(text);
const addressField = /^(?:resent-)?(?:from|sender|reply-to|to|cc)$/i;

/** RFC 6531: a local part outside ASCII has no other form. */
export const needsUtf8 = (address: string): boolean => !isAscii(address.slice(0, address.lastIndexOf("@")));

/** Converts a domain outside ASCII to A-labels; leaves an address whose local part needs SMTPUTF8 anyway. */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (needsUtf8(address) || isAscii(domain)) return address;
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/** The domain of Message-IDs of what an address sends; in ASCII, which goes everywhere without SMTPUTF8. */
export const messageIdDomain = (address: string): string =>
  domainToASCII(address.slice(address.lastIndexOf("@") + 1)) || "localhost";

const forWire = (address: EmailAddress): EmailAddress => ({ ...address, email: wireAddress(address.email) });

export interface WireHeader {
  header: Uint8Array;
  /** An address in it has a local part outside ASCII. */
  needsUtf8: boolean;
}

/** ASCII fields, and those without addresses, are unchanged. */
export function wireHeader(bytes: Uint8Array): WireHeader {
  const pieces: Uint8Array[] = [];
  let from = 0;
  let isUtf8 = false;
  walkFields(bytes, 0, bytes.length, ({ nameStart, nameEnd, valueStart, valueEnd }) => {
    const name = Buffer.from(bytes.subarray(nameStart, nameEnd)).toString("latin1");
    const value = bytes.subarray(valueStart, valueEnd);
    if (!addressField.test(name) || value.every((octet) => octet < 128)) return;
    const groups = asGroupedAddresses(new TextDecoder().decode(value)).map((group) => ({
      ...group,
      addresses: group.addresses.map(forWire),
    }));
    const addresses = groups.flatMap((group) => group.addresses);
    if (addresses.length === 0) return;
    isUtf8 ||= addresses.some(({ email }) => !isAscii(email));
    const field = encodeHeader(name, "asGroupedAddresses", groups).trimEnd();
    pieces.push(bytes.subarray(from, nameStart), Buffer.from(field));
    from = valueEnd;
  });
  return { header: from === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)]), needsUtf8: isUtf8 };
}

/** One form of an address, by which two can be compared. Pure. */
import { domainToUnicode } from "node:url";

/** Ignores case; decodes a domain in A-labels (RFC 5890 §2.3.2.1). */
export function comparable(address: string): string {
  const lower = address.normalize("NFC").toLowerCase();
  const at = lower.lastIndexOf("@") + 1;
  const host = lower.slice(at);
  return /(?:^|\.)xn--/.test(host) ? lower.slice(0, at) + (domainToUnicode(host) || host) : lower;
}

/**
 * The same key for all spellings of an address: case is ignored, and U-labels of the domain become A-labels
 * (RFC 5890 §2.3.2.1). For comparison, not for sending: the local part of an address may depend on case.
 */
export function addressKey(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  const domain = lower.slice(at + 1);
  if (at < 0 || !/\P{ASCII}/u.test(domain) || /[\s/:?#\\%]/.test(domain)) return lower;
  return lower.slice(0, at + 1) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

/** The same without the tag that a person may add to their address: "you+shop@…" (RFC 5233). */
export const untaggedKey = (email: string): string => addressKey(email).replace(/^([^+@]+)\+[^@]*(?=@)/, "$1");

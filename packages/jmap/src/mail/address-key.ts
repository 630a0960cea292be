/**
 * Two spellings of one address have one key: case does not matter, and a domain in U-labels is the one in A-labels
 * (RFC 5890 §2.3.2.1). For comparing, not for sending: the local part of an address may depend on case.
 */
export function addressKey(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  const domain = lower.slice(at + 1);
  if (at < 0 || !/\P{ASCII}/u.test(domain) || /[\s/:?#\\%]/.test(domain)) return lower;
  return lower.slice(0, at + 1) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

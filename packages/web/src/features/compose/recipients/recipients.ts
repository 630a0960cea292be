/** Between what a person types or pastes and addresses. Pure. */
import { addressKey, type EmailAddress } from "@pismo/jmap";

/**
 * Whether a server could take it: one @, a local part and a domain without spaces (RFC 5321 §4.1.2, internationalised
 * as RFC 6531 defines it). Whether the mailbox exists is not checked.
 */
export function isValidAddress(email: string): boolean {
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const domain = email.slice(at + 1);
  return (
    at > 0 &&
    email.length <= 254 &&
    new TextEncoder().encode(local).length <= 64 &&
    !/[\s@<>()[\],;:\\"]|\.\.|^\.|\.$/u.test(local) &&
    /^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?)*$/u.test(
      domain,
    )
  );
}

/**
 * Whether the end of what is typed stands within quotes: a comma or semicolon there is part of the name. A quote amid
 * a word opens nothing, and a whole address behind it shows that it will not be closed.
 */
export function isWithinQuotes(text: string): boolean {
  const isOpen = /(?:^|[\s,;])"/.test(text.replaceAll(/"(?:\\.|[^"\\])*"/gs, ""));
  return isOpen && !isValidAddress(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? "");
}

/** Splits at commas, semicolons and line ends that stand outside quotes and angle brackets. */
function splitList(text: string, minds = true): string[] {
  const parts: string[] = [];
  let part = "";
  let isQuoted = false;
  let isAngled = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (minds && isQuoted && char === "\\") {
      // RFC 5322 §3.2.4: the next character is no sign.
      part += char + text.charAt(++at);
      continue;
    }
    if (minds && char === '"') isQuoted = !isQuoted;
    else if (minds && char === "<") isAngled = true;
    else if (char === ">") isAngled = false;
    if (/[,;\n\r\t]/.test(char) && !isQuoted && !isAngled) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  // One sign that is never closed must not make one recipient of all the rest.
  if (isQuoted || isAngled) return splitList(text, false);
  return [...parts, part].map((item) => item.trim()).filter(Boolean);
}

function parseOne(text: string): EmailAddress[] {
  const named = /^(.*?)\s*<([^<>]*)>$/su.exec(text);
  if (named) {
    const name = named[1]!
      .replace(/^"(.*)"$/s, "$1")
      .replaceAll(/\\(.)/g, "$1")
      .trim();
    return [{ name: name || null, email: named[2]!.trim() }];
  }
  // A link that was copied.
  if (/^mailto:/i.test(text)) return [{ name: null, email: text.slice("mailto:".length) }];
  // "a@x.example b@y.example": a list parted by spaces.
  const words = text.split(/\s+/);
  if (words.length > 1 && words.every(isValidAddress)) return words.map((email) => ({ name: null, email }));
  return [{ name: null, email: text }];
}

/** "Anna <a@x.example>, b@y.example; …" → addresses. An invalid address stays as typed, to be corrected. */
export const parseRecipients = (text: string): EmailAddress[] => splitList(text).flatMap(parseOne);

/** Whether it is no beginning of a name: addresses alone, or one that has been begun behind its name ("Anna <a"). */
export const isAddressWritten = (text: string): boolean =>
  text.includes("<") || parseRecipients(text).every(({ email }) => isValidAddress(email));

/** Each address once, however it is spelt; the first stands. */
export function distinctRecipients(recipients: readonly EmailAddress[]): EmailAddress[] {
  const seen = new Set<string>();
  return recipients.filter(({ email }) => !seen.has(addressKey(email)) && seen.add(addressKey(email)));
}

/** How a recipient stands in a text field again: what would part the name is quoted. */
export function formatRecipient({ name, email }: EmailAddress): string {
  if (!name) return email;
  const isPlain = !/[,;"<>\\\n\r\t]/.test(name);
  return `${isPlain ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`} <${email}>`;
}

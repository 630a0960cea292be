/** Which account an address belongs to. */
import { domainToUnicode } from "node:url";
import type { Id } from "@pismo/jmap";
import { findAccountByAddress, listAccounts } from "../../store/accounts.ts";
import { isMirrored, listImapAccounts } from "../../store/imap-accounts.ts";
import type { Reader } from "../../store/store.ts";

export type Resolution =
  | { kind: "local"; accountId: Id }
  /** One of our domains, but nobody there. */
  | { kind: "unknown" }
  | { kind: "elsewhere" };

/**
 * Case does not matter, "you+tag@…" is you@…, and postmaster (RFC 5321 §4.5.1) is the first account.
 * An account that mirrors another server is not local: its letters are delivered there.
 * @param domain the domain of local mailboxes; those of the accounts' addresses count as well
 */
export async function resolveAddress(reader: Reader, domain: string, address: string): Promise<Resolution> {
  const wanted = address.normalize("NFC").toLowerCase();
  const at = wanted.lastIndexOf("@");
  const local = at < 0 ? wanted : wanted.slice(0, at);
  // From outside a domain comes as its A-labels (RFC 5890 §2.3.2.1); accounts have it as people write it.
  const host = at < 0 ? domain : readable(wanted.slice(at + 1));

  const account =
    (await findAccountByAddress(reader, `${local}@${host}`)) ??
    (await findAccountByAddress(reader, `${local.replace(/\+.*$/s, "")}@${host}`));
  if (account) {
    return (await isMirrored(reader, account.id)) ? { kind: "elsewhere" } : { kind: "local", accountId: account.id };
  }

  const mirrored = new Set(await listImapAccounts(reader));
  const accounts = (await listAccounts(reader)).filter(({ id }) => !mirrored.has(id));
  const isOurs = host === domain || accounts.some(({ email }) => email.toLowerCase().endsWith(`@${host}`));
  const [first] = accounts;
  if (isOurs && local === "postmaster" && first) return { kind: "local", accountId: first.id };
  return { kind: isOurs ? "unknown" : "elsewhere" };
}

/** A domain without "xn--", where it is one. */
const readable = (host: string): string => (/(?:^|\.)xn--/.test(host) ? domainToUnicode(host) || host : host);

/** Resolves an address to a local account. */
import { domainToUnicode } from "node:url";
import type { Id } from "@pismo/jmap";
import { findAccountByAddress, listAccounts } from "../../store/auth/accounts.ts";
import { isRemote, listJmapAccounts } from "../../store/auth/jmap-accounts.ts";
import { isMirrored, listImapAccounts } from "../../store/mirror/imap-accounts.ts";
import type { Reader } from "../../store/db/store.ts";

export type Resolution =
  | { kind: "local"; accountId: Id }
  /** In one of our domains, without an account. */
  | { kind: "unknown" }
  | { kind: "elsewhere" };

/**
 * Ignores case and tags ("you+tag@…"); postmaster (RFC 5321 §4.5.1) is the first account.
 * An account whose mail another server has is not local: its messages are delivered there.
 * @param domain the domain of local mailboxes; those of the accounts' addresses count as well
 */
export async function resolveAddress(reader: Reader, domain: string, address: string): Promise<Resolution> {
  const normalized = address.normalize("NFC").toLowerCase();
  const at = normalized.lastIndexOf("@");
  const local = at < 0 ? normalized : normalized.slice(0, at);
  // SMTP uses A-labels (RFC 5890 §2.3.2.1); accounts have the domain as people write it.
  const host = at < 0 ? domain : readable(normalized.slice(at + 1));

  const account =
    (await findAccountByAddress(reader, `${local}@${host}`)) ??
    (await findAccountByAddress(reader, `${local.replace(/\+.*$/s, "")}@${host}`));
  if (account) {
    const isElsewhere = (await isMirrored(reader, account.id)) || (await isRemote(reader, account.id));
    return isElsewhere ? { kind: "elsewhere" } : { kind: "local", accountId: account.id };
  }

  const remote = (await listJmapAccounts(reader)).map(({ accountId }) => accountId);
  const elsewhere = new Set([...(await listImapAccounts(reader)), ...remote]);
  const accounts = (await listAccounts(reader)).filter(({ id }) => !elsewhere.has(id));
  const isOurs = host === domain || accounts.some(({ email }) => email.toLowerCase().endsWith(`@${host}`));
  const [first] = accounts;
  if (isOurs && local === "postmaster" && first) return { kind: "local", accountId: first.id };
  return { kind: isOurs ? "unknown" : "elsewhere" };
}

/** A domain without "xn--", where it can be decoded. */
const readable = (host: string): string => (/(?:^|\.)xn--/.test(host) ? domainToUnicode(host) || host : host);

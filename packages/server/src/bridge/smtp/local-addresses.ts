/** Resolves addresses to local accounts. */
import { domainToUnicode } from "node:url";
import type { Id } from "@pismo/jmap";
import { firstAccountsByAddress, listAccounts } from "../../store/auth/accounts.ts";
import { listJmapAccounts } from "../../store/auth/jmap-accounts.ts";
import { listImapAccounts } from "../../store/mirror/imap-accounts.ts";
import type { Reader } from "../../store/db/store.ts";

export type Resolution =
  | { kind: "local"; accountId: Id }
  /** In one of our domains, without an account. */
  | { kind: "unknown" }
  | { kind: "elsewhere" };

/** One of resolveAddresses(). */
export async function resolveAddress(reader: Reader, domain: string, address: string): Promise<Resolution> {
  return (await resolveAddresses(reader, domain, [address])).get(address)!;
}

/**
 * Ignores case and tags ("you+tag@…"); postmaster (RFC 5321 §4.5.1) is the first account.
 * An account whose mail another server has is not local: its messages are delivered there.
 * @param domain the domain of local mailboxes; those of the accounts' addresses count as well
 * @returns by address; the number of statements does not grow with theirs
 */
export async function resolveAddresses(
  reader: Reader,
  domain: string,
  addresses: readonly string[],
): Promise<Map<string, Resolution>> {
  if (addresses.length === 0) return new Map();
  const wanted = addresses.map((address) => ({ address, ...partsOf(address, domain) }));
  const names = wanted.flatMap(({ local, host }) => [`${local}@${host}`, `${withoutTag(local)}@${host}`]);
  const found = await firstAccountsByAddress(reader, names);
  const remote = (await listJmapAccounts(reader)).map(({ accountId }) => accountId);
  const elsewhere = new Set([...(await listImapAccounts(reader)), ...remote]);
  const isKnown = ({ local, host }: Parts): boolean =>
    found.has(`${local}@${host}`) || found.has(`${withoutTag(local)}@${host}`);
  const accounts = wanted.every(isKnown) ? [] : (await listAccounts(reader)).filter(({ id }) => !elsewhere.has(id));

  const resolved = (parts: Parts): Resolution => {
    const { local, host } = parts;
    const account = found.get(`${local}@${host}`) ?? found.get(`${withoutTag(local)}@${host}`);
    if (account) return elsewhere.has(account.id) ? { kind: "elsewhere" } : { kind: "local", accountId: account.id };
    const isOurs = host === domain || accounts.some(({ email }) => email.toLowerCase().endsWith(`@${host}`));
    const [first] = accounts;
    if (isOurs && local === "postmaster" && first) return { kind: "local", accountId: first.id };
    return { kind: isOurs ? "unknown" : "elsewhere" };
  };
  return new Map(wanted.map(({ address, ...parts }) => [address, resolved(parts)]));
}

interface Parts {
  local: string;
  host: string;
}

function partsOf(address: string, domain: string): Parts {
  const normalized = address.normalize("NFC").toLowerCase();
  const at = normalized.lastIndexOf("@");
  const local = at < 0 ? normalized : normalized.slice(0, at);
  // SMTP uses A-labels (RFC 5890 §2.3.2.1); accounts have the domain as people write it.
  return { local, host: at < 0 ? domain : readable(normalized.slice(at + 1)) };
}

const withoutTag = (local: string): string => local.replace(/\+.*$/s, "");

/** A domain without "xn--", where it can be decoded. */
const readable = (host: string): string => (/(?:^|\.)xn--/.test(host) ? domainToUnicode(host) || host : host);

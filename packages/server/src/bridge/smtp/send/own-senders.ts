/** Which addresses a person may send from, where several people are served. */
import { domainToUnicode } from "node:url";
import type { Id } from "@pismo/jmap";
import { getAccount } from "../../../store/auth/accounts.ts";
import { imapHostOf } from "../../../store/mirror/imap-accounts.ts";
import { findLoginOf, findSimilarLogins } from "../../../store/auth/logins.ts";
import type { Reader } from "../../../store/db/store.ts";
import { addressOfLogin, type LoginRules } from "../../imap/connection/login-names.ts";
import type { SenderAliases } from "./sender-aliases.ts";

/**
 * Whether the account may send from `address`: the address of its login, also with a tag (name+tag@…), or an alias that
 * the administrator has assigned.
 */
export async function isOwnSender(
  reader: Reader,
  accountId: Id,
  address: string,
  rules: LoginRules,
  aliases: SenderAliases | undefined,
): Promise<boolean> {
  const sender = comparable(address);
  const login = await findLoginOf(reader, accountId);
  // An account from a personal server has no login, and owns its address.
  if (!login) return comparable((await getAccount(reader, accountId))?.email ?? "") === withoutTag(sender);
  const username = login.username.toLowerCase();
  for (const each of new Set([sender, withoutTag(sender)])) {
    if ((await aliases?.loginsOf(each))?.has(username)) return true;
  }
  // Who signs in by that address owns it; a derived address does not count then.
  const host = (await imapHostOf(reader, accountId)) ?? "";
  for (const each of new Set([sender, withoutTag(sender)])) {
    const owners = await findSimilarLogins(reader, [host], [each]);
    if (owners.length > 0) return owners.some((owner) => owner.accountId === accountId);
  }
  return comparable(addressOfLogin(login.username, rules)) === withoutTag(sender);
}

/** Ignores case; decodes a domain in A-labels (RFC 5890 §2.3.2.1). */
function comparable(address: string): string {
  const lower = address.normalize("NFC").toLowerCase();
  const at = lower.lastIndexOf("@") + 1;
  const host = lower.slice(at);
  return /(?:^|\.)xn--/.test(host) ? lower.slice(0, at) + (domainToUnicode(host) || host) : lower;
}

const withoutTag = (address: string): string => address.replace(/^([^+@]+)\+[^@]*(?=@)/, "$1");

/** Which addresses a person may send from, where several people are served. */
import type { Id } from "@pismo/jmap";
import { comparable } from "../../../mime/headers/comparable-address.ts";
import { getAccount } from "../../../store/auth/accounts.ts";
import { imapHostOf } from "../../../store/mirror/imap-accounts.ts";
import { findLoginOf, findSimilarLogins, type Login } from "../../../store/auth/logins.ts";
import type { Reader } from "../../../store/db/store.ts";
import { addressOfLogin, type LoginRules } from "../../imap/connection/login-names.ts";
import type { SenderAliases } from "./sender-aliases.ts";

/**
 * Those of `addresses` that the account may send from: the address of its login, also with a tag (name+tag@…), or an alias
 * that the administrator has assigned. The number of statements does not grow with theirs.
 */
export async function ownSenders(
  reader: Reader,
  accountId: Id,
  addresses: readonly string[],
  rules: LoginRules,
  aliases: SenderAliases | undefined,
): Promise<Set<string>> {
  const senders = addresses.map((address) => ({ address, forms: formsOf(address) }));
  const login = await findLoginOf(reader, accountId);
  const among = (isOwn: (forms: readonly string[]) => boolean): Set<string> =>
    new Set(senders.filter(({ forms }) => isOwn(forms)).map(({ address }) => address));
  // An account from a personal server has no login, and owns its address.
  if (!login) {
    const own = comparable((await getAccount(reader, accountId))?.email ?? "");
    return among((forms) => own === forms.at(-1));
  }
  const username = login.username.toLowerCase();
  const all = [...new Set(senders.flatMap(({ forms }) => forms))];
  const aliased = new Set<string>();
  for (const each of all) if ((await aliases?.loginsOf(each))?.has(username)) aliased.add(each);
  // Who signs in by that address owns it; a derived address does not count then.
  const host = (await imapHostOf(reader, accountId)) ?? "";
  const owners = new Map<string, Login[]>();
  for (const owner of await findSimilarLogins(reader, [host], all)) {
    const name = inLowerCase(owner.username);
    owners.set(name, [...(owners.get(name) ?? []), owner]);
  }
  const derived = comparable(addressOfLogin(login.username, rules));
  return among((forms) => {
    if (forms.some((each) => aliased.has(each))) return true;
    const known = forms.map((each) => owners.get(inLowerCase(each))).find((each) => each !== undefined);
    if (known) return known.some((owner) => owner.accountId === accountId);
    return derived === forms.at(-1);
  });
}

/** As it is, and without a tag. */
function formsOf(address: string): string[] {
  const sender = comparable(address);
  return [...new Set([sender, withoutTag(sender)])];
}

/** As the database compares names. */
const inLowerCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

const withoutTag = (address: string): string => address.replace(/^([^+@]+)\+[^@]*(?=@)/, "$1");

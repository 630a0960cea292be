/** The accounts that the creator of a push subscription may use, by its credential. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { getAccount, listAccounts } from "./accounts.ts";
import { browserCredential } from "./browser-sessions.ts";
import { credentialOf } from "./tokens.ts";

const ofBrowser = browserCredential("");
const ofToken = credentialOf("");

/** By credential; none where the token was revoked. All accounts are read only where one may use all. */
export async function accountsOfCredentials(
  reader: Reader,
  credentials: Iterable<string>,
): Promise<ReadonlyMap<string, Id[]>> {
  const found = new Map<string, Id[]>();
  let all: Id[] | undefined;
  for (const credential of new Set(credentials)) {
    const scope = await scopeOf(reader, credential);
    if (scope === "all") all ??= (await listAccounts(reader)).map(({ id }) => id);
    found.set(credential, scope === "all" ? all! : scope);
  }
  return found;
}

async function scopeOf(reader: Reader, credential: string): Promise<Id[] | "all"> {
  if (credential === browserCredential(null)) return "all";
  if (credential.startsWith(ofBrowser)) return existing(reader, credential.slice(ofBrowser.length));
  if (!credential.startsWith(ofToken)) return [];
  const key = keyOf("k", credential.slice(ofToken.length));
  const row = await reader.get<{ account_id: number | null }>("select account_id from token where id = ?", key);
  if (!row) return [];
  return row.account_id === null ? "all" : existing(reader, idOf("a", row.account_id));
}

const existing = async (reader: Reader, accountId: Id): Promise<Id[]> =>
  accountKey(accountId) > 0 && (await getAccount(reader, accountId)) ? [accountId] : [];

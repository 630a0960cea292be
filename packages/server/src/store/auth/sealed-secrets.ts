/** All that the vault has sealed in the database, for a restore: the key may be another one. */
import type { Id } from "@pismo/jmap";
import { idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { addressBookPurpose } from "../carddav/servers.ts";
import { passwordPurpose } from "../mirror/imap-accounts.ts";
import { grantPurpose } from "./oauth-grants.ts";
import { credentialPurpose } from "./upstream-logins.ts";
import type { Vault } from "./vault.ts";

interface SealedColumn {
  table: string;
  key: string;
  column: string;
  purposeOf(accountId: Id): string;
}

const sealedColumns: readonly SealedColumn[] = [
  { table: "imap_account", key: "account_id", column: "password", purposeOf: passwordPurpose },
  { table: "carddav_server", key: "account_id", column: "password", purposeOf: addressBookPurpose },
  { table: "oauth_grant", key: "account_id", column: "tokens", purposeOf: grantPurpose },
  { table: "oauth_revocation", key: "id", column: "tokens", purposeOf: grantPurpose },
  { table: "upstream_login", key: "account_id", column: "credential", purposeOf: credentialPurpose },
  { table: "browser_session", key: "id", column: "credential", purposeOf: credentialPurpose },
  { table: "browser_session", key: "id", column: "oauth_tokens", purposeOf: grantPurpose },
];

interface Sealed {
  from: SealedColumn;
  key: number;
  accountId: Id;
  sealed: string;
}

/** How many the vault does not open; without one, all. */
export async function countUnreadable(reader: Reader, vault: Vault | undefined): Promise<number> {
  const all = await readAll(reader);
  return all.filter((each) => vault?.open(each.sealed, each.from.purposeOf(each.accountId)) === undefined).length;
}

/** Seals all that one vault opens with another. @returns how many it does not open: they stay as they are */
export async function reseal(tx: Transactor, from: Vault, to: Vault): Promise<number> {
  let unreadable = 0;
  for (const { from: place, key, accountId, sealed } of await readAll(tx)) {
    const purpose = place.purposeOf(accountId);
    const secret = from.open(sealed, purpose);
    if (secret === undefined) unreadable++;
    else {
      const sql = `update ${place.table} set ${place.column} = ? where ${place.key} = ?`;
      await tx.run(sql, to.seal(secret, purpose), key);
    }
  }
  return unreadable;
}

async function readAll(reader: Reader): Promise<Sealed[]> {
  const all: Sealed[] = [];
  for (const from of sealedColumns) {
    const rows = await reader.all<{ key: number; account_id: number; sealed: string }>(
      `select ${from.key} as key, account_id, ${from.column} as sealed from ${from.table} where ${from.column} is not null`,
    );
    for (const { key, account_id, sealed } of rows) all.push({ from, key, accountId: idOf("a", account_id), sealed });
  }
  return all;
}

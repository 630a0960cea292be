/** Which mirrored accounts are in use: they have live connections, and the others are looked at in turn. */
import type { Id } from "@pismo/jmap";
import { browserCredential } from "../auth/browser-sessions.ts";
import { credentialOf } from "../auth/tokens.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { requestSyncPass } from "./imap-accounts.ts";

/** From the last sign of its person. */
export const IN_USE_MS = 30 * 60_000;

/** The person is here. An account that was not in use is looked at now. */
export async function noteUse(tx: Transactor, accountIds: readonly Id[], now: Date): Promise<void> {
  for (const accountId of accountIds) {
    const row = await tx.get<{ used_at: number }>(
      "select used_at from imap_account where account_id = ?",
      accountKey(accountId),
    );
    if (!row) continue;
    await tx.run("update imap_account set used_at = ? where account_id = ?", now.getTime(), accountKey(accountId));
    if (row.used_at < now.getTime() - IN_USE_MS) await requestSyncPass(tx, accountId);
  }
}

export interface MirrorDemand {
  /** The time of the last request of a sync pass; 0: never. */
  requestedAt: number;
  /** The person is here, is pushed to, or has made changes that wait for the server. */
  isInUse: boolean;
}

/** @param accountIds left out: all that are to be mirrored */
export async function mirrorDemands(
  reader: Reader,
  now: Date,
  accountIds?: readonly Id[],
): Promise<Map<Id, MirrorDemand>> {
  const rows = await reader.all<{ account_id: number; look_asked_at: number; is_in_use: number }>(
    `select i.account_id, i.look_asked_at, case when i.used_at > ?1
       or exists (select 1 from outbound_job j where j.account_id = i.account_id)
       or exists (select 1 from server_search s where s.account_id = i.account_id and s.state = 'asking') then 1 else 0 end as is_in_use
     from imap_account i join account a on a.id = i.account_id
     where a.is_disabled = 0 ${accountIds ? "and i.account_id in key_list(?2)" : ""} order by i.account_id`,
    now.getTime() - IN_USE_MS,
    ...(accountIds ? [JSON.stringify(keysOf("a", accountIds))] : []),
  );
  const isPushedTo = await pushedTo(reader, accountIds);
  return new Map(
    rows.map(({ account_id, look_asked_at, is_in_use }) => {
      const id = idOf("a", account_id);
      return [id, { requestedAt: look_asked_at, isInUse: is_in_use === 1 || isPushedTo(id) }];
    }),
  );
}

/** Whether a push subscription is told of an account's changes. @param accountIds the only ones to be asked about */
async function pushedTo(reader: Reader, accountIds?: readonly Id[]): Promise<(accountId: Id) => boolean> {
  const ofThose = `and (p.username in text_list(?2) or t.account_id in key_list(?3) or (t.id is not null and t.account_id is null))`;
  const rows = await reader.all<{ username: string; token_id: number | null; account_id: number | null }>(
    `select distinct p.username, t.id as token_id, t.account_id from push_subscription p
     left join token t on p.username = ${credentialSql}
     where p.is_verified = 1 and p.expires_at > ?1 ${accountIds ? ofThose : ""}`,
    Date.now(),
    ...(accountIds
      ? [JSON.stringify([null, ...accountIds].map(browserCredential)), JSON.stringify(keysOf("a", accountIds))]
      : []),
  );
  const names = new Set(rows.map(({ username }) => username));
  const ofTokens = new Set(rows.flatMap(({ account_id }) => (account_id === null ? [] : idOf("a", account_id))));
  const isForAll = rows.some(
    ({ username, token_id, account_id }) =>
      username === browserCredential(null) || (token_id !== null && account_id === null),
  );
  return (accountId) => isForAll || names.has(browserCredential(accountId)) || ofTokens.has(accountId);
}

/** Of a token's row, as `credentialOf` writes it. */
const credentialSql = `'${credentialOf("k")}' || t.id`;

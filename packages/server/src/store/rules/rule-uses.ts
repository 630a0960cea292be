/** Which rules have sorted which letters, and how often. */
import { type Id, type RuleUse, utcDateOf } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface SortedEmail {
  emailId: Id;
  /** By their names, in their order. */
  rules: readonly string[];
  /** The mail server has sorted it, by its script as it is known here: probably. */
  isDerived?: boolean;
}

/** Of an account: a script may make up names, and rules come and go. */
const MAX_USES = 500;

/** That they sorted these letters just now. */
export async function noteSortedEmails(tx: Transactor, accountId: Id, letters: readonly SortedEmail[]): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    "insert into sorted_email (account_id, email_id, rules, is_derived) values (?, ?, ?, ?)",
    letters.map(({ emailId, rules, isDerived = false }) => [
      account,
      keyOf("e", emailId),
      JSON.stringify(rules),
      Number(isDerived),
    ]),
  );
  const times = new Map<string, number>();
  for (const rule of letters.flatMap(({ rules }) => rules)) times.set(rule, (times.get(rule) ?? 0) + 1);
  await tx.runAll(
    `insert into rule_use (account_id, rule, times, last_at) values (?, ?, ?, ?)
     on conflict (account_id, rule) do update set times = rule_use.times + excluded.times, last_at = excluded.last_at`,
    [...times].map(([rule, count]) => [account, rule, count, Date.now()]),
  );
  // Those that were used longest ago.
  await tx.run(
    `delete from rule_use where account_id = ?1 and rule in (
       select rule from (
         select rule, row_number() over (order by last_at desc, rule) as place from rule_use where account_id = ?1
       ) used where place > ?2
     )`,
    account,
    MAX_USES,
  );
}

/** Of the letters those that rules have sorted. */
export async function getSortedEmails(
  reader: Reader,
  accountId: Id,
  emailIds: readonly Id[],
): Promise<{ emailId: Id; rules: string[]; isProbable?: true }[]> {
  const rows = await reader.all<{ email_id: number; rules: string; is_derived: number }>(
    "select email_id, rules, is_derived from sorted_email where account_id = ? and email_id in key_list(?) order by email_id",
    accountKey(accountId),
    JSON.stringify(keysOf("e", emailIds)),
  );
  return rows.map(({ email_id, rules, is_derived }) => ({
    emailId: idOf("e", email_id),
    rules: JSON.parse(rules) as string[],
    ...(is_derived === 1 && { isProbable: true as const }),
  }));
}

export async function getRuleUses(reader: Reader, accountId: Id): Promise<RuleUse[]> {
  const rows = await reader.all<{ rule: string; times: number; last_at: number }>(
    "select rule, times, last_at from rule_use where account_id = ? order by last_at desc, rule",
    accountKey(accountId),
  );
  return rows.map(({ rule, times, last_at }) => ({
    rule,
    times,
    lastAt: utcDateOf(last_at),
  }));
}

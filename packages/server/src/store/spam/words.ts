/** How many letters of each kind have a word. A word is its hash. */
import type { Id } from "@pismo/jmap";
import { accountKey, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface WordCount {
  spam: number;
  other: number;
}

/** Words kept of an account; a letter has at most some 1,300. */
export const MAX_WORDS = 50_000;
/** Forgotten at once: those of one letter alone first, and of these the oldest. */
const FORGOTTEN = 5000;

/** Of those that were learned. */
export const countsOf = (reader: Reader, accountId: Id, tokens: readonly number[]): Promise<WordCount[]> =>
  reader.all<WordCount & Record<string, number>>(
    "select spam, other from spam_word where account_id = ? and token in key_list(?)",
    accountKey(accountId),
    JSON.stringify(tokens),
  );

async function add(tx: Transactor, accountId: Id, tokens: readonly number[], isSpam: boolean, now: number) {
  const account = accountKey(accountId);
  const counts = [Number(isSpam), Number(!isSpam)];
  await tx.runAll(
    `insert into spam_word (account_id, token, spam, other, learned_at) values (?, ?, ?, ?, ?)
     on conflict (account_id, token) do update set spam = spam_word.spam + excluded.spam,
       other = spam_word.other + excluded.other, learned_at = excluded.learned_at`,
    tokens.map((token) => [account, token, ...counts, now]),
  );
  await tx.run("update spam_filter set spam = spam + ?, other = other + ? where account_id = ?", ...counts, account);
}

async function takeBack(tx: Transactor, accountId: Id, tokens: readonly number[], isSpam: boolean): Promise<void> {
  const account = accountKey(accountId);
  const counts = [Number(isSpam), Number(!isSpam)];
  const list = JSON.stringify(tokens);
  // What was forgotten is less than what was learned.
  await tx.run(
    `update spam_word set spam = greatest(0, spam - ?), other = greatest(0, other - ?)
     where account_id = ? and token in key_list(?)`,
    ...counts,
    account,
    list,
  );
  await tx.run(
    "delete from spam_word where account_id = ? and token in key_list(?) and spam + other = 0",
    account,
    list,
  );
  await tx.run(
    "update spam_filter set spam = greatest(0, spam - ?), other = greatest(0, other - ?) where account_id = ?",
    ...counts,
    account,
  );
}

async function forgetSome(tx: Transactor, accountId: Id, maxWords: number): Promise<void> {
  const account = accountKey(accountId);
  const row = await tx.get<{ n: number }>("select count(*) as n from spam_word where account_id = ?", account);
  if (row!.n <= maxWords) return;
  await tx.run(
    `delete from spam_word where account_id = ?1 and token in (
       select w.token from spam_word w where w.account_id = ?1
       order by case when w.spam + w.other > 1 then 1 else 0 end, w.learned_at, w.token limit ?2)`,
    account,
    Math.max(FORGOTTEN, row!.n - maxWords),
  );
}

export interface LearnedLetter {
  emailId: Id;
  tokens: readonly number[];
}

/** As the person says by now; what was learned from the letter before is taken back. */
export async function learnLetter(
  tx: Transactor,
  accountId: Id,
  { emailId, tokens }: LearnedLetter,
  now: number,
  maxWords = MAX_WORDS,
): Promise<void> {
  const key = [keyOf("e", emailId), accountKey(accountId)];
  const lesson = await tx.get<{ is_spam: number; learned: number }>(
    "select is_spam, learned from spam_lesson where email_id = ? and account_id = ?",
    ...key,
  );
  if (!lesson || lesson.learned === lesson.is_spam) return;
  if (lesson.learned >= 0) await takeBack(tx, accountId, tokens, lesson.learned === 1);
  await add(tx, accountId, tokens, lesson.is_spam === 1, now);
  await tx.run("update spam_lesson set learned = is_spam where email_id = ? and account_id = ?", ...key);
  await forgetSome(tx, accountId, maxWords);
}

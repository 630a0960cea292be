/** Failed sign-ins, by which guessing ends: counted for all processes together. */
import type { Reader, Transactor } from "../db/reader.ts";
import { hashOf } from "./secrets.ts";

export interface AttemptRule {
  /** Of the limit, one word. */
  name: string;
  /** Failures before one has to wait. */
  allowed: number;
  /** From the last failure until they expire. */
  windowMs: number;
}

/** One limit, and whom it counts: an address, a name or a browser. Stored as a hash. */
export interface Counter {
  rule: AttemptRule;
  key: string;
}

/** Seconds until the next attempt is allowed; 0: now. */
export async function secondsToWait(reader: Reader, counters: readonly Counter[], now: Date): Promise<number> {
  let seconds = 0;
  for (const { rule, key } of counters) {
    const row = await reader.get<{ expires_at: number }>(
      "select expires_at from sign_in_attempt where rule = ? and key_hash = ? and failures >= ? and expires_at > ?",
      rule.name,
      hashOf(key),
      rule.allowed,
      now.getTime(),
    );
    if (row) seconds = Math.max(seconds, Math.ceil((row.expires_at - now.getTime()) / 1000));
  }
  return seconds;
}

/** Counts an attempt as failed, unless one has to wait. Deletes expired ones. @returns seconds to wait first; 0: counted */
export async function beginAttempt(tx: Transactor, counters: readonly Counter[], now: Date): Promise<number> {
  const seconds = await secondsToWait(tx, counters, now);
  if (seconds > 0) return seconds;
  await tx.run("delete from sign_in_attempt where expires_at <= ?", now.getTime());
  await tx.runAll(
    `insert into sign_in_attempt (rule, key_hash, failures, expires_at) values (?, ?, 1, ?)
     on conflict (rule, key_hash) do update set
       failures = sign_in_attempt.failures + 1, expires_at = excluded.expires_at`,
    counters.map(({ rule, key }) => [rule.name, hashOf(key), now.getTime() + rule.windowMs]),
  );
  return 0;
}

/** Undoes the count of one attempt. */
export async function takeAttemptBack(tx: Transactor, counters: readonly Counter[]): Promise<void> {
  await tx.runAll(
    "update sign_in_attempt set failures = failures - 1 where rule = ? and key_hash = ? and failures > 0",
    counters.map(({ rule, key }) => [rule.name, hashOf(key)]),
  );
}

/** Clears the failures after a success. */
export async function clearAttempts(tx: Transactor, counters: readonly Counter[]): Promise<void> {
  await tx.runAll(
    "delete from sign_in_attempt where rule = ? and key_hash = ?",
    counters.map(({ rule, key }) => [rule.name, hashOf(key)]),
  );
}

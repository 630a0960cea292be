/** When a message that could not be relayed is tried again. */

const MINUTE_MS = 60_000;

export interface RetryPlan {
  /** Before the second, third, … attempt; the last one repeats. */
  pausesMs: readonly number[];
  /** Sum of pauses after which no further attempt follows. RFC 5321 §4.5.4.1 asks for days. */
  giveUpAfterMs: number;
}

export const defaultRetryPlan: RetryPlan = {
  pausesMs: [1, 3, 10, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS),
  giveUpAfterMs: 48 * 60 * MINUTE_MS,
};

/**
 * The time of the next attempt; undefined after the last one. Only pauses count: a machine that was switched off for a
 * week has not tried for a week.
 * @param attempts so far, at least 1
 * @param random from 0 to 1; spreads the retries of a queue
 */
export function nextAttempt(plan: RetryPlan, attempts: number, now: Date, random: number): Date | undefined {
  const pauseAfter = (attempt: number) => plan.pausesMs[Math.min(attempt, plan.pausesMs.length) - 1] ?? 0;
  let waited = 0;
  for (let attempt = 1; attempt <= attempts; attempt++) waited += pauseAfter(attempt);
  if (waited > plan.giveUpAfterMs) return undefined;
  return new Date(now.getTime() + pauseAfter(attempts) * (0.8 + 0.4 * random));
}

/** When a letter that could not be handed over is tried again. */

const minute = 60_000;

export interface RetryPlan {
  /** Milliseconds before the second, third, … attempt; the last one repeats. */
  pauses: readonly number[];
  /** Milliseconds of pauses after which it is enough. RFC 5321 §4.5.4.1 asks for days. */
  giveUpAfter: number;
}

export const defaultRetryPlan: RetryPlan = {
  pauses: [1, 3, 10, 30, 60, 120, 240].map((minutes) => minutes * minute),
  giveUpAfter: 48 * 60 * minute,
};

/**
 * The time of the next attempt, or undefined when it is time to give up. Only pauses count: a machine that was
 * switched off for a week has not tried for a week.
 * @param attempts how many there were, at least 1
 * @param random from 0 to 1; spreads a queue that failed at once
 */
export function nextAttempt(plan: RetryPlan, attempts: number, now: Date, random: number): Date | undefined {
  const pauseAfter = (attempt: number) => plan.pauses[Math.min(attempt, plan.pauses.length) - 1] ?? 0;
  let waited = 0;
  for (let attempt = 1; attempt <= attempts; attempt++) waited += pauseAfter(attempt);
  if (waited > plan.giveUpAfter) return undefined;
  return new Date(now.getTime() + pauseAfter(attempts) * (0.8 + 0.4 * random));
}

/** When a letter that could not be handed over is tried again. */

const minute = 60_000;

export interface RetryPlan {
  /** Milliseconds before the second, third, … attempt; the last one repeats. */
  pauses: readonly number[];
  /** Milliseconds from the first attempt to the last. RFC 5321 §4.5.4.1 asks for days. */
  giveUpAfter: number;
}

export const defaultRetryPlan: RetryPlan = {
  pauses: [1, 3, 10, 30, 60, 120, 240].map((minutes) => minutes * minute),
  giveUpAfter: 48 * 60 * minute,
};

/**
 * The time of the next attempt, or undefined when it is time to give up.
 * @param attempts how many there were, at least 1
 * @param random from 0 to 1; spreads a queue that failed at once
 */
export function nextAttempt(
  plan: RetryPlan,
  { attempts, firstAt, now }: { attempts: number; firstAt: Date; now: Date },
  random: number,
): Date | undefined {
  const pause = plan.pauses[Math.min(attempts, plan.pauses.length) - 1] ?? 0;
  const next = now.getTime() + pause * (0.8 + 0.4 * random);
  return next > firstAt.getTime() + plan.giveUpAfter ? undefined : new Date(next);
}

/** When a change is tried again that the server has refused for now. */
import { nextAttempt, type RetryPlan } from "../../smtp/send/retry.ts";
import { isInconclusive, type Refusal } from "../connection/errors.ts";

const SECOND_MS = 1000;

const plan: RetryPlan = {
  pausesMs: [0.5, 5, 30, 60, 300, 900, 3600].map((seconds) => seconds * SECOND_MS),
  // A change never expires: only the server's refusal rolls it back.
  giveUpAfterMs: Infinity,
};
/** A busy server has not judged the change: it follows soon after the server recovers. */
const busyPlan: RetryPlan = { ...plan, pausesMs: [0.5, 5, 30, 45].map((seconds) => seconds * SECOND_MS) };

/** @param attempts so far, at least 1 @param random from 0 to 1 */
export function retryAt(refusal: Refusal, attempts: number, now: Date, random = Math.random()): Date {
  const at = nextAttempt(isInconclusive(refusal) ? busyPlan : plan, attempts, now, random);
  return at ?? new Date(now.getTime() + 3600 * SECOND_MS);
}

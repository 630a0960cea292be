/** Sends what is held for other JMAP servers when its time has come. */
import { dueHeld, nextHeldAt } from "../../store/submission/held-queue.ts";
import { startDueByAccount } from "../due-by-account.ts";
import { goOnWith, type HeldParts } from "./send-held.ts";

/** @returns the function that ends it */
export function startHeldQueue(parts: HeldParts): () => Promise<void> {
  return startDueByAccount({
    store: parts.store,
    log: parts.log,
    failure: "Emails that are held for other JMAP servers could not be sent",
    retryMs: 500,
    pauseMs: 50,
    due: dueHeld,
    nextAt: nextHeldAt,
    async work(emails, signal) {
      for (const email of emails) if (!signal.aborted) await goOnWith(email, parts, signal);
    },
  });
}

/** A letter arrives in a conversation that is snoozed: it comes back at once. */
import type { Transactor } from "../store/db/store.ts";
import { wakeThreads } from "../store/snooze/wake-emails.ts";
import type { Arrival } from "./pass-muted.ts";

export async function wakeConversations(tx: Transactor, arrivals: readonly Arrival[]): Promise<void> {
  for (const accountId of new Set(arrivals.map((arrival) => arrival.accountId))) {
    const emails = arrivals.flatMap((arrival) => (arrival.accountId === accountId ? arrival.email : []));
    await wakeThreads(tx, accountId, emails);
  }
}

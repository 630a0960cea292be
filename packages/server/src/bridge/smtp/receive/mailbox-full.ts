/** Refuses messages for mailboxes that are full. */
import type { Id } from "@pismo/jmap";
import { getUsage } from "../../../store/people/limits.ts";
import type { Store } from "../../../store/db/store.ts";
import { SmtpRefusal } from "./reply.ts";

/**
 * Transient where the person may make room: the sender tries again for days.
 * @param octets 0: not known yet
 * @throws SmtpRefusal 452 4.2.2; 552 5.2.2 for a message that could never fit
 */
export async function assertMayTake(store: Store, accountIds: readonly Id[], octets: number): Promise<void> {
  for (const accountId of accountIds) {
    const { octets: used, maxOctets } = await store.read((reader) => getUsage(reader, accountId));
    if (maxOctets === null) continue;
    if (octets > maxOctets) throw new SmtpRefusal("552 5.2.2", "The letter is larger than the mailbox");
    if (used + Math.max(octets, 1) > maxOctets) throw new SmtpRefusal("452 4.2.2", "The mailbox is full");
  }
}

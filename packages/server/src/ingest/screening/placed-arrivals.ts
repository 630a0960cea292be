/** What comes from a mail server out of the folder where first-time senders wait: another program has put it there. */
import type { Transactor } from "../../store/db/store.ts";
import type { InsertedEmail, PreparedNewEmail } from "../../store/mail/insert-emails.ts";
import { notePlaced } from "../../store/screening/note-placed.ts";
import { getScreening } from "../../store/screening/screening.ts";

interface Arrivals {
  readonly emails: readonly Pick<PreparedNewEmail, "accountId" | "prepared" | "isFromServer">[];
}

/** @returns those that wait, by their index: these, and those that were put there now */
export async function withPlaced(
  tx: Transactor,
  results: readonly (InsertedEmail | Error)[],
  { emails }: Arrivals,
  waiting: ReadonlyMap<number, InsertedEmail>,
): Promise<ReadonlyMap<number, InsertedEmail>> {
  const all = new Map(waiting);
  const fetched = emails.filter(({ isFromServer }) => isFromServer);
  for (const accountId of new Set(fetched.map((email) => email.accountId))) {
    const screening = await getScreening(tx, accountId);
    if (!screening?.isOn) continue;
    const placed = emails.flatMap(({ accountId: own, prepared: { sender: address } }, index) => {
      const email = results[index]!;
      if (own !== accountId || address === undefined || email instanceof Error || waiting.has(index)) return [];
      return email.mailboxIds.includes(screening.mailboxId) ? [{ index, email, address }] : [];
    });
    await notePlaced(
      tx,
      accountId,
      placed.map(({ address, email }) => ({ emailId: email.id, address, receivedAt: email.receivedAt })),
    );
    for (const { index, email } of placed) all.set(index, email);
  }
  return all;
}

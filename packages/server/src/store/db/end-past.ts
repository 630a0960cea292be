/** What clients know of a mailbox that has been brought back, or repaired behind their backs. */
import { idOf } from "./ids.ts";
import type { Transactor } from "./reader.ts";

interface Counter {
  id: number;
  modseq: number;
}

/** The time in milliseconds is greater than any number in use. */
const shiftOf = ({ modseq }: Counter): number => Math.max(1, Date.now() - modseq);

/**
 * Ends the states that clients saw after the backup that was restored; those from before stay valid. Later numbers begin
 * beyond all that may have been given: to be called before any is taken.
 */
export async function endFuture(tx: Transactor): Promise<void> {
  for (const account of await counters(tx)) {
    const shift = shiftOf(account);
    const first = await tx.nextModSeq(idOf("a", account.id), shift);
    await tx.run(
      "insert into lost_states (account_id, after_modseq, before_modseq) values (?, ?, ?)",
      account.id,
      first - 1,
      first + shift,
    );
  }
}

/** Ends all states that clients have: rows have changed that no change log names. They fetch everything again. */
export async function endPast(tx: Transactor): Promise<void> {
  // Deferred: the transaction writes the numbers that it has already used at its end, and would overwrite these.
  tx.atEnd(async () => {
    for (const account of await counters(tx)) {
      const shift = shiftOf(account);
      await tx.run("update account set first_modseq = first_modseq + ?1 where id = ?2", shift, account.id);
      await tx.run(
        `update change set modseq = modseq + ?1, created_modseq = created_modseq + ?1, properties_modseq = properties_modseq + ?1
         where account_id = ?2`,
        shift,
        account.id,
      );
      await tx.nextModSeq(idOf("a", account.id), shift);
    }
  });
}

const counters = (tx: Transactor): Promise<Counter[]> => tx.all<Counter>("select id, modseq from account");

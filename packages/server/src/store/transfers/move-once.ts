/** A letter moves once: moved by two transfers at once it would be stored twice. */
import { type Id, SetFailure } from "@pismo/jmap";

interface Move {
  toAccountId: Id;
  emails: readonly { emailId: Id; toMailboxIds: readonly Id[] }[];
}

interface MovedEmail {
  transferId: Id;
  toAccountId: Id;
  emailId: Id;
  toMailboxIds: readonly Id[];
  state: string;
}

/**
 * What another transfer is moving already is left to it: one that is asked for once more, since its answer was lost, is itself
 * the answer.
 * @param known what other transfers move or have moved of these Emails
 * @throws SetFailure forbidden
 */
export async function moveOnce<T extends Move>(
  transfer: T,
  known: readonly MovedEmail[],
  insert: (transfer: T) => Promise<Id>,
): Promise<Id> {
  const { toAccountId, emails } = transfer;
  const open = known.filter(({ state }) => state !== "done");
  const places = new Map(emails.map(({ emailId, toMailboxIds }) => [emailId, JSON.stringify(toMailboxIds)]));
  const isSame = (each: MovedEmail): boolean =>
    each.toAccountId === toAccountId && JSON.stringify(each.toMailboxIds) === places.get(each.emailId);
  const candidates = new Set(open.filter(isSame).map(({ transferId }) => transferId));
  const same = [...candidates].find(
    (id) => known.filter((each) => each.transferId === id && isSame(each)).length === emails.length,
  );
  if (same !== undefined) return same;
  const underWay = new Set(open.map(({ emailId }) => emailId));
  const left = emails.filter(({ emailId }) => !underWay.has(emailId));
  if (left.length > 0) return insert({ ...transfer, emails: left });
  throw new SetFailure({ type: "forbidden", description: "They are on their way to another place" });
}

/** What arrives and looks like what the person marked as spam goes there, where they want that. */
import { type Id, LOOKS_LIKE_SPAM } from "@pismo/jmap";
import { MIN_LEARNED, scoreOf, SPAM_FROM } from "../../spam/score.ts";
import { tokensOf } from "../../spam/tokens.ts";
import type { Store, Transactor } from "../../store/db/store.ts";
import { updateEmails } from "../../store/mail/emails.ts";
import type { InsertedEmail, PreparedNewEmail } from "../../store/mail/insert-emails.ts";
import { mailboxRolesOf } from "../../store/mail/mailboxes.ts";
import { isKnownPerson } from "../../store/screening/known-senders.ts";
import { type FilterState, getFilterState } from "../../store/spam/spam-filter.ts";
import { countsOf } from "../../store/spam/words.ts";

interface Arrivals {
  readonly deliveries: readonly { envelope?: object; isForRules?: boolean; isMoved?: boolean }[];
  readonly emails: readonly Pick<PreparedNewEmail, "accountId" | "receivedAt" | "prepared">[];
}

/** Mail servers tell times in whole seconds (RFC 9051 §2.3.3). */
const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

type Judged = Pick<PreparedNewEmail, "receivedAt" | "prepared">;

/** Never what contacts write, and people to whom one wrote. */
async function looksLikeSpam(store: Store, accountId: Id, learned: FilterState, { receivedAt, prepared }: Judged) {
  if (receivedAt.getTime() < wholeSecond(learned.since)) return false;
  const tokens = tokensOf(prepared.terms);
  const words = await store.readOnce((reader) => countsOf(reader, accountId, tokens));
  if ((scoreOf(words, learned) ?? 0) < SPAM_FROM) return false;
  const { sender } = prepared;
  return sender === undefined || !(await isKnownPerson(store, accountId, sender));
}

/** Before the transaction, which would wait for it. @returns the indexes of the Emails in their batch */
export async function findSpam(store: Store, { deliveries, emails }: Arrivals): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const arrived = [...emails.entries()].filter(([index]) => {
    const { envelope, isForRules, isMoved } = deliveries[index]!;
    return (envelope !== undefined || isForRules === true) && isMoved !== true;
  });
  for (const accountId of new Set(arrived.map(([, email]) => email.accountId))) {
    const learned = await store.readOnce((reader) => getFilterState(reader, accountId));
    if (!learned?.isOn || Math.min(learned.spam, learned.other) < MIN_LEARNED) continue;
    for (const [index, email] of arrived) {
      if (email.accountId !== accountId) continue;
      // A search that fails leaves the letter in the inbox.
      if (await looksLikeSpam(store, accountId, learned, email).catch(() => false)) found.add(index);
    }
  }
  return found;
}

/**
 * In the transaction that has inserted and sorted them: what rules have put elsewhere, or also elsewhere, stays there.
 * @returns those that were moved, by their index, with where they lie now
 */
export async function moveSpam(
  tx: Transactor,
  results: readonly (InsertedEmail | Error)[],
  { emails }: Arrivals,
  found: ReadonlySet<number>,
): Promise<ReadonlyMap<number, InsertedEmail>> {
  const moved = new Map<number, InsertedEmail>();
  for (const accountId of new Set([...found].map((index) => emails[index]!.accountId))) {
    const { inbox, junk } = await mailboxRolesOf(tx, accountId);
    if (inbox === undefined || junk === undefined) continue;
    for (const index of found) {
      const email = results[index]!;
      if (email instanceof Error || emails[index]!.accountId !== accountId) continue;
      const isInInboxAlone = email.mailboxIds.length === 1 && email.mailboxIds[0] === inbox;
      if (!isInInboxAlone || email.keywords.includes("$notjunk")) continue;
      moved.set(index, { ...email, mailboxIds: [junk], keywords: [...email.keywords, LOOKS_LIKE_SPAM] });
    }
    const changes = [...moved].flatMap(([index, { id, mailboxIds, keywords }]) =>
      emails[index]!.accountId === accountId ? [{ id, mailboxIds, keywords }] : [],
    );
    const failure = (await updateEmails(tx, accountId, changes)).find((each) => each !== undefined);
    if (failure) throw failure;
  }
  return moved;
}

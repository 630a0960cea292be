/** What first-time senders write waits out of the inbox, where the person wants that. */
import { addressKey, type Id } from "@pismo/jmap";
import type { Store, Transactor } from "../../store/db/store.ts";
import { updateEmails } from "../../store/mail/emails.ts";
import type { InsertedEmail, PreparedNewEmail } from "../../store/mail/insert-emails.ts";
import { findMailboxByRole } from "../../store/mail/mailboxes.ts";
import { getAllPreferences } from "../../store/mail/preferences.ts";
import { threadsWithSent } from "../../store/screening/answers.ts";
import { isKnownSender } from "../../store/screening/known-senders.ts";
import { inState, letIn, noteScreened } from "../../store/screening/screened-senders.ts";
import { getScreening, type Screening, screenedMailbox } from "../../store/screening/screening.ts";

interface Arrivals {
  readonly deliveries: readonly { envelope?: object; isForRules?: boolean; isMoved?: boolean }[];
  readonly emails: readonly Pick<PreparedNewEmail, "accountId" | "receivedAt" | "prepared">[];
}

/** A letter of a first-time sender, as far as was known before it was inserted. */
interface Stranger {
  address: string;
  wasRefused: boolean;
  screening: Screening;
}

/** By the index of the Email in its batch. */
export type Strangers = ReadonlyMap<number, Stranger>;

/** Mail servers tell times in whole seconds (RFC 9051 §2.3.3). */
const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** A search that fails lets the letter into the inbox. */
const isStranger = async (...[store, ...asked]: Parameters<typeof isKnownSender>): Promise<boolean> =>
  !(await isKnownSender(store, ...asked).catch(() => true));

/** Before the transaction, which would wait for it. */
export async function findStrangers(store: Store, { deliveries, emails }: Arrivals): Promise<Strangers> {
  const strangers = new Map<number, Stranger>();
  const arrived = [...emails.entries()].filter(([index]) => {
    const { envelope, isForRules, isMoved } = deliveries[index]!;
    return (envelope !== undefined || isForRules === true) && isMoved !== true;
  });
  for (const accountId of new Set(arrived.map(([, email]) => email.accountId))) {
    const screening = await store.readOnce((reader) => getScreening(reader, accountId));
    if (!screening?.isOn) continue;
    const own = arrived.filter(([, email]) => email.accountId === accountId);
    const addresses = own.flatMap(([, { prepared }]) => prepared.sender ?? []);
    const refused = await store.readOnce((reader) => inState(reader, accountId, addresses, "refused"));
    const verdicts = new Map<string, boolean>();
    for (const [index, { receivedAt, prepared }] of own) {
      const { sender: address, list } = prepared;
      if (address === undefined || receivedAt.getTime() < wholeSecond(screening.since)) continue;
      const key = JSON.stringify([address, list?.key]);
      const verdict = verdicts.get(key) ?? (await isStranger(store, accountId, screening, { address, list }));
      verdicts.set(key, verdict);
      if (verdict) strangers.set(index, { address, wasRefused: refused.has(addressKey(address)), screening });
    }
  }
  return strangers;
}

interface Came extends Stranger {
  index: number;
  email: InsertedEmail;
}

async function screenIn(tx: Transactor, accountId: Id, came: readonly Came[]): Promise<readonly Came[]> {
  // It may have been turned off since they were looked at.
  const screening = await getScreening(tx, accountId);
  const { screensInto } = await getAllPreferences(tx, accountId);
  const inbox = await findMailboxByRole(tx, accountId, "inbox");
  if (!screening?.isOn || screensInto === null || !inbox) return [];
  const answers = await threadsWithSent(
    tx,
    accountId,
    came.map(({ email }) => email.threadId),
  );
  // The person may have let them in since then, too.
  const known = await letIn(
    tx,
    accountId,
    came.map(({ address }) => address),
  );
  const strangers = came.filter(
    ({ address, email }) =>
      email.mailboxIds.includes(inbox.id) && !answers.has(email.threadId) && !known.has(addressKey(address)),
  );
  if (strangers.length === 0) return [];
  const mailboxId = await screenedMailbox(tx, accountId, screening, screensInto);
  await noteScreened(
    tx,
    accountId,
    strangers.map(({ address, wasRefused, email }) => ({
      emailId: email.id,
      address,
      wasRefused,
      receivedAt: email.receivedAt,
    })),
  );
  const moved = strangers.map(({ email, ...rest }) => ({
    ...rest,
    email: { ...email, mailboxIds: [...email.mailboxIds.filter((id) => id !== inbox.id), mailboxId] },
  }));
  const changes = moved.map(({ email: { id, mailboxIds } }) => ({ id, mailboxIds }));
  const failure = (await updateEmails(tx, accountId, changes)).find((each) => each !== undefined);
  if (failure) throw failure;
  return moved;
}

/**
 * In the transaction that has inserted and sorted them: what rules have put elsewhere stays there. Of an account at a mail
 * server the change goes out as one of the person's would.
 * @returns those that wait, by their index, with where they lie now
 */
export async function screenArrivals(
  tx: Transactor,
  results: readonly (InsertedEmail | Error)[],
  { emails }: Arrivals,
  strangers: Strangers,
): Promise<ReadonlyMap<number, InsertedEmail>> {
  const waiting = new Map<number, InsertedEmail>();
  const came = [...strangers].flatMap(([index, stranger]): (Came & { accountId: Id })[] => {
    const email = results[index]!;
    return email instanceof Error ? [] : [{ ...stranger, index, email, accountId: emails[index]!.accountId }];
  });
  for (const accountId of new Set(came.map((each) => each.accountId))) {
    const own = came.filter((each) => each.accountId === accountId);
    for (const { index, email } of await screenIn(tx, accountId, own)) waiting.set(index, email);
  }
  return waiting;
}

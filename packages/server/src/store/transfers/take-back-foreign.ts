/** Takes a transfer back of which an account lies at another server, however far it is. */
import { type Id, SetFailure } from "@pismo/jmap";
import { isRemote } from "../auth/jmap-accounts.ts";
import type { Transactor } from "../db/reader.ts";
import { destroyEmails } from "../mail/emails.ts";
import { findMailboxByRole, getMailboxes } from "../mail/mailboxes.ts";
import { passOnCopies } from "./foreign-copies.ts";
import { removeForeign, takeBackLater } from "./foreign-progress.ts";
import { emailsOfForeign, type ForeignEmail, insertForeignTransfer } from "./foreign-transfers.ts";

const hasLeft = ({ state, keepsOriginals }: ForeignEmail): boolean => state === "done" && !keepsOriginals;
const isLeaving = ({ state }: ForeignEmail): boolean => state === "leaving";

/** What the other account had before is no copy. */
const mayHaveCopy = ({ state, copyId, wasThere }: ForeignEmail): boolean =>
  !wasThere && (copyId !== null || state === "placing");

/**
 * Copies go. What has left the account comes back by a transfer the other way, into the mailboxes that it was in; what is
 * just leaving it does so when it has left.
 * @throws SetFailure notFound
 */
export async function takeBackForeign(tx: Transactor, accountIds: readonly Id[], transferId: Id): Promise<void> {
  const emails = await emailsOfForeign(tx, accountIds, transferId);
  const [first] = emails;
  if (!first) throw new SetFailure({ type: "notFound" });
  await takeBackLater(tx, "recalled", emails.filter(isLeaving));
  await withdraw(
    tx,
    emails.filter((each) => !isLeaving(each) && !hasLeft(each)),
  );
  await bringBack(tx, emails.filter(hasLeft));
}

/** They are in the first account: what the second may have of them goes. */
export async function withdraw(tx: Transactor, emails: readonly ForeignEmail[]): Promise<void> {
  const [first] = emails;
  if (!first) return;
  const { toAccountId } = first;
  if (await isRemote(tx, toAccountId)) {
    await takeBackLater(tx, "withdrawn", emails.filter(mayHaveCopy));
    await removeForeign(
      tx,
      emails.filter((each) => !mayHaveCopy(each)),
    );
    return;
  }
  const copies = emails.filter(mayHaveCopy).flatMap(({ copyId }) => copyId ?? []);
  await destroyEmails(tx, toAccountId, copies);
  await removeForeign(tx, emails);
}

/**
 * What the other account had before stays there, and so does what another transfer came to. That may be the copy of another
 * one of them, which had the same bytes: so it is copied back before that one goes.
 */
export async function bringBack(tx: Transactor, emails: readonly ForeignEmail[]): Promise<void> {
  const [first] = emails;
  if (!first) return;
  const { accountId, toAccountId } = first;
  await removeForeign(tx, emails);
  const made = emails.flatMap(({ copyId, wasThere }) => (wasThere ? [] : copyId!));
  const needed = await passOnCopies(tx, toAccountId, made);
  const stays = ({ copyId, wasThere }: ForeignEmail): boolean => wasThere || needed.has(copyId!);
  const targets = await targetsIn(tx, accountId);
  const given = ({ copyId, fromMailboxIds, toMailboxIds }: ForeignEmail) => ({
    emailId: copyId!,
    fromMailboxIds: toMailboxIds,
    toMailboxIds: targets(fromMailboxIds),
  });
  const back = (turn: readonly ForeignEmail[], keepsOriginals: boolean): Promise<Id> =>
    insertForeignTransfer(tx, {
      accountId: toAccountId,
      toAccountId: accountId,
      keepsOriginals,
      emails: turn.map(given),
    });
  for (const turn of turnsOf(emails.filter(stays))) await back(turn, true);
  for (const turn of turnsOf(emails.filter((each) => !stays(each)))) await back(turn, false);
}

/** No two of a turn have the same copy. */
function turnsOf(emails: readonly ForeignEmail[]): ForeignEmail[][] {
  const turns: ForeignEmail[][] = [];
  const before = new Map<Id, number>();
  for (const email of emails) {
    const turn = before.get(email.copyId!) ?? 0;
    before.set(email.copyId!, turn + 1);
    (turns[turn] ??= []).push(email);
  }
  return turns;
}

/** Mailboxes here that are no more give way to the inbox; of those elsewhere their server says so itself. */
async function targetsIn(tx: Transactor, accountId: Id): Promise<(ids: readonly Id[]) => readonly Id[]> {
  if (await isRemote(tx, accountId)) return (ids) => ids;
  const mailboxes = new Set((await getMailboxes(tx, accountId)).map(({ id }) => id));
  const inbox = (await findMailboxByRole(tx, accountId, "inbox"))!.id;
  return (ids) => {
    const left = ids.filter((id) => mailboxes.has(id));
    return left.length > 0 ? left : [inbox];
  };
}

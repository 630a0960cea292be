/** Takes a transfer back of which an account lies at another server, however far it is. */
import { type Id, SetFailure } from "@pismo/jmap";
import { isRemote } from "../auth/jmap-accounts.ts";
import type { Transactor } from "../db/reader.ts";
import { destroyEmails } from "../mail/emails.ts";
import { findMailboxByRole, getMailboxes } from "../mail/mailboxes.ts";
import {
  emailsOfForeign,
  type ForeignEmail,
  insertForeignTransfer,
  removeForeign,
  withdrawForeign,
} from "./foreign-transfers.ts";

const hasLeft = ({ state, keepsOriginals }: ForeignEmail): boolean => state === "done" && !keepsOriginals;

/**
 * Copies go. What has left the account comes back by a transfer the other way, into the mailboxes that it was in.
 * @throws SetFailure notFound
 */
export async function takeBackForeign(tx: Transactor, accountIds: readonly Id[], transferId: Id): Promise<void> {
  const emails = await emailsOfForeign(tx, accountIds, transferId);
  const [first] = emails;
  if (!first) throw new SetFailure({ type: "notFound" });
  const isThere = await isRemote(tx, first.toAccountId);
  for (const email of emails) if (!hasLeft(email)) await withdraw(tx, email, isThere);
  const away = emails.filter(hasLeft);
  for (const wasThere of [false, true])
    await bringBack(
      tx,
      away.filter((each) => each.wasThere === wasThere),
    );
  for (const email of away) await removeForeign(tx, email);
}

async function withdraw(tx: Transactor, email: ForeignEmail, isThere: boolean): Promise<void> {
  const { state, copyId, toAccountId, wasThere } = email;
  const mayBeThere = state !== "waiting" && state !== "failed" && !wasThere;
  if (isThere && mayBeThere) return withdrawForeign(tx, email);
  if (!isThere && mayBeThere && copyId !== null) await destroyEmails(tx, toAccountId, [copyId]);
  return removeForeign(tx, email);
}

/** What the other account had before stays there. */
async function bringBack(tx: Transactor, emails: readonly ForeignEmail[]): Promise<void> {
  const [first] = emails;
  if (!first) return;
  const { accountId, toAccountId, wasThere } = first;
  const targets = await targetsIn(tx, accountId);
  await insertForeignTransfer(tx, {
    accountId: toAccountId,
    toAccountId: accountId,
    keepsOriginals: wasThere,
    emails: emails.map(({ copyId, fromMailboxIds, toMailboxIds }) => ({
      emailId: copyId!,
      fromMailboxIds: toMailboxIds,
      toMailboxIds: targets(fromMailboxIds),
    })),
  });
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

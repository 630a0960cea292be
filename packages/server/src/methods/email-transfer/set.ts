import {
  EMAIL_TRANSFERS,
  type EmailTransferSetArgs,
  type Id,
  MAX_TRANSFERRED,
  type NewEmailTransfer,
  SetFailure,
} from "@pismo/jmap";
import type { Transactor } from "../../store/db/store.ts";
import { assertMailboxes, knownMailboxes } from "../../store/mail/email-mailboxes.ts";
import { type EmailMembership, getMemberships } from "../../store/mail/email-memberships.ts";
import { insertTransfer, movesOf, type NewTransfer } from "../../store/transfers/email-transfers.ts";
import { moveOnce } from "../../store/transfers/move-once.ts";
import { takeBack } from "../../store/transfers/take-back.ts";
import { boolean, checkArguments, id, list, mapOf, maybe, object, type Shape } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { EmailRights } from "../email/rights.ts";
import { orNull, Outcomes } from "../standard/outcomes.ts";
import { assertSetSize, checkedRecord } from "../standard/set.ts";

const shape: Shape<EmailTransferSetArgs> = {
  accountId: id,
  create: maybe(mapOf(id, object)),
  destroy: maybe(list(id)),
};
const settable = { toAccountId: id, mailboxId: id, emailIds: list(id), keepsOriginals: boolean };
const required = ["toAccountId", "mailboxId", "emailIds", "keepsOriginals"] as const;

export const invalid = (description: string, ...properties: string[]): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties, description });

/** With the ids that creation ids stand for. @throws SetFailure invalidProperties */
export function givenTransfer(given: Record<string, unknown>, { createdIds }: Call): NewEmailTransfer {
  const record = checkedRecord<NewEmailTransfer, (typeof required)[number]>(given, settable, [...required]);
  const emailIds = [...new Set(record.emailIds.map((each) => createdIds.resolve(each)))];
  if (emailIds.length === 0 || emailIds.length > MAX_TRANSFERRED)
    throw invalid(`A transfer has 1 to ${MAX_TRANSFERRED} Emails`, "emailIds");
  return { ...record, emailIds, mailboxId: createdIds.resolve(record.mailboxId) };
}

/** @throws SetFailure invalidProperties, forbidden */
export async function assertTarget(tx: Transactor, accountId: Id, mailboxId: Id): Promise<void> {
  try {
    assertMailboxes([mailboxId], await knownMailboxes(tx, accountId, [mailboxId]));
  } catch (error) {
    throw error instanceof SetFailure ? invalid("No such mailbox", "mailboxId") : error;
  }
  await new EmailRights(tx, accountId).assertMayAdd([mailboxId]);
}

/** @param mailboxIds of each Email @throws SetFailure forbidden */
export async function assertMayLeave(tx: Transactor, accountId: Id, mailboxIds: readonly Id[][]): Promise<void> {
  const rights = new EmailRights(tx, accountId);
  for (const each of mailboxIds) await rights.assertMayDestroy(each);
}

/** @throws SetFailure invalidProperties, forbidden, notFound */
async function create(tx: Transactor, accountId: Id, given: Record<string, unknown>, call: Call): Promise<{ id: Id }> {
  const { toAccountId, mailboxId, keepsOriginals, emailIds } = givenTransfer(given, call);
  if (toAccountId === accountId) throw invalid("It is the same account: use Email/set", "toAccountId");
  if (!call.context.access.accountIds.includes(toAccountId)) throw invalid("No such account", "toAccountId");
  await assertTarget(tx, toAccountId, mailboxId);
  const known = await getMemberships(tx, accountId, emailIds);
  const found = emailIds.flatMap((emailId): (readonly [Id, EmailMembership])[] => {
    const membership = known.get(emailId);
    return membership ? [[emailId, membership]] : [];
  });
  if (found.length === 0) throw new SetFailure({ type: "notFound" });
  if (!keepsOriginals) {
    const all = found.map(([, { mailboxIds }]) => mailboxIds);
    await assertMayLeave(tx, accountId, all);
  }
  const emails = found.map(([emailId, { mailboxIds }]) => ({
    emailId,
    fromMailboxIds: mailboxIds,
    toMailboxIds: [mailboxId],
  }));
  const transfer = { accountId, toAccountId, keepsOriginals, emails };
  const insert = (left: NewTransfer): Promise<Id> => insertTransfer(tx, left);
  if (keepsOriginals) return { id: await insert(transfer) };
  return { id: await moveOnce(transfer, await movesOf(tx, transfer), insert) };
}

/** EmailTransfer/set: an extension of ours, see EMAIL_TRANSFERS. */
export const set: Method<"EmailTransfer/set"> = {
  capability: EMAIL_TRANSFERS,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId } = args;
    assertSetSize({ create: args.create ?? {}, destroy: args.destroy ?? [] }, call);
    return call.context.store.write(async (tx) => {
      const created = new Outcomes<{ id: Id }>();
      const destroyed = new Outcomes<true>();
      for (const [creationId, given] of Object.entries(args.create ?? {})) {
        await created.attempt(creationId, () => tx.savepoint(() => create(tx, accountId, { ...given }, call)));
      }
      for (const transferId of args.destroy ?? []) {
        await destroyed.attempt(transferId, async () => {
          await tx.savepoint(() => takeBack(tx, accountId, transferId));
          return true;
        });
      }
      return {
        accountId,
        created: created.done,
        notCreated: created.failed,
        destroyed: orNull(destroyed.keys),
        notDestroyed: destroyed.failed,
      };
    });
  },
};

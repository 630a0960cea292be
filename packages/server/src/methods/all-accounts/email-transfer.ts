/**
 * EmailTransfer/get and /set of the merged account: transfers of which an account lies at another JMAP server, since only
 * here both are known. Those between accounts of ours are made in the first of the two.
 */
import {
  type EmailTransferGetArgs,
  type EmailTransferGetResult,
  type EmailTransferSetArgs,
  type EmailTransferSetResult,
  type Id,
  idOfMember,
  memberOf,
  SetFailure,
} from "@pismo/jmap";
import type { Transactor } from "../../store/db/store.ts";
import { getMemberships } from "../../store/mail/email-memberships.ts";
import {
  getForeignTransfers,
  insertForeignTransfer,
  foreignMovesOf,
  type NewForeignTransfer,
} from "../../store/transfers/foreign-transfers.ts";
import { moveOnce } from "../../store/transfers/move-once.ts";
import { takeBackForeign } from "../../store/transfers/take-back-foreign.ts";
import { assertMayLeave, assertTarget, givenTransfer, invalid } from "../email-transfer/set.ts";
import { orNull, Outcomes } from "../standard/outcomes.ts";
import { assertSetSize } from "../standard/set.ts";
import type { MergedCall } from "./members.ts";

export async function getTransfersOfAll(
  { accountId, ids }: EmailTransferGetArgs,
  { memberIds, context }: MergedCall,
): Promise<EmailTransferGetResult> {
  const found = await context.store.read((reader) => getForeignTransfers(reader, memberIds, ids));
  const known = new Set(found.map((each) => each.id));
  const list = found.map(({ accountId: from, failed, ...transfer }) => ({
    ...transfer,
    failed: Object.fromEntries(Object.entries(failed).map(([id, type]) => [idOfMember(from, id), type])),
  }));
  return { accountId, list, notFound: ids.filter((each) => !known.has(each)) };
}

export async function setTransfersOfAll(args: EmailTransferSetArgs, call: MergedCall): Promise<EmailTransferSetResult> {
  assertSetSize({ create: args.create ?? {}, destroy: args.destroy ?? [] }, call);
  const { store } = call.context;
  const created = new Outcomes<{ id: Id }>();
  const destroyed = new Outcomes<true>();
  for (const [creationId, given] of Object.entries(args.create ?? {})) {
    await created.attempt(creationId, () => create({ ...given }, call));
  }
  for (const transferId of args.destroy ?? []) {
    await destroyed.attempt(transferId, async () => {
      await store.write((tx) => takeBackForeign(tx, call.memberIds, transferId));
      return true;
    });
  }
  return {
    accountId: args.accountId,
    created: created.done,
    notCreated: created.failed,
    destroyed: orNull(destroyed.keys),
    notDestroyed: destroyed.failed,
  };
}

type TransferredEmails = NewForeignTransfer["emails"];

/** @throws SetFailure invalidProperties, forbidden, notFound */
async function create(given: Record<string, unknown>, call: MergedCall): Promise<{ id: Id }> {
  const { toAccountId, mailboxId, keepsOriginals, emailIds } = givenTransfer(given, call);
  const { memberIds, localIds, context } = call;
  if (!memberIds.includes(toAccountId)) throw invalid("No such account", "toAccountId");
  const named = emailIds.map((id) => memberOf(id));
  const accountId = named[0]?.accountId;
  if (accountId === undefined || named.some((each) => each?.accountId !== accountId))
    throw invalid("A transfer has the Emails of one account", "emailIds");
  if (!memberIds.includes(accountId) || accountId === toAccountId)
    throw invalid("They go from one account into another", "emailIds", "toAccountId");
  const [isHere, goesHere] = [localIds.includes(accountId), localIds.includes(toAccountId)];
  if (isHere && goesHere) throw invalid("Between these two it is made in the first", "toAccountId");
  const ids = named.flatMap((each) => (each ? [each.id] : []));
  return context.store.write(async (tx) => {
    if (goesHere) await assertTarget(tx, toAccountId, mailboxId);
    const known = isHere ? await idsHere(tx, accountId, ids, keepsOriginals) : ids;
    // Where they are is read with each: its server may be away.
    const emails: TransferredEmails = known.map((emailId) => ({
      emailId,
      fromMailboxIds: [],
      toMailboxIds: [mailboxId],
    }));
    const transfer = { accountId, toAccountId, keepsOriginals, emails };
    const insert = (left: NewForeignTransfer): Promise<Id> => insertForeignTransfer(tx, left);
    if (keepsOriginals) return { id: await insert(transfer) };
    return { id: await moveOnce(transfer, await foreignMovesOf(tx, transfer), insert) };
  });
}

/** @throws SetFailure forbidden, notFound */
async function idsHere(tx: Transactor, accountId: Id, ids: Id[], keepsOriginals: boolean): Promise<Id[]> {
  const found = await getMemberships(tx, accountId, ids);
  if (found.size === 0) throw new SetFailure({ type: "notFound" });
  if (!keepsOriginals) {
    const all = [...found.values()].map(({ mailboxIds }) => mailboxIds);
    await assertMayLeave(tx, accountId, all);
  }
  return [...found.keys()];
}

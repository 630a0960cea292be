/**
 * EmailTransfer/get and /set of the merged account: transfers of which an account lies at another JMAP server, since only
 * here both are known. Those between accounts of ours are made in the first of the two.
 */
import {
  type Email,
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
  type NewForeignTransfer,
} from "../../store/transfers/foreign-transfers.ts";
import { takeBackForeign } from "../../store/transfers/take-back-foreign.ts";
import { assertMayLeave, assertTarget, givenTransfer, invalid } from "../email-transfer/set.ts";
import { orNull, Outcomes } from "../standard/outcomes.ts";
import { assertSetSize } from "../standard/set.ts";
import type { MergedCall } from "./members.ts";
import { remoteMember, unlessAway } from "./remote/ask.ts";
import { getRemotely } from "./remote/get.ts";

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

/** @throws SetFailure invalidProperties, forbidden, notFound, serverUnavailable */
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
  const there = isHere ? undefined : await mailboxesThere(accountId, ids, call);
  return context.store.write(async (tx) => {
    if (goesHere) await assertTarget(tx, toAccountId, mailboxId);
    const found = there ?? (await mailboxesHere(tx, accountId, ids, keepsOriginals));
    if (found.size === 0) throw new SetFailure({ type: "notFound" });
    const emails: TransferredEmails = [...found].map(([emailId, fromMailboxIds]) => ({
      emailId,
      fromMailboxIds,
      toMailboxIds: [mailboxId],
    }));
    return { id: await insertForeignTransfer(tx, { accountId, toAccountId, keepsOriginals, emails }) };
  });
}

type Mailboxes = ReadonlyMap<Id, readonly Id[]>;

/** @throws SetFailure forbidden */
async function mailboxesHere(tx: Transactor, accountId: Id, ids: Id[], keepsOriginals: boolean): Promise<Mailboxes> {
  const found = new Map([...(await getMemberships(tx, accountId, ids))].map(([id, each]) => [id, each.mailboxIds]));
  if (!keepsOriginals) await assertMayLeave(tx, accountId, [...found.values()]);
  return found;
}

/** @throws SetFailure serverUnavailable */
async function mailboxesThere(accountId: Id, ids: Id[], call: MergedCall): Promise<Mailboxes> {
  const found = await unlessAway(async () => {
    const member = await remoteMember(accountId, call);
    return member && getRemotely("Email/get")(member, { accountId, ids, properties: ["mailboxIds"] });
  });
  if (!found) {
    throw new SetFailure({ type: "serverUnavailable", description: "The account's server does not answer" });
  }
  return new Map((found.list as Email[]).map(({ id, mailboxIds }) => [id, Object.keys(mailboxIds)]));
}

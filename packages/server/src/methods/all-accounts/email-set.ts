/** Email/set of the merged account: each member changes its own Emails. Nothing is created here. */
import {
  type Email,
  type Id,
  idOfMember,
  memberOf,
  MethodError,
  type PatchObject,
  type SetArgs,
  type SetError,
  SetFailure,
  type SetResult,
} from "@pismo/jmap";
import { set as emailSet } from "../email/set.ts";
import { valueOf } from "../raw-json.ts";
import { SetOutcomes } from "../standard/outcomes.ts";
import { assertSetSize, invalidProperties } from "../standard/set.ts";
import { mailboxIdsOfMember } from "./email-objects.ts";
import { MergedMailboxes } from "./mailboxes.ts";
import { joinStates, type MergedCall, statesOfMembers } from "./members.ts";
import { setThere } from "./remote/set.ts";

type Outcomes = SetOutcomes<Partial<Email>, Partial<Email> | null>;

interface Own {
  update: Record<Id, PatchObject>;
  destroy: Id[];
}

export async function setEmailsOfAll(args: SetArgs<Email>, call: MergedCall): Promise<SetResult<Email>> {
  assertSetSize(args, call);
  const before = await statesOfMembers("Email", call);
  const mailboxes = await MergedMailboxes.ofCall(call);
  const oldState = joinStates([...before]);
  if (args.ifInState != null && args.ifInState !== oldState) throw new MethodError("stateMismatch");
  const outcomes: Outcomes = new SetOutcomes();
  for (const creationId of Object.keys(args.create ?? {})) {
    const description = "An Email is written in one of the accounts";
    outcomes.created.note(creationId, new SetFailure({ type: "forbidden", description }));
  }
  // A member that is not asked keeps its state: what happens there is still to be told.
  const after = new Map(before);
  const old = new Map(before);
  const note = (accountId: Id, result: SetResult<Email>): void => {
    noteOutcomes(accountId, result, mailboxes, outcomes);
    old.set(accountId, result.oldState ?? before.get(accountId)!);
    after.set(accountId, result.newState);
  };
  const setIn = async ([accountId, own]: [Id, Own]): Promise<void> => {
    if (call.localIds.includes(accountId)) note(accountId, valueOf(await emailSet.run({ accountId, ...own }, call)));
    else await setThere(accountId, own, before.get(accountId)!, call).then((result) => note(accountId, result));
  };
  // A member after the other here; other servers beside them.
  const [local, elsewhere] = partition([...split(args, call, mailboxes, outcomes)], call);
  const setting = Promise.all(elsewhere.map(setIn));
  for (const each of local) await setIn(each);
  await setting;
  return {
    accountId: args.accountId,
    oldState: joinStates([...old]),
    newState: joinStates([...after]),
    ...outcomes.result,
  };
}

const partition = (all: [Id, Own][], { localIds }: MergedCall) =>
  [all.filter(([id]) => localIds.includes(id)), all.filter(([id]) => !localIds.includes(id))] as const;

function split(args: SetArgs<Email>, call: MergedCall, mailboxes: MergedMailboxes, outcomes: Outcomes): Map<Id, Own> {
  const all = new Map<Id, Own>();
  const ownOf = (id: Id): { accountId: Id; id: Id; own: Own } | undefined => {
    const member = memberOf(id);
    if (!member || !call.memberIds.includes(member.accountId)) return undefined;
    let own = all.get(member.accountId);
    if (!own) all.set(member.accountId, (own = { update: {}, destroy: [] }));
    return { ...member, own };
  };
  const notFound = new SetFailure({ type: "notFound" });
  for (const [id, patch] of Object.entries(args.update ?? {})) {
    const member = ownOf(id);
    const translated = member ? patchOfMember(member.accountId, patch, mailboxes) : notFound;
    if (translated instanceof SetFailure) outcomes.updated.note(id, translated);
    else member!.own.update[member!.id] = translated;
  }
  for (const id of args.destroy ?? []) {
    const member = ownOf(id);
    if (member) member.own.destroy.push(member.id);
    else outcomes.destroyed.note(id, notFound);
  }
  return all;
}

const pathOf = "mailboxIds/";

function patchOfMember(accountId: Id, patch: PatchObject, mailboxes: MergedMailboxes): PatchObject | SetFailure {
  const translated: PatchObject = {};
  for (const [path, value] of Object.entries(patch)) {
    if (path.startsWith(pathOf)) {
      const id = mailboxes.ownOf(accountId, path.slice(pathOf.length));
      if (id !== undefined) translated[pathOf + id] = value;
      // Out of a mailbox that the account does not have: there is nothing to do.
      else if (value !== null) return noMailbox;
    } else if (path === "mailboxIds" && typeof value === "object" && value !== null) {
      const ids = Object.entries(value).map(([name, isIn]) => [mailboxes.ownOf(accountId, name), isIn] as const);
      if (ids.some(([id]) => id === undefined)) return noMailbox;
      translated[path] = Object.fromEntries(ids);
    } else translated[path] = value;
  }
  return translated;
}

const noMailbox = invalidProperties(["mailboxIds"], "The Email's account has no such mailbox");

const failuresIn = (failed: Record<Id, SetError> | null | undefined): [Id, SetError][] => Object.entries(failed ?? {});

function noteOutcomes(
  accountId: Id,
  { updated, destroyed, notUpdated, notDestroyed }: SetResult<Email>,
  mailboxes: MergedMailboxes,
  outcomes: Outcomes,
): void {
  const nameOf = (id: Id): Id => idOfMember(accountId, id);
  for (const [id, changed] of Object.entries(updated ?? {})) {
    const { mailboxIds } = changed ?? {};
    const ids = mailboxIds && { mailboxIds: mailboxIdsOfMember(accountId, mailboxIds, mailboxes) };
    outcomes.updated.note(nameOf(id), changed && { ...changed, ...ids });
  }
  for (const id of destroyed ?? []) outcomes.destroyed.note(nameOf(id), true);
  for (const [id, error] of failuresIn(notUpdated)) outcomes.updated.note(nameOf(id), new SetFailure(error));
  for (const [id, error] of failuresIn(notDestroyed)) outcomes.destroyed.note(nameOf(id), new SetFailure(error));
}

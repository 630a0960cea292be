/** Mailbox/get, Mailbox/query and Mailbox/changes of the merged account. */
import {
  type ChangesArgs,
  type GetArgs,
  type GetResult,
  type Id,
  type Mailbox,
  type MailboxChangesResult,
  type MailboxQueryArgs,
  MethodError,
  type QueryResult,
  type State,
} from "@pismo/jmap";
import { changesSince, stateOf } from "../../store/db/changes.ts";
import { mailboxResults } from "../mailbox/results.ts";
import { notFoundOf, pick } from "../standard/get.ts";
import { windowOf } from "../standard/query.ts";
import { mailboxNames, MergedMailboxes, remoteRoles } from "./mailboxes.ts";
import { joinStates, type MergedCall, splitState } from "./members.ts";
import { askMember, remoteMember, unlessAway } from "./remote/ask.ts";
import { AWAY, type RemoteMember } from "./remote/remote-members.ts";

interface Found {
  list: Mailbox[];
  state: State;
}

/** Of the members at other servers, without those that are away. */
async function remoteMailboxes(call: MergedCall): Promise<ReadonlyMap<Id, GetResult<Mailbox>>> {
  const ids = call.memberIds.filter((id) => !call.localIds.includes(id));
  const all = await Promise.all(
    ids.map(async (accountId) => {
      const found = await unlessAway(async () => {
        const member = await remoteMember(accountId, call);
        return member && askMember(member, "Mailbox/get", { ids: null });
      });
      return found ? [[accountId, found as GetResult<Mailbox>] as const] : [];
    }),
  );
  return new Map(all.flat());
}

/** All that there are, and the state of all members. */
async function allMailboxes(call: MergedCall): Promise<Found> {
  const [remote, roles] = [await remoteMailboxes(call), await remoteRoles(call)];
  return call.context.store.read(async (reader) => {
    const mailboxes = await MergedMailboxes.read(reader, call.localIds, roles);
    const elsewhere = [...remote].flatMap(([accountId, { list }]) => {
      const ids = new Set(mailboxes.idsIn(accountId));
      return list.filter(({ id }) => ids.has(id));
    });
    const states: [Id, State][] = [];
    for (const accountId of call.memberIds) {
      const isLocal = call.localIds.includes(accountId);
      const state = isLocal ? await stateOf(reader, accountId, "Mailbox") : (remote.get(accountId)?.state ?? AWAY);
      states.push([accountId, state]);
    }
    return { list: await mailboxes.list(reader, call.localIds, elsewhere), state: joinStates(states) };
  });
}

export async function getMailboxesOfAll(
  { accountId, ids, properties }: GetArgs,
  call: MergedCall,
): Promise<GetResult<Partial<Mailbox>>> {
  const { list, state } = await allMailboxes(call);
  const found = ids ? list.filter(({ id }) => ids.includes(id)) : list;
  return {
    accountId,
    state,
    list: found.map((mailbox) => pick(mailbox, properties)),
    notFound: ids ? notFoundOf(ids, found, call) : [],
  };
}

export async function queryMailboxesOfAll(args: MailboxQueryArgs, call: MergedCall): Promise<QueryResult> {
  const { list, state } = await allMailboxes(call);
  return { ...windowOf(args, mailboxResults(list, args), state), canCalculateChanges: false };
}

const counts = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"];

interface MemberChanges {
  created: Id[];
  updated: Id[];
  destroyed: Id[];
  newState: State;
  onlyCounts: boolean;
}

/** undefined: its server cannot calculate them (RFC 8620 §5.2). @throws MemberAway; MethodError */
async function changesThere(member: RemoteMember, sinceState: State): Promise<MailboxChangesResult | undefined> {
  try {
    return await askMember(member, "Mailbox/changes", { sinceState });
  } catch (error) {
    if (error instanceof MethodError && error.type === "cannotCalculateChanges") return undefined;
    throw error;
  }
}

/**
 * undefined: the member has gone or come, or its server does not know since when, and any count may be another.
 * @throws MethodError cannotCalculateChanges: of what lies here
 */
async function changesOf(accountId: Id, since: State, call: MergedCall): Promise<MemberChanges | undefined> {
  if (call.localIds.includes(accountId)) {
    return call.context.store.read((reader) => changesSince(reader, accountId, "Mailbox", since));
  }
  const none = { created: [], updated: [], destroyed: [], onlyCounts: true };
  const member = await unlessAway(async () => remoteMember(accountId, call));
  if (!member) return since === AWAY ? { ...none, newState: AWAY } : undefined;
  if (since === AWAY) return undefined;
  const found = await unlessAway(() => changesThere(member, since));
  if (!found) return undefined;
  const onlyCounts = found.updatedProperties?.every((each) => counts.includes(each)) ?? false;
  const { created, updated, destroyed, newState } = found;
  return { created, updated, destroyed, newState, onlyCounts };
}

/** All at once: a member has as many mailboxes with a role as there are roles. */
export async function mailboxChangesOfAll(
  { accountId, sinceState }: ChangesArgs,
  call: MergedCall,
): Promise<MailboxChangesResult> {
  const since = splitState(sinceState, call);
  const mailboxes = await MergedMailboxes.ofCall(call);
  const shown = new Set(mailboxes.names);
  const changed = new Set<Id>();
  const states: [Id, State][] = [];
  let onlyCounts = true;
  for (const member of call.memberIds) {
    const found = await changesOf(member, since.get(member)!, call);
    // Whose mailbox is gone may have been the only one that had it.
    if (!found || found.destroyed.length > 0) return allChanged(accountId, sinceState, call);
    const { created, updated, newState } = found;
    states.push([member, newState]);
    const named = [...created, ...updated].map((id) => mailboxes.nameOf(member, id)).filter((id) => shown.has(id));
    for (const id of named) changed.add(id);
    onlyCounts &&= created.length === 0 && (updated.length === 0 || found.onlyCounts);
  }
  return {
    accountId,
    oldState: sinceState,
    newState: joinStates(states),
    hasMoreChanges: false,
    created: [],
    updated: [...changed],
    destroyed: [],
    updatedProperties: onlyCounts && changed.size > 0 ? counts : null,
  };
}

/** A page that could not know what has changed would be without folders until it had asked for all. */
async function allChanged(accountId: Id, oldState: State, call: MergedCall): Promise<MailboxChangesResult> {
  const { list, state: newState } = await allMailboxes(call);
  const updated = list.map(({ id }) => id);
  const destroyed = mailboxNames.filter((name) => !updated.includes(name));
  return {
    accountId,
    oldState,
    newState,
    hasMoreChanges: false,
    created: [],
    updated,
    destroyed,
    updatedProperties: null,
  };
}

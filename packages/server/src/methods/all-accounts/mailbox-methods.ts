/** Mailbox/get, Mailbox/query and Mailbox/changes of the merged account. */
import type {
  ChangesArgs,
  GetArgs,
  GetResult,
  Id,
  Mailbox,
  MailboxChangesResult,
  MailboxQueryArgs,
  QueryResult,
} from "@pismo/jmap";
import { changesSince, stateOf } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/store.ts";
import { mailboxResults } from "../mailbox/results.ts";
import { notFoundOf, pick } from "../standard/get.ts";
import { windowOf } from "../standard/query.ts";
import { MergedMailboxes } from "./mailboxes.ts";
import { joinStates, type MergedCall, splitState } from "./members.ts";

async function stateIn(reader: Reader, memberIds: readonly Id[]): Promise<string> {
  const states: [Id, string][] = [];
  for (const accountId of memberIds) states.push([accountId, await stateOf(reader, accountId, "Mailbox")]);
  return joinStates(states);
}

export const getMailboxesOfAll = (
  { accountId, ids, properties }: GetArgs,
  call: MergedCall,
): Promise<GetResult<Partial<Mailbox>>> =>
  call.context.store.read(async (reader) => {
    const all = await (await MergedMailboxes.read(reader, call.memberIds)).list(reader);
    const found = ids ? all.filter(({ id }) => ids.includes(id)) : all;
    return {
      accountId,
      state: await stateIn(reader, call.memberIds),
      list: found.map((mailbox) => pick(mailbox, properties)),
      notFound: ids ? notFoundOf(ids, found, call) : [],
    };
  });

export const queryMailboxesOfAll = (args: MailboxQueryArgs, call: MergedCall): Promise<QueryResult> =>
  call.context.store.read(async (reader) => {
    const all = await (await MergedMailboxes.read(reader, call.memberIds)).list(reader);
    const state = await stateIn(reader, call.memberIds);
    return { ...windowOf(args, mailboxResults(all, args), state), canCalculateChanges: false };
  });

const counts = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"];

/** All at once: a member has as many mailboxes with a role as there are roles. */
export const mailboxChangesOfAll = (
  { accountId, sinceState }: ChangesArgs,
  call: MergedCall,
): Promise<MailboxChangesResult> =>
  call.context.store.read(async (reader) => {
    const since = splitState(sinceState, call);
    const mailboxes = await MergedMailboxes.read(reader, call.memberIds);
    const shown = new Set(mailboxes.names);
    const changed = new Set<Id>();
    const states: [Id, string][] = [];
    let onlyCounts = true;
    for (const [member, state] of since) {
      const { created, updated, newState, ...changes } = await changesSince(reader, member, "Mailbox", state);
      states.push([member, newState]);
      const named = [...created, ...updated].map((id) => mailboxes.nameOf(member, id)).filter((id) => shown.has(id));
      for (const id of named) changed.add(id);
      onlyCounts &&=
        created.length === 0 && changes.destroyed.length === 0 && (updated.length === 0 || changes.onlyCounts);
    }
    return {
      accountId,
      oldState: sinceState,
      newState: joinStates(call.memberIds.map((id) => states.find(([member]) => member === id)!)),
      hasMoreChanges: false,
      created: [],
      updated: [...changed],
      destroyed: [],
      updatedProperties: onlyCounts && changed.size > 0 ? counts : null,
    };
  });

/** Changes of Emails that lie with another server. */
import type { Email, Id, Invocation, PatchObject, SetError, SetResult, State } from "@pismo/jmap";
import type { MergedCall } from "../members.ts";
import { remoteMember, resultOf, unlessAway } from "./ask.ts";

interface Changes {
  update: Record<Id, PatchObject>;
  destroy: Id[];
}

const away: SetError = { type: "serverUnavailable", description: "The account's server does not answer" };

/** Its changes fail where it is away; those of the others do not. @param state the member's before */
export async function setThere(
  accountId: Id,
  changes: Changes,
  state: State,
  call: MergedCall,
): Promise<SetResult<Email>> {
  return (await unlessAway(() => setIn(accountId, changes, call))) ?? failed(accountId, changes, state);
}

async function setIn(
  accountId: Id,
  { update, destroy }: Changes,
  call: MergedCall,
): Promise<SetResult<Email> | undefined> {
  const member = await remoteMember(accountId, call);
  if (!member) return undefined;
  const most = member.maxObjectsInSet;
  const updates = Object.entries(update);
  const calls: Invocation[] = [];
  const add = (args: object): void => void calls.push(["Email/set", { ...args }, `${calls.length}`]);
  for (let at = 0; at < updates.length; at += most) add({ update: Object.fromEntries(updates.slice(at, at + most)) });
  for (let at = 0; at < destroy.length; at += most) add({ destroy: destroy.slice(at, at + most) });
  const answers = await member.ask(calls);
  const results = calls.map(([, , callId]) => resultOf(member, "Email/set", answers, callId));
  const [first] = results;
  return {
    accountId,
    oldState: first?.oldState ?? null,
    newState: results.at(-1)!.newState,
    created: null,
    updated: Object.assign({}, ...results.map(({ updated }) => updated)) as SetResult<Email>["updated"],
    destroyed: results.flatMap(({ destroyed }) => destroyed ?? []),
    notCreated: null,
    notUpdated: Object.assign({}, ...results.map(({ notUpdated }) => notUpdated)) as Record<Id, SetError>,
    notDestroyed: Object.assign({}, ...results.map(({ notDestroyed }) => notDestroyed)) as Record<Id, SetError>,
  };
}

const failed = (accountId: Id, { update, destroy }: Changes, state: State): SetResult<Email> => ({
  accountId,
  oldState: state,
  newState: state,
  created: null,
  updated: null,
  destroyed: null,
  notCreated: null,
  notUpdated: Object.fromEntries(Object.keys(update).map((id) => [id, away])),
  notDestroyed: Object.fromEntries(destroy.map((id) => [id, away])),
});

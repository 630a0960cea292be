/** Email/changes, Thread/changes and File/changes of the merged account. */
import { type ChangesArgs, type ChangesResult, type Id, idOfMember, MethodError, type State } from "@pismo/jmap";
import { changesSince } from "../../store/db/changes.ts";
import { fileChangesSince } from "../file/changes.ts";
import { assertSamePresence, joinStates, type MergedCall, splitState } from "./members.ts";
import { askMember, remoteMember, unlessAway } from "./remote/ask.ts";
import { AWAY } from "./remote/remote-members.ts";

type MemberChanges = Omit<ChangesResult, "accountId" | "oldState">;
type ChangesOfMember = (
  accountId: Id,
  sinceState: State,
  maxChanges: number | null,
  call: MergedCall,
) => Promise<MemberChanges>;

const changesOfAll =
  (changesOf: ChangesOfMember) =>
  async ({ accountId, sinceState, maxChanges = null }: ChangesArgs, call: MergedCall): Promise<ChangesResult> => {
    const since = splitState(sinceState, call);
    const result = { created: [] as Id[], updated: [] as Id[], destroyed: [] as Id[] };
    const states: [Id, State][] = [];
    let left = maxChanges ?? Infinity;
    let hasMoreChanges = false;
    for (const member of call.memberIds) {
      const state = since.get(member)!;
      if (left <= 0) {
        // Told from where it is by the next call.
        states.push([member, state]);
        hasMoreChanges = true;
        continue;
      }
      const limit = left === Infinity ? null : left;
      const { hasMoreChanges: hasMore, newState, ...own } = await changesOf(member, state, limit, call);
      for (const kind of ["created", "updated", "destroyed"] as const) {
        result[kind].push(...own[kind].map((id) => idOfMember(member, id)));
        left -= own[kind].length;
      }
      states.push([member, newState]);
      hasMoreChanges ||= hasMore;
    }
    return { accountId, oldState: sinceState, newState: joinStates(states), hasMoreChanges, ...result };
  };

const ofType =
  (type: "Email" | "Thread"): ChangesOfMember =>
  async (accountId, sinceState, maxChanges, call) => {
    if (call.localIds.includes(accountId)) {
      return call.context.store.read((reader) => changesSince(reader, accountId, type, sinceState, maxChanges));
    }
    const found = await unlessAway(async () => {
      const member = await remoteMember(accountId, call);
      assertSamePresence(sinceState, false);
      return member && askMember(member, `${type}/changes`, { sinceState, ...(maxChanges !== null && { maxChanges }) });
    });
    // What is known of its records stays known.
    return found ?? { created: [], updated: [], destroyed: [], hasMoreChanges: false, newState: AWAY };
  };

export const emailChangesOfAll = changesOfAll(ofType("Email"));
export const threadChangesOfAll = changesOfAll(ofType("Thread"));

/** What came at other servers is known when they have been read again. @throws MethodError cannotCalculateChanges */
export const fileChangesOfAll = changesOfAll(async (accountId, sinceState, maxChanges, call) => {
  const { context, localIds } = call;
  if (localIds.includes(accountId)) {
    return context.store.read((reader) => fileChangesSince(reader, accountId, sinceState, maxChanges));
  }
  const newState = (await unlessAway(async () => (await remoteMember(accountId, call))?.state("Email"))) ?? AWAY;
  if (newState !== sinceState)
    throw new MethodError("cannotCalculateChanges", "Letters at another server have changed");
  return { created: [], updated: [], destroyed: [], hasMoreChanges: false, newState };
});

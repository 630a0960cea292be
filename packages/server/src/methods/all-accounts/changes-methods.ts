/** Email/changes, Thread/changes and File/changes of the merged account. */
import { type ChangesArgs, type ChangesResult, type Id, idOfMember, type State } from "@pismo/jmap";
import { changesSince } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/reader.ts";
import { fileChangesSince } from "../file/changes.ts";
import { joinStates, type MergedCall, splitState } from "./members.ts";

type OwnChanges = (
  reader: Reader,
  accountId: Id,
  sinceState: State,
  maxChanges: number | null,
) => Promise<Omit<ChangesResult, "accountId" | "oldState">>;

const changesOfAll =
  (changesOf: OwnChanges) =>
  ({ accountId, sinceState, maxChanges = null }: ChangesArgs, call: MergedCall): Promise<ChangesResult> =>
    call.context.store.read(async (reader) => {
      const since = splitState(sinceState, call);
      const result = { created: [] as Id[], updated: [] as Id[], destroyed: [] as Id[] };
      const states: [Id, State][] = [];
      let left = maxChanges ?? Infinity;
      let hasMoreChanges = false;
      for (const member of call.memberIds) {
        const state = since.get(member)!;
        if (left === 0) {
          // Told from where it is by the next call.
          states.push([member, state]);
          hasMoreChanges = true;
          continue;
        }
        const limit = left === Infinity ? null : left;
        const { hasMoreChanges: hasMore, newState, ...own } = await changesOf(reader, member, state, limit);
        for (const kind of ["created", "updated", "destroyed"] as const) {
          result[kind].push(...own[kind].map((id) => idOfMember(member, id)));
          left -= own[kind].length;
        }
        states.push([member, newState]);
        hasMoreChanges ||= hasMore;
      }
      return { accountId, oldState: sinceState, newState: joinStates(states), hasMoreChanges, ...result };
    });

const ofType =
  (type: "Email" | "Thread"): OwnChanges =>
  (reader, accountId, sinceState, maxChanges) =>
    changesSince(reader, accountId, type, sinceState, maxChanges);

export const emailChangesOfAll = changesOfAll(ofType("Email"));
export const threadChangesOfAll = changesOfAll(ofType("Thread"));
export const fileChangesOfAll = changesOfAll(fileChangesSince);

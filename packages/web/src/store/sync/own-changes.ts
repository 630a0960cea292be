/**
 * What the response to a change made here says of the state (RFC 8620 §5.3): where the server was in the state that is
 * loaded when the change came, nothing else has happened, and what is on the screen already need not be asked for.
 */
import type { Batch, Id, SetResult } from "@pismo/jmap";
import { followedLists } from "../lists/email-list.ts";
import { compactRow } from "../records/email-properties.ts";
import type { AccountRecords } from "../records/records.ts";
import { mailboxChangeCalls } from "./mailbox-changes.ts";
import type { Mutation } from "./mutation.ts";

/** Calls that a change of Emails may bring along, for the counts of mailboxes. */
export const COUNT_CALLS = 2;

/** The state after all of them, where each met the one before it and the first the one that is loaded. */
function stateAfter(mutations: readonly Mutation[], results: readonly (SetResult<object> | undefined)[]) {
  let state = mutations[0]!.records.states.Email;
  for (const [index, { type, destroy }] of mutations.entries()) {
    const result = results[index];
    // What is destroyed goes from its thread, too.
    if (!result || type !== "Email" || destroy.length > 0) return undefined;
    if (result.oldState === null || result.oldState !== state) return undefined;
    if (Object.keys(result.notUpdated ?? {}).length > 0) return undefined;
    state = result.newState;
  }
  return state;
}

/** What the server made of a change beside what it was told to. */
function putReported(records: AccountRecords, { updated }: SetResult<object>): void {
  const { Email: map } = records.maps;
  const rows = Object.entries(updated ?? {}).flatMap(([id, reported]) => {
    const base = map.base(id);
    return base && reported ? [compactRow({ ...base, ...(reported as Partial<typeof base>) })] : [];
  });
  map.put(rows);
}

export interface OwnChanges {
  /** The mailboxes' counts are the server's, these changes included. */
  areCounted: boolean;
  /** Call it when the changes are confirmed. @returns whether something has to be asked for all the same */
  finish: () => boolean;
}

/** The calls go behind those of the changes. What it gives back takes their results, undefined for one that failed. */
export function ownChangeCalls(
  calls: Batch,
  mutations: readonly Mutation[],
): (results: readonly (SetResult<object> | undefined)[]) => OwnChanges {
  const { records } = mutations[0]!;
  const movesCounts = mutations.some((mutation) => mutation.movesCounts);
  const mailboxes = movesCounts ? mailboxChangeCalls(calls, records, { withCreated: false }) : undefined;
  return (results) => {
    const state = stateAfter(mutations, results);
    if (state === undefined) return { areCounted: false, finish: () => true };
    const areCounted = mailboxes !== undefined && putCounts(mailboxes);
    return {
      areCounted,
      finish() {
        records.advance("Email", state);
        for (const result of results) putReported(records, result!);
        const ids = mutations.flatMap(({ update }): Id[] => Object.keys(update));
        const areListsKnown = followedLists(records).map((list) => list.applyOwnChanges(ids));
        return areListsKnown.includes(false) || (mailboxes !== undefined && !areCounted);
      },
    };
  };
}

function putCounts({ result, put }: NonNullable<ReturnType<typeof mailboxChangeCalls>>): boolean {
  try {
    const { created, hasMoreChanges } = result();
    if (created.length > 0 || hasMoreChanges) return false;
    put();
    return true;
  } catch {
    // The server cannot say what changed (RFC 8620 §5.2): the sync fetches them again.
    return false;
  }
}

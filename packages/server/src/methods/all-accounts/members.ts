/** The accounts that a merged account shows together, their ids and their states (ALL_ACCOUNTS). */
import { ALL_ACCOUNTS_ID, type Id, memberOf, MethodError, type State } from "@pismo/jmap";
import type { Call } from "../context.ts";

/** What a method of the merged account is called with. */
export interface MergedCall extends Call {
  memberIds: readonly Id[];
}

/** undefined: the account is a real one. */
export function mergedCall(accountId: unknown, call: Call): MergedCall | undefined {
  const { memberIds } = call.context.access;
  return accountId === ALL_ACCOUNTS_ID && memberIds ? { ...call, memberIds } : undefined;
}

/** The ids of each member that is named, as it has them itself; all others are not found. */
export function splitIds(ids: readonly Id[], { memberIds }: MergedCall): { own: Map<Id, Id[]>; notFound: Id[] } {
  const own = new Map<Id, Id[]>();
  const notFound: Id[] = [];
  for (const id of new Set(ids)) {
    const member = memberOf(id);
    if (!member || !memberIds.includes(member.accountId)) {
      notFound.push(id);
      continue;
    }
    const known = own.get(member.accountId);
    if (known) known.push(member.id);
    else own.set(member.accountId, [member.id]);
  }
  return { own, notFound };
}

/** Without the characters that ids of events use (http/jmap/event-source.ts). */
const BETWEEN_MEMBERS = "_";
const BEFORE_STATE = "~";

/** The state of the merged account: it changes when one of its members does. */
export const joinStates = (states: readonly (readonly [accountId: Id, state: State])[]): State =>
  states.map(([accountId, state]) => `${accountId}${BEFORE_STATE}${state}`).join(BETWEEN_MEMBERS);

/** @throws MethodError cannotCalculateChanges: the accounts are no longer the same */
export function splitState(joined: State, { memberIds }: MergedCall): Map<Id, State> {
  const states = new Map(
    joined.split(BETWEEN_MEMBERS).map((each): [Id, State] => {
      const [accountId = "", state = ""] = each.split(BEFORE_STATE, 2);
      return [accountId, state];
    }),
  );
  if (states.size !== memberIds.length || memberIds.some((id) => !states.has(id))) {
    throw new MethodError("cannotCalculateChanges", `"${joined}" is no state of these accounts`);
  }
  return states;
}

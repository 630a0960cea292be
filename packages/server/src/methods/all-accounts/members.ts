/** The accounts that a merged account shows together, their ids and their states (ALL_ACCOUNTS). */
import { ALL_ACCOUNTS_ID, type Id, memberOf, MethodError, type State } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import type { Call } from "../context.ts";
import { unlessAway, remoteMember } from "./remote/ask.ts";
import { AWAY, type FollowedType } from "./remote/remote-members.ts";

/** What a method of the merged account is called with. */
export interface MergedCall extends Call {
  memberIds: readonly Id[];
  /** Those whose mail is here. */
  localIds: readonly Id[];
}

/** undefined: the account is a real one. */
export function mergedCall(accountId: unknown, call: Call): MergedCall | undefined {
  const { memberIds, accountIds } = call.context.access;
  if (accountId !== ALL_ACCOUNTS_ID || !memberIds) return undefined;
  return { ...call, memberIds, localIds: memberIds.filter((id) => accountIds.includes(id)) };
}

export const hasRemote = ({ memberIds, localIds }: MergedCall): boolean => localIds.length < memberIds.length;

/** For what lies here alone: of members at other servers nothing is asked. */
export const ofLocalMembers = (call: MergedCall): MergedCall => ({ ...call, memberIds: call.localIds });

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
const ESCAPE = "!";

/** Other servers' states may have any characters. */
const escapeState = (state: State): string =>
  state.replaceAll(/[^A-Za-z0-9-]/gu, (character) => `${ESCAPE}${character.codePointAt(0)!.toString(36)}${ESCAPE}`);
const unescapeState = (text: string): State =>
  text.replaceAll(/!([0-9a-z]+)!/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 36)));

/** The state of the merged account: it changes when one of its members does. */
export const joinStates = (states: readonly (readonly [accountId: Id, state: State])[]): State =>
  states.map(([accountId, state]) => `${accountId}${BEFORE_STATE}${escapeState(state)}`).join(BETWEEN_MEMBERS);

/** @throws MethodError cannotCalculateChanges: the accounts are no longer the same */
export function splitState(joined: State, { memberIds }: MergedCall): Map<Id, State> {
  const states = new Map(
    joined.split(BETWEEN_MEMBERS).map((each): [Id, State] => {
      const [accountId = "", state = ""] = each.split(BEFORE_STATE, 2);
      return [accountId, unescapeState(state)];
    }),
  );
  if (states.size !== memberIds.length || memberIds.some((id) => !states.has(id))) {
    throw new MethodError("cannotCalculateChanges", `"${joined}" is no state of these accounts`);
  }
  return states;
}

/** Of members elsewhere the state that was told last. */
export async function statesOfMembers(type: FollowedType, call: MergedCall): Promise<Map<Id, State>> {
  const local = await call.context.store.read(async (reader) => {
    const states = new Map<Id, State>();
    for (const accountId of call.localIds) states.set(accountId, await stateOf(reader, accountId, type));
    return states;
  });
  const all = call.memberIds.map(async (accountId): Promise<[Id, State]> => {
    const own = local.get(accountId);
    if (own !== undefined) return [accountId, own];
    return [accountId, (await unlessAway(async () => (await remoteMember(accountId, call))?.state(type))) ?? AWAY];
  });
  return new Map(await Promise.all(all));
}

/** While a member is away its records are none; that it has gone or come is told as by any server that lost its log. */
export function assertSamePresence(since: State, isAway: boolean): void {
  if ((since === AWAY) !== isAway) throw new MethodError("cannotCalculateChanges", "An account has gone or come");
}

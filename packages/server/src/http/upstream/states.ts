/** The states of a person's accounts at an engine without push. */
import { type Id, type Invocation, MAIL } from "@pismo/jmap";
import { askUpstream } from "../../upstream/ask.ts";
import type { UpstreamCalls, UpstreamPerson } from "../../upstream/upstream.ts";

/** Account → type → state. */
export type UpstreamStates = Readonly<Record<Id, Readonly<Record<string, string>>>>;

const types = ["Mailbox", "Email", "Thread"] as const;
/** Shared ones beyond these are not followed. */
const MAX_ACCOUNTS = 8;

/** @throws CredentialRefused, UpstreamAway */
export async function readUpstreamStates(
  upstream: UpstreamCalls,
  person: UpstreamPerson,
  signal: AbortSignal,
): Promise<UpstreamStates> {
  const { session } = await upstream.session(person);
  const accounts = Object.keys(session.accounts)
    .filter((id) => session.accounts[id]?.accountCapabilities[MAIL])
    .slice(0, MAX_ACCOUNTS);
  const calls = accounts.flatMap((accountId) =>
    types.map((type): Invocation => [`${type}/get`, { accountId, ids: [] }, `${type} ${accountId}`]),
  );
  if (calls.length === 0) return {};
  const states: Record<Id, Record<string, string>> = Object.fromEntries(accounts.map((id) => [id, {}]));
  for (const [name, { state }, callId] of await askUpstream(upstream, person, calls, signal)) {
    const [type = "", accountId = ""] = callId.split(" ");
    if (name === `${type}/get` && typeof state === "string" && states[accountId]) states[accountId][type] = state;
  }
  return states;
}

/** `changed` of a StateChange (RFC 8620 §7.1); undefined: nothing has. */
export function statesThatChanged(
  before: UpstreamStates,
  now: UpstreamStates,
): Record<Id, Record<string, string>> | undefined {
  const changed = Object.entries(now).flatMap(([accountId, states]) => {
    const news = Object.entries(states).filter(([type, state]) => before[accountId]?.[type] !== state);
    return news.length > 0 ? [[accountId, Object.fromEntries(news)] as const] : [];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

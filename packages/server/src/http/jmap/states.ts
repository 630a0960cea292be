/** The states of all types, and the changes between two snapshots of them: RFC 8620 §7.1. */
import type { Id, StateChange, StateType } from "@pismo/jmap";
import { statesOf } from "../../store/db/changes.ts";
import type { Store } from "../../store/db/store.ts";

export const stateTypes: readonly StateType[] = [
  "Mailbox",
  "Thread",
  "Email",
  "EmailDelivery",
  "Identity",
  "EmailSubmission",
  "VacationResponse",
  "Preferences",
  "Label",
  "SavedSearch",
  "EmailFact",
  "Deadline",
  "MirrorStatus",
  "AddressBook",
  "ContactCard",
  "AddressBookServer",
  "SieveScript",
  "Quota",
];

/** Account id → type → state. */
export type States = Record<Id, Partial<Record<StateType, string>>>;

export async function readStates(store: Store, accountIds: Iterable<Id>, types: readonly StateType[]): Promise<States> {
  const states: States = {};
  for (const accountId of accountIds) {
    states[accountId] = await store.readOnce((reader) => statesOf(reader, accountId, types));
  }
  return states;
}

/**
 * The entries that differ in `after`; undefined where none does.
 * @param gone accounts that no longer exist: they are named without types
 */
export function stateChange(before: States, after: States, gone: readonly Id[] = []): StateChange | undefined {
  const changed: StateChange["changed"] = {};
  for (const [accountId, states] of Object.entries(after)) {
    const fresh = Object.entries(states).filter(([type, state]) => before[accountId]?.[type as StateType] !== state);
    if (fresh.length > 0) changed[accountId] = Object.fromEntries(fresh);
  }
  for (const accountId of gone) changed[accountId] = {};
  return Object.keys(changed).length > 0 ? { "@type": "StateChange", changed } : undefined;
}

/** What is loaded of an account: one map a type, normalised, kept while another account is shown. */
import type { Id, Identity, Mailbox, State, StateType, Thread } from "@pismo/jmap";
import { useMemo, useSyncExternalStore } from "react";
import { type EmailRow } from "./email-properties.ts";
import { RecordMap } from "./record-map.ts";
import { getAccount, subscribeToSession } from "./session.ts";
import { type Listener, tell } from "./signal.ts";

/** Rows that are kept; 10,000 take some 10 MB. A list asks again for those that were let go. */
const maxRows = 10_000;

export interface RecordTypes {
  Email: EmailRow;
  Mailbox: Mailbox;
  Thread: Thread;
  Identity: Identity;
}

type EmailListener = (id: Id) => void;

export class AccountRecords {
  readonly accountId: Id;
  readonly maps: { [K in keyof RecordTypes]: RecordMap<RecordTypes[K]> } = {
    Email: new RecordMap<EmailRow>(),
    Mailbox: new RecordMap<Mailbox>(),
    Thread: new RecordMap<Thread>(),
    Identity: new RecordMap<Identity>(),
  };
  /** The state up to which each type is known. */
  readonly states: Partial<Record<StateType, State>> = {};
  /** The states that push has told of last. */
  readonly told: Partial<Record<StateType, State>> = {};
  readonly #mailboxListeners = new Set<Listener>();
  readonly #emailListeners = new Set<EmailListener>();
  #mailboxes: readonly Mailbox[] = [];
  #isMailboxesStale = true;

  constructor(accountId: Id) {
    this.accountId = accountId;
    this.maps.Mailbox.onChange = () => {
      this.#isMailboxesStale = true;
      tell(this.#mailboxListeners);
    };
    this.maps.Email.onChange = (id) => {
      for (const listener of this.#emailListeners) listener(id);
    };
  }

  /** All mailboxes, the same array until one changes. */
  get mailboxes(): readonly Mailbox[] {
    if (this.#isMailboxesStale) {
      this.#mailboxes = this.maps.Mailbox.values();
      this.#isMailboxesStale = false;
    }
    return this.#mailboxes;
  }

  subscribeToMailboxes = (listener: Listener): (() => void) => {
    this.#mailboxListeners.add(listener);
    return () => this.#mailboxListeners.delete(listener);
  };

  /** Told of every letter whose row changed, came or went. */
  onEmailChange(listener: EmailListener): () => void {
    this.#emailListeners.add(listener);
    return () => this.#emailListeners.delete(listener);
  }

  /** The first state that a get gave stands: from there the changes are asked for, so nothing is missed. */
  noteState(type: StateType, state: State): void {
    this.states[type] ??= state;
  }

  /** Whether the server is at another state than what is loaded. */
  isBehind(states: Partial<Record<StateType, State>>): boolean {
    const types: StateType[] = ["Mailbox", "Email", "Thread"];
    return types.some((type) => states[type] !== undefined && states[type] !== this.states[type]);
  }

  trim(): void {
    this.maps.Email.trim(maxRows);
    this.maps.Thread.trim(maxRows);
  }
}

const accounts = new Map<Id, AccountRecords>();

export function recordsOf(accountId: Id): AccountRecords {
  let records = accounts.get(accountId);
  if (!records) accounts.set(accountId, (records = new AccountRecords(accountId)));
  return records;
}

/** Records of the account that is shown. */
export const currentRecords = (): AccountRecords => recordsOf(getAccount().accountId);

export function useCurrentRecords(): AccountRecords {
  return useSyncExternalStore(subscribeToSession, currentRecords);
}

const nothing = (): void => undefined;

/** A record that the store has loaded, or undefined; drawn again only when this record changes. */
export function useRecord<K extends keyof RecordTypes>(type: K, id: Id | undefined): RecordTypes[K] | undefined {
  const map = useCurrentRecords().maps[type];
  const subscribe = useMemo(
    () => (listener: Listener) => (id === undefined ? nothing : map.subscribe(id, listener)),
    [map, id],
  );
  return useSyncExternalStore(subscribe, () => (id === undefined ? undefined : map.get(id)));
}

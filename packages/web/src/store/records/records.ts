/** The loaded records of an account: one map per type, normalized, retained while another account is shown. */
import type { Id, Identity, Mailbox, State, StateType, Thread } from "@pismo/jmap";
import { createContext, createElement, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import { type EmailRow } from "./email-properties.ts";
import { RecordMap } from "./record-map.ts";
import { getAccount, subscribeToSession } from "../session/session.ts";
import { type Listener, tell } from "../signal.ts";

/** Cached rows; 10,000 take some 10 MB. A list fetches evicted ones again. */
const maxRows = 10_000;

export interface RecordTypes {
  Email: EmailRow;
  Mailbox: Mailbox;
  Thread: Thread;
  Identity: Identity;
}

type EmailListener = (id: Id) => void;

const countNames = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"] as const;
/** A mailbox without its counts, which move with every change of Emails. */
export type Uncounted = Omit<Mailbox, (typeof countNames)[number]>;

/** @returns whether they differ in their counts at most */
function areAlike(one: Mailbox, other: Mailbox): boolean {
  const counts: readonly string[] = countNames;
  const names = Object.keys({ ...one, ...other }) as (keyof Mailbox)[];
  return names.every((name) => counts.includes(name) || isSame(one[name], other[name]));
}

/** Mailbox properties are new objects in every response. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));

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
  /** Of those that are loaded, what changed elsewhere up to these states and is still to be fetched. */
  readonly stale = { Email: new Set<Id>(), Thread: new Set<Id>() };
  readonly #mailboxListeners = new Set<Listener>();
  readonly #emailListeners = new Set<EmailListener>();
  #mailboxes: readonly Mailbox[] = [];
  #isMailboxesStale = true;
  #uncounted: readonly Mailbox[] = [];
  #isUncountedStale = true;

  constructor(accountId: Id) {
    this.accountId = accountId;
    this.maps.Mailbox.onChange = () => {
      this.#isMailboxesStale = true;
      this.#isUncountedStale = true;
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

  /** The same, until one changes in more than its counts. */
  get uncountedMailboxes(): readonly Uncounted[] {
    if (this.#isUncountedStale) {
      this.#isUncountedStale = false;
      const before = new Map(this.#uncounted.map((mailbox) => [mailbox.id, mailbox]));
      const now = this.mailboxes.map((mailbox) => {
        const known = before.get(mailbox.id);
        return known && (known === mailbox || areAlike(known, mailbox)) ? known : mailbox;
      });
      const isUnchanged =
        now.length === before.size && now.every((mailbox, index) => mailbox === this.#uncounted[index]);
      if (!isUnchanged) this.#uncounted = now;
    }
    return this.#uncounted;
  }

  subscribeToMailboxes = (listener: Listener): (() => void) => {
    this.#mailboxListeners.add(listener);
    return () => this.#mailboxListeners.delete(listener);
  };

  /** Told of every Email whose row changed, came or went. */
  onEmailChange(listener: EmailListener): () => void {
    this.#emailListeners.add(listener);
    return () => this.#emailListeners.delete(listener);
  }

  /** The first state that a get gave stands: from there the changes are asked for, so nothing is missed. */
  noteState(type: StateType, state: State): void {
    this.states[type] ??= state;
  }

  /** All up to this state is loaded, by a response to what this page did itself. */
  advance(type: StateType, state: State): void {
    this.states[type] = state;
    if (this.told[type] !== undefined) this.told[type] = state;
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

const CurrentRecords = createContext<AccountRecords | undefined>(undefined);

/** One subscription to the session for all: a list's rows would have a hundred. */
export function RecordsProvider({ children }: { children: ReactNode }) {
  const value = useSyncExternalStore(subscribeToSession, currentRecords, currentRecords);
  return createElement(CurrentRecords, { value }, children);
}

/** Outside of a provider these are not followed to another account. */
export const useCurrentRecords = (): AccountRecords => useContext(CurrentRecords) ?? currentRecords();

const nothing = (): void => undefined;

/** A record that the store has loaded, or undefined; drawn again only when this record changes. */
export function useRecord<K extends keyof RecordTypes>(type: K, id: Id | undefined): RecordTypes[K] | undefined {
  const map = useCurrentRecords().maps[type];
  const subscribe = useMemo(
    () => (listener: Listener) => (id === undefined ? nothing : map.subscribe(id, listener)),
    [map, id],
  );
  const read = () => (id === undefined ? undefined : map.get(id));
  return useSyncExternalStore(subscribe, read, read);
}

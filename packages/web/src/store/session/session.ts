/** The JMAP session and the account that is shown. */
import {
  type Batch,
  CORE,
  type CoreCapability,
  type EmailGetArgs,
  type Id,
  JmapClient,
  MAIL_SERVERS,
  MAILBOX_ROLES,
  type MailboxRoles,
  MIRROR,
  type ProblemDetails,
  remoteAccountOf,
  RequestError,
  type Session,
  sessionShowing,
  SHORT_HEADERS,
} from "@pismo/jmap";
import {
  checkConnection,
  isUnreachable,
  reportReachable,
  reportUnreachable,
  watchConnection,
} from "../sync/connection.ts";
import { failureNumber } from "../failure-number.ts";
import { accountOfAddress } from "./account-address.ts";
import { type AccountInfo, accountsOf, accountToShow, noAccount } from "./session-accounts.ts";
import { createSignal, useSignal } from "../signal.ts";

export type { AccountInfo } from "./session-accounts.ts";

export type SessionStatus = "starting" | "ready" | "signedOut" | "failed";

interface State {
  status: SessionStatus;
  /** With "signedOut", on a server where people sign in: the path that takes name and password. */
  signInPath?: string | undefined;
  /** Beside it, where a provider lets people in, and no password. */
  signInWith?: ProblemDetails["signInWith"];
  /** With "signedOut", on a server of one person: a browser gets in by an address with a one-time secret. */
  opensByLink?: boolean | undefined;
  /** With "failed". */
  failureNumber?: string | undefined;
  /** As the server gave it. */
  given: Session | undefined;
  /** The same as it is for the shown account, which may lie with another server. */
  session: Session | undefined;
  accounts: readonly AccountInfo[];
  account: AccountInfo;
}

/** RFC 8620 §2: limits assumed until the server has given its own; a server may set less. */
const cautiousLimits = { maxObjectsInGet: 100, maxObjectsInSet: 100, maxCallsInRequest: 8 };

const noSession = { given: undefined, session: undefined, accounts: [], account: noAccount } satisfies Partial<State>;
const state = createSignal<State>({ status: "starting", ...noSession });
/** The session comes from the page snapshot; the server has not confirmed it yet. */
let isRestored = false;
let client = new JmapClient({ sessionUrl: "/.well-known/jmap" });

function keep(given: Session): void {
  const accounts = accountsOf(given);
  const account = accountToShow(given, accounts, state.get().account.accountId);
  isRestored = false;
  const session = sessionShowing(given, account.accountId);
  state.set({ status: "ready", given, session, accounts, account });
}

/** Uses the snapshot's session until the server has given the current one. */
export function restoreSession(session: Session): void {
  keep(session);
  isRestored = true;
}

const hasOwnServer = (session: Session | undefined, accountId: Id): boolean =>
  session?.accounts[accountId]?.accountCapabilities[MAIL_SERVERS] !== undefined;

/** Fetches the session again, e.g. after the server was away. @throws RequestError, TypeError */
export async function refreshSession(signal?: AbortSignal): Promise<void> {
  try {
    keep(await client.session(true, signal));
  } catch (error) {
    const isSignedOut = error instanceof RequestError && error.problem.status === 401;
    const status = isSignedOut ? "signedOut" : isUnreachable(error) ? state.get().status : "failed";
    const { signIn: signInPath, signInWith, opensByLink } = isSignedOut ? error.problem : {};
    // Without a session, bootstrap data and snapshots are not shown.
    const who = isSignedOut && isRestored ? noSession : {};
    state.set({
      ...state.get(),
      ...who,
      status,
      signInPath,
      signInWith,
      opensByLink,
      failureNumber: failureNumber(error),
    });
    throw error;
  }
}

/**
 * Loads the session; resolves when there is one. While the server cannot be reached it is asked again by itself.
 * @param options.client for tests and for servers that want a token
 */
export async function startSession(options: { client?: JmapClient } = {}): Promise<void> {
  if (options.client) client = options.client;
  watchConnection(async (signal) => {
    await refreshSession(signal);
    // The server that has the shown account's mail answers too.
    const { accountId } = getAccount();
    if (serverOf(accountId)) await client.call("Core/echo", { accountId }, signal);
  });
  try {
    await refreshSession();
    reportReachable();
  } catch (error) {
    if (isUnreachable(error)) reportUnreachable(error);
    await new Promise<void>((resolve) => {
      const stop = state.subscribe(() => {
        if (state.get().status !== "ready") return;
        stop();
        resolve();
      });
    });
  }
}

/** Builds a batch for the shown account, sends it in one request, and notes whether the server was there. */
export async function request<T>(build: (batch: Batch) => T, signal?: AbortSignal): Promise<T> {
  let server = "";
  // Whether the server of the shown account is there is what the page says.
  const isShown = (): boolean => server === serverOf(getAccount().accountId);
  try {
    const calls = await client.batch((batch) => {
      const built = build(batch);
      server = serverOf(batch.invocations[0]?.[1]["accountId"]);
      return built;
    }, signal);
    if (isShown()) reportReachable();
    return calls;
  } catch (error) {
    // A lost session is reported; the server is reachable.
    if (isUnreachable(error) && isShown() && state.get().status !== "signedOut") reportUnreachable(error);
    throw error;
  }
}

export const getClient = (): JmapClient => client;
/** With the capabilities and URLs of the shown account. */
export const getSession = (): Session | undefined => state.get().session;
/** As the server gave it. */
export const givenSession = (): Session | undefined => state.get().given;
export const getAccount = (): AccountInfo => state.get().account;
export const getAccounts = (): readonly AccountInfo[] => state.get().accounts;
export const subscribeToSession = state.subscribe;

/** The server's limits on one request. */
export function limits(): Pick<CoreCapability, "maxObjectsInGet" | "maxObjectsInSet" | "maxCallsInRequest"> {
  return state.get().session?.capabilities[CORE] ?? cautiousLimits;
}

/** For what shows a few of many Emails' recipients: a server of ours gives no more of enormous ones. */
export const shortHeaders = (): Pick<EmailGetArgs, "shortensHeaders"> =>
  state.get().session?.capabilities[SHORT_HEADERS] === undefined ? {} : { shortensHeaders: true };

/** The mailboxes that have a role, where the server tells them with the session. */
export function mailboxesWithRoles(accountId: Id): { id: Id; role: string }[] | undefined {
  const roles = state.get().session?.accounts[accountId]?.accountCapabilities[MAILBOX_ROLES];
  return roles === undefined ? undefined : Object.entries(roles as MailboxRoles).map(([role, id]) => ({ id, role }));
}

/** Puts a newer value of one of an account's capabilities into the session. */
export function putAccountCapability(accountId: Id, capability: string, value: object): void {
  const { given, account: shown } = state.get();
  const account = given?.accounts[accountId];
  if (!given || !account) return;
  const accountCapabilities = { ...account.accountCapabilities, [capability]: value };
  const changed = { ...given, accounts: { ...given.accounts, [accountId]: { ...account, accountCapabilities } } };
  state.set({ ...state.get(), given: changed, session: sessionShowing(changed, shown.accountId) });
}

/** Shows another account. Records of the previous one stay loaded. */
export function switchAccount(id: Id | undefined): void {
  const { given, accounts, account: shown } = state.get();
  const account = accounts.find(({ accountId }) => accountId === id);
  if (!given || !account || account === shown) return;
  state.set({ ...state.get(), account, session: sessionShowing(given, account.accountId) });
  // Another server may be there, or away.
  checkConnection();
}

/** The same for all accounts whose mail lies with the same server. */
export const serverOf = (accountId: unknown): Id =>
  remoteAccountOf(state.get().given, accountId) ? (accountId as Id) : "";

/** Whether the person may add accounts here. */
export const useCanAddAccounts = (): boolean =>
  useSignal(state, ({ given }) => given?.capabilities[MAIL_SERVERS] !== undefined);

/** Whether the person may change how the account reaches its servers. */
export const useHasOwnServer = (accountId: Id): boolean =>
  useSignal(state, ({ session }) => hasOwnServer(session, accountId));

/** Whether a mail server stands behind the account, whose Emails may still be on their way. */
export const useIsMirrored = (accountId: Id): boolean =>
  useSignal(state, ({ session }) => session?.accounts[accountId]?.accountCapabilities[MIRROR] !== undefined);

export function useSessionState<T>(select: (state: State) => T): T {
  return useSignal(state, select);
}

export function useSessionStatus(): SessionStatus {
  return useSignal(state, ({ status }) => status);
}

/** The number of the failure for which the session has the status "failed". */
export function useSessionFailure(): string | undefined {
  return useSignal(state, ({ failureNumber: number }) => number);
}

/** The account that an address shows; undefined: the person has none of that name. */
export const useAccountOf = (search: string): AccountInfo | undefined =>
  useSignal(state, ({ given, account, accounts }) => {
    const wanted = given && accountOfAddress(given, search);
    return wanted ? accounts.find(({ accountId }) => accountId === wanted) : account;
  });

/** The account that is shown; with an empty `accountId` until the session is there. */
export function useAccount(): AccountInfo {
  return useSignal(state, ({ account }) => account);
}

export function useAccounts(): readonly AccountInfo[] {
  return useSignal(state, ({ accounts }) => accounts);
}

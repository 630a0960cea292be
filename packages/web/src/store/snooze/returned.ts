/**
 * Snoozed letters whose time has come at a server that does not put them back (`bringsBack` of SNOOZE): of the account that
 * is shown or of several, followed by push and by the clock.
 */
import { allAccountsOf, type Id, idOfMember, SNOOZE, type SnoozeCapability } from "@pismo/jmap";
import { loadRows } from "../lists/load-threads.ts";
import { currentRecords } from "../records/records.ts";
import { isAllAccounts, placeOf } from "../session/all-accounts.ts";
import { getAccount, getSession, request, subscribeToSession } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";

/** Until when letters are away, as they are named where they are shown. */
type Times = ReadonlyMap<Id, Date>;

interface Returned {
  accountId: Id;
  /** When they came back, the last to do so first; undefined until that is known. */
  emails: Times | undefined;
}

const returned = createSignal<Returned>({ accountId: "", emails: undefined });
let told: { accountId: Id; times: Times } = { accountId: "", times: new Map() };

/** A timer waits no longer: a computer that slept has its own idea of how long that was. */
const MAX_WAIT_MS = 3_600_000;

const putsNothingBack = (id: Id): boolean =>
  (getSession()?.accounts[id]?.accountCapabilities[SNOOZE] as SnoozeCapability | undefined)?.bringsBack === false;

/** Those of the shown accounts whose letters come back above the inbox. */
export function waitingAccounts(): Id[] {
  const { accountId } = getAccount();
  const members = allAccountsOf(getSession(), accountId)?.members.map(({ id }) => id);
  return (members ?? [accountId]).filter(putsNothingBack);
}

async function timesOf(accountId: Id): Promise<[Id, Date][]> {
  const isAll = isAllAccounts(getAccount());
  const get = await request((calls) => calls.call("Snooze/get", { accountId, ids: null }));
  return get.result().list.map(({ id, until }) => [isAll ? idOfMember(accountId, id) : id, new Date(until)]);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** What has come back by now is shown, and the next is waited for. */
function show(): void {
  const { accountId, times } = told;
  if (accountId !== getAccount().accountId) return;
  const now = Date.now();
  const byTime = [...times].toSorted(([, one], [, other]) => other.getTime() - one.getTime());
  const emails = new Map(byTime.filter(([, until]) => until.getTime() <= now));
  const next = byTime.findLast(([, until]) => until.getTime() > now)?.[1];
  clearTimeout(timer);
  if (next && followers > 0) timer = setTimeout(() => void wake(), Math.min(next.getTime() - now, MAX_WAIT_MS));
  returned.set({ accountId, emails });
}

/** Their rows come first: a letter that came back may stand in no list. */
async function wake(): Promise<void> {
  const due = [...told.times].flatMap(([id, until]) => (until.getTime() <= Date.now() ? id : []));
  // Without an answer they are shown when the server is asked next.
  await loadRows(due, currentRecords()).catch(() => undefined);
  show();
}

/** Where a server does not answer, what was known stays. */
export const loadReturned = coalesce(async () => {
  if (followers === 0) return;
  const { accountId } = getAccount();
  const answers = await Promise.allSettled(waitingAccounts().map(timesOf));
  // Another account is shown by now, and was asked for when it was.
  if (accountId !== getAccount().accountId) return;
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  const known = told.accountId === accountId && failures.length > 0 ? told.times : [];
  told = { accountId, times: new Map([...known, ...found]) };
  await wake();
  if (failures.length > 0 && failures.length === answers.length) throw failures[0];
});

/** Whether a letter's server puts nothing back. */
export const comesBackAbove = (id: Id): boolean => putsNothingBack(placeOf(id).accountId);

/** Of what no server puts back. */
export const timeOf = (id: Id): Date | undefined => told.times.get(id);

/** They were put elsewhere, or have another time: the server is not asked for it. */
export function noteTimes(times: readonly (readonly [Id, Date | null])[]): void {
  const next = new Map(told.times);
  for (const [id, until] of times) {
    if (until && comesBackAbove(id)) next.set(id, until);
    else next.delete(id);
  }
  told = { ...told, times: next };
  show();
}

/** The clocks of tabs that are out of sight, or of a computer that sleeps, stand still. */
function seen(): void {
  if (document.visibilityState === "visible") void wake();
}

let followers = 0;
let stops: (() => void)[] = [];

function begin(): void {
  let account = getAccount().accountId;
  document.addEventListener("visibilitychange", seen);
  stops = [
    () => document.removeEventListener("visibilitychange", seen),
    () => clearTimeout(timer),
    onNews((changed) => {
      const types = [account, ...waitingAccounts()].map((id) => changed?.[id]);
      if (!changed || types.some((each) => each?.Email !== undefined)) loadReturned();
    }),
    subscribeToSession(() => {
      if (account === (account = getAccount().accountId)) return;
      told = { accountId: account, times: new Map() };
      returned.set({ accountId: account, emails: undefined });
      loadReturned();
    }),
  ];
  loadReturned();
}

/** @returns a function that ends it; what is known stays, so that the group is there at once when it is seen again */
export function followReturned(): () => void {
  if (++followers === 1) begin();
  return () => {
    if (--followers === 0) stops.forEach((stop) => stop());
  };
}

export const useReturned = (): Returned => useSignal(returned);

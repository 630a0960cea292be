/**
 * Snoozed letters whose time has come at a server that does not put them back (`bringsBack` of SNOOZE), and sent ones that
 * nothing has answered: of the account that is shown or of several, followed by push and by the clock.
 */
import { allAccountsOf, type Id, idOfMember, SNOOZE, type SnoozeCapability } from "@pismo/jmap";
import { loadRows } from "../lists/load-threads.ts";
import { currentRecords } from "../records/records.ts";
import { isAllAccounts, placeOf } from "../session/all-accounts.ts";
import { getAccount, getSession, request, subscribeToSession } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";

interface Away {
  until: Date;
  /** Of a sent letter; whether it came back its server says, and not the clock. */
  reminder?: "waits" | "came";
}

/** As letters are named where they are shown. */
type Times = ReadonlyMap<Id, Away>;

interface Returned {
  accountId: Id;
  /** When they came back, the last to do so first; undefined until that is known. */
  emails: ReadonlyMap<Id, Date> | undefined;
  /** Those that were sent. */
  unanswered: ReadonlySet<Id>;
}

const none: ReadonlySet<Id> = new Set();
const returned = createSignal<Returned>({ accountId: "", emails: undefined, unanswered: none });
let told: { accountId: Id; times: Times } = { accountId: "", times: new Map() };

/** A timer waits no longer: a computer that slept has its own idea of how long that was. */
const MAX_WAIT_MS = 3_600_000;
/** By the server's clock it has not come yet. */
const AGAIN_MS = 30_000;

const putsNothingBack = (id: Id): boolean =>
  (getSession()?.accounts[id]?.accountCapabilities[SNOOZE] as SnoozeCapability | undefined)?.bringsBack === false;

/** Those of the shown accounts whose letters come back above the inbox. */
export function waitingAccounts(): Id[] {
  const { accountId } = getAccount();
  const members = allAccountsOf(getSession(), accountId)?.members.map(({ id }) => id);
  return (members ?? [accountId]).filter(putsNothingBack);
}

async function timesOf(accountId: Id): Promise<[Id, Away][]> {
  const isAll = isAllAccounts(getAccount());
  const get = await request((calls) => calls.call("Snooze/get", { accountId, ids: null }));
  return get.result().list.map(({ id, until, ifUnanswered, isUnanswered }) => {
    const reminder = isUnanswered ? "came" : ifUnanswered && "waits";
    return [isAll ? idOfMember(accountId, id) : id, { until: new Date(until), ...(reminder && { reminder }) }];
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** What has come back by now is shown, and the next is waited for. */
function show(): void {
  const { accountId, times } = told;
  if (accountId !== getAccount().accountId) return;
  const byTime = [...times].toSorted(([, one], [, other]) => other.until.getTime() - one.until.getTime());
  const emails = new Map(byTime.flatMap(([id, away]) => (isBack(away) ? [[id, away.until]] : [])));
  const next = byTime.findLast(([, away]) => !isBack(away))?.[1].until.getTime();
  clearTimeout(timer);
  if (next !== undefined && followers > 0) {
    const now = Date.now();
    timer = setTimeout(lookAgain, next > now ? Math.min(next - now, MAX_WAIT_MS) : AGAIN_MS);
  }
  const unanswered = new Set([...emails.keys()].filter((id) => times.get(id)?.reminder));
  returned.set({ accountId, emails, unanswered });
}

const isDue = ({ until }: Away): boolean => until.getTime() <= Date.now();
const isBack = (away: Away): boolean => (away.reminder ? away.reminder === "came" : isDue(away));

/** The time of some has come: whether an answer has, the server knows. */
function lookAgain(): void {
  if ([...told.times.values()].some((away) => away.reminder === "waits" && isDue(away))) loadReturned();
  else void wake();
}

/** Their rows come first: a letter that came back may stand in no list. */
async function wake(): Promise<void> {
  const due = [...told.times].flatMap(([id, away]) => (isBack(away) ? id : []));
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
export const timeOf = (id: Id): Date | undefined => told.times.get(id)?.until;

/** They were put elsewhere, or have another time: the server is not asked for it. */
export function noteTimes(times: readonly (readonly [Id, Date | null])[], reminder?: Away["reminder"]): void {
  const next = new Map(told.times);
  for (const [id, until] of times) {
    if (until && comesBackAbove(id)) next.set(id, { until, ...(reminder && { reminder }) });
    else next.delete(id);
  }
  told = { ...told, times: next };
  show();
}

/** The clocks of tabs that are out of sight, or of a computer that sleeps, stand still. */
function seen(): void {
  if (document.visibilityState === "visible") lookAgain();
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
      returned.set({ accountId: account, emails: undefined, unanswered: none });
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

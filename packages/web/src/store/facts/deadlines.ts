/** What is to be done within a week, of the account that is shown or of several; followed by push. */
import { type Deadline, DEADLINES, type Id, idOfMember, SetFailure } from "@pismo/jmap";
import { afterPaint } from "../prefetch/painted.ts";
import { isAllAccounts, shownAccounts } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getAccount, getSession, request, subscribeToSession } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";
import { byLetter, type OfLetter } from "./by-letter.ts";
import { dayFrom, LAST_DAY } from "./day-from.ts";
import { loadFactSettings } from "./fact-settings.ts";

interface OwnedDeadline extends Deadline {
  /** Whose it is, of several accounts. */
  accountId: Id;
}

/** A line of the shelf: with others of the same letter, where that has many. */
export type ShownDeadline = OfLetter<OwnedDeadline>;

interface ShownDeadlines {
  accountId: Id;
  /** Undefined until they are known; none where they cannot be had. */
  entries: readonly ShownDeadline[] | undefined;
}

const shown = createSignal<ShownDeadlines>({ accountId: "", entries: undefined });

/** More is no week that one could look over. */
const MAX_ENTRIES = 50;
const HOUR_MS = 3_600_000;

/** By the reader's clock, "2026-12-05T14:35". */
const minuteOf = (now: Date): string =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

async function fetchFor(accountId: Id, now: Date): Promise<ShownDeadline[]> {
  const isAll = isAllAccounts(getAccount());
  const laterBefore = new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString().replace(".000", "");
  const get = await request((calls) => {
    const query = calls.call("Deadline/query", {
      accountId,
      filter: { from: minuteOf(now), until: dayFrom(now, LAST_DAY), state: "open", laterBefore },
      sort: [{ property: "at" }],
      limit: MAX_ENTRIES,
    });
    return calls.call("Deadline/get", { accountId, "#ids": query.ref("/ids") });
  });
  const entries = (get.result().list as Deadline[]).map((entry) => ({
    ...entry,
    accountId,
    // As the letters are named where several accounts are shown together.
    emailIds: isAll ? entry.emailIds.map((id) => idOfMember(accountId, id)) : entry.emailIds,
  }));
  return byLetter(entries);
}

const byTime = (one: ShownDeadline, other: ShownDeadline): number =>
  one.at < other.at ? -1 : Number(one.at > other.at);

const keyOf = ({ accountId, id }: ShownDeadline): string => `${accountId} ${id}`;

/** On their way off the shelf: what the server said before it knew does not bring them back. */
const leaving = new Set<string>();

const isShelfWanted = async (accountId: Id, now: Date): Promise<boolean> => {
  const { showsDeadlines, deadlinesHiddenUntil } = await loadFactSettings(accountId);
  return showsDeadlines && (deadlinesHiddenUntil === null || Date.parse(deadlinesHiddenUntil) <= now.getTime());
};

export const loadDeadlines = coalesce(async () => {
  const { accountId } = getAccount();
  const now = new Date();
  const accounts = shownAccounts().filter((id) => hasCapability(getSession(), id, DEADLINES));
  const isWanted = accounts.length > 0 && (await isShelfWanted(accountId, now));
  const answers = isWanted ? await Promise.allSettled(accounts.map((id) => fetchFor(id, now))) : [];
  const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  if (failures.length > 0 && failures.length === answers.length) throw failures[0];
  // Another account is shown by now, and was asked for when it was.
  if (accountId !== getAccount().accountId) return;
  const before = shown.get();
  /** Of an account that is away, what is known stays. */
  const known = (id: Id): ShownDeadline[] =>
    before.accountId === accountId ? (before.entries ?? []).filter((entry) => entry.accountId === id) : [];
  const entries = answers.flatMap((answer, i) => (answer.status === "fulfilled" ? answer.value : known(accounts[i]!)));
  shown.set({ accountId, entries: entries.filter((entry) => !leaving.has(keyOf(entry))).sort(byTime) });
}, withoutAnswer);

/** What was known stays. */
function withoutAnswer(): void {
  if (!shown.get().entries) shown.set({ accountId: getAccount().accountId, entries: [] });
}

let followers = 0;
let stops: (() => void)[] = [];

function begin(): void {
  let account = getAccount().accountId;
  // Days end, and what waits comes back.
  const timer = setInterval(loadDeadlines, HOUR_MS);
  stops = [
    () => clearInterval(timer),
    onNews((changed) => {
      const types = [account, ...shownAccounts()].map((id) => changed?.[id]);
      if (!changed || types.some((each) => each?.Deadline !== undefined || each?.Preferences !== undefined))
        loadDeadlines();
    }),
    subscribeToSession(() => {
      if (account === (account = getAccount().accountId)) return;
      shown.set({ accountId: account, entries: undefined });
      loadDeadlines();
    }),
  ];
  // The list that they stand above is painted first.
  afterPaint(loadDeadlines);
}

/** @returns a function that ends it; what is known stays, so that the shelf is there at once when it is seen again */
export function followDeadlines(): () => void {
  if (++followers === 1) begin();
  return () => {
    if (--followers === 0) stops.forEach((stop) => stop());
  };
}

export const useDeadlines = (): ShownDeadlines => useSignal(shown);

/** Shown at once; where the server does not take it, it is as before. @throws SetFailure, and what the request throws */
export async function setDeadline(
  entry: ShownDeadline,
  change: Partial<Pick<Deadline, "state" | "laterUntil">>,
): Promise<void> {
  const { accountId, id, others: rest } = entry;
  const before = shown.get();
  const key = keyOf(entry);
  const others = ({ entries }: ShownDeadlines) => entries?.filter((each) => keyOf(each) !== key);
  if (change.state !== "open") {
    leaving.add(key);
    shown.set({ ...before, entries: others(before) });
  }
  try {
    const update = Object.fromEntries([id, ...rest.map((each) => each.id)].map((each) => [each, change]));
    const set = await request((calls) => calls.call("Deadline/set", { accountId, update }));
    const [failed] = Object.values(set.result().notUpdated ?? {});
    if (failed) throw new SetFailure(failed);
  } catch (error) {
    const now = shown.get();
    // An undo that failed leaves it away.
    if (leaving.has(key) && now.accountId === before.accountId && now.entries)
      shown.set({ ...now, entries: [...(others(now) ?? []), entry].sort(byTime) });
    throw error;
  } finally {
    leaving.delete(key);
    loadDeadlines();
  }
}

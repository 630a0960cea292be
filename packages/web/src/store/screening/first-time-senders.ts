/** Who waits to be let in, of the account that is shown or of several; followed by push. */
import { type Id, idOfMember, type ScreenedSender, type ScreenedState, SCREENING, SetFailure } from "@pismo/jmap";
import { afterPaint } from "../prefetch/painted.ts";
import { isAllAccounts, shownAccounts } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getAccount, getSession, request, subscribeToSession } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";

export interface FirstTimeSender extends ScreenedSender {
  /** Whose letters they are, of several accounts. */
  accountId: Id;
  /** The newest letter, as it is named where several accounts are shown together. */
  shownEmailId: Id;
}

interface Waiting {
  accountId: Id;
  /** The newest; undefined until they are known, none where they cannot be had. */
  senders: readonly FirstTimeSender[] | undefined;
  /** Of all. */
  total: number;
}

const waiting = createSignal<Waiting>({ accountId: "", senders: undefined, total: 0 });

/** More are shown when these are decided on. */
const MAX_SENDERS = 50;

/** Those of one account. */
interface Fetched {
  accountId: Id;
  senders: readonly FirstTimeSender[];
  total: number;
  /** Letters may come to wait, or do. */
  isOn: boolean;
}

async function fetchFor(accountId: Id): Promise<Fetched> {
  const isAll = isAllAccounts(getAccount());
  const { query, get, preferences } = await request((calls) => {
    const asked = calls.call("ScreenedSender/query", { accountId, limit: MAX_SENDERS, calculateTotal: true });
    return {
      query: asked,
      get: calls.call("ScreenedSender/get", { accountId, "#ids": asked.ref("/ids") }),
      preferences: calls.call("Preferences/get", { accountId, ids: null, properties: ["id", "screensInto"] }),
    };
  });
  const senders = (get.result().list as ScreenedSender[]).map((sender) => ({
    ...sender,
    accountId,
    shownEmailId: isAll ? idOfMember(accountId, sender.emailId) : sender.emailId,
  }));
  const total = query.result().total ?? senders.length;
  return { accountId, senders, total, isOn: total > 0 || preferences.result().list[0]?.screensInto != null };
}

const newestFirst = (one: FirstTimeSender, other: FirstTimeSender): number =>
  Date.parse(other.newestAt) - Date.parse(one.newestAt);

const keyOf = ({ accountId, id }: FirstTimeSender): string => `${accountId} ${id}`;

/** Decided on: what the server said before it knew does not bring them back. */
const leaving = new Set<string>();

/** Where nothing can come to wait, no change of a letter is a reason to ask. */
let isOn = true;

/** As each account has last told; of one that does not answer it stays. */
let told: { accountId: Id; parts: readonly Fetched[] } = { accountId: "", parts: [] };

/** @param gone the key of one who waits no more */
const without = (part: Fetched, gone: (key: string) => boolean): Fetched => {
  const senders = part.senders.filter((sender) => !gone(keyOf(sender)));
  return { ...part, senders, total: part.total - (part.senders.length - senders.length) };
};

function show(): void {
  const { accountId } = told;
  const parts = told.parts.map((part) => without(part, (key) => leaving.has(key)));
  const senders = parts.flatMap((part) => part.senders).sort(newestFirst);
  waiting.set({ accountId, senders, total: parts.reduce((sum, { total }) => sum + total, 0) });
}

export const loadFirstTimeSenders = coalesce(async () => {
  const { accountId } = getAccount();
  const accounts = shownAccounts().filter((id) => hasCapability(getSession(), id, SCREENING));
  const answers = await Promise.allSettled(accounts.map(fetchFor));
  const failures = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  if (failures.length > 0 && failures.length === answers.length) throw failures[0];
  // Another account is shown by now, and was asked for when it was.
  if (accountId !== getAccount().accountId) return;
  const before = told.accountId === accountId ? told.parts : [];
  const parts = answers.flatMap((answer, i) =>
    answer.status === "fulfilled" ? answer.value : before.filter((part) => part.accountId === accounts[i]),
  );
  isOn = failures.length > 0 || parts.some((part) => part.isOn);
  told = { accountId, parts };
  show();
}, withoutAnswer);

/** What was known stays. */
function withoutAnswer(): void {
  if (!waiting.get().senders) waiting.set({ accountId: getAccount().accountId, senders: [], total: 0 });
}

let followers = 0;
let stops: (() => void)[] = [];

function begin(): void {
  let account = getAccount().accountId;
  stops = [
    onNews((changed) => {
      const types = [account, ...shownAccounts()].map((id) => changed?.[id]);
      const isMeant = types.some((each) => each?.Preferences !== undefined || (isOn && each?.Mailbox !== undefined));
      if (!changed || isMeant) loadFirstTimeSenders();
    }),
    subscribeToSession(() => {
      if (account === (account = getAccount().accountId)) return;
      waiting.set({ accountId: account, senders: undefined, total: 0 });
      loadFirstTimeSenders();
    }),
  ];
  // The list that they stand above is painted first.
  afterPaint(loadFirstTimeSenders);
}

/** @returns a function that ends it; what is known stays, so that the shelf is there at once when it is seen again */
export function followFirstTimeSenders(): () => void {
  if (++followers === 1) begin();
  return () => {
    if (--followers === 0) stops.forEach((stop) => stop());
  };
}

export const useFirstTimeSenders = (): Waiting => useSignal(waiting);

/** Shown at once; where the server does not take it, it is as before. @throws SetFailure, and what the request throws */
export async function setSenderState(sender: FirstTimeSender, state: ScreenedState): Promise<void> {
  const { accountId, id } = sender;
  const key = keyOf(sender);
  if (state !== "waiting") {
    leaving.add(key);
    show();
  }
  try {
    const set = await request((calls) => calls.call("ScreenedSender/set", { accountId, update: { [id]: { state } } }));
    const failed = set.result().notUpdated?.[id];
    if (failed) throw new SetFailure(failed);
    if (state !== "waiting") told = { ...told, parts: told.parts.map((part) => without(part, (each) => each === key)) };
  } finally {
    leaving.delete(key);
    if (waiting.get().senders) show();
    loadFirstTimeSenders();
  }
}

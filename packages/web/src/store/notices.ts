/** Short messages to the person, some with Undo; `app` shows them as toasts. */
import type { SetError } from "@pismo/jmap";
import { failureNumber } from "./failure-number.ts";
import { createSignal, useSignal } from "./signal.ts";

export interface NoticeInput {
  /** Key of the text in the catalogues. */
  key: string;
  values?: Record<string, string | number>;
  tone?: "info" | "error";
  undo?: () => void;
  /** Something else that can be done about it; `key` is the text of its button. */
  action?: { key: string; perform: () => void };
  /** Milliseconds until it goes by itself; 0: stays until dismissed. 10,000 when not given. */
  timeout?: number;
  /** From 0 to 1 while a long action runs. */
  progress?: number;
  /** Stops a long action. */
  cancel?: () => void;
}

export interface Notice extends NoticeInput {
  id: number;
  tone: "info" | "error";
  timeout: number;
}

const notices = createSignal<readonly Notice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
/** By the pointer or focus. */
const held = new Set<number>();
let lastId = 0;

function startTimer({ id, timeout }: Notice): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (timeout > 0 && !held.has(id))
    timers.set(
      id,
      setTimeout(() => dismissNotice(id), timeout),
    );
}

/** Shows a notice and gives its id. The same text is not shown twice at a time. */
export function notify(input: NoticeInput): number {
  const notice: Notice = { tone: "info", timeout: 10_000, ...input, id: ++lastId };
  const same = ({ key, values }: Notice): boolean =>
    key === notice.key && JSON.stringify(values) === JSON.stringify(notice.values);
  const others = notices.get().filter((shown) => shown.undo || notice.undo || !same(shown));
  notices.set([...others, notice]);
  startTimer(notice);
  return notice.id;
}

/** Changes a notice that is still shown, e.g. its progress. */
export function updateNotice(id: number, change: Partial<NoticeInput>): void {
  notices.set(notices.get().map((notice) => (notice.id === id ? { ...notice, ...change } : notice)));
  const notice = notices.get().find((shown) => shown.id === id);
  if (notice && change.timeout !== undefined) startTimer(notice);
}

/** Removes it from wherever it is shown. */
export function dismissNotice(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  held.delete(id);
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** Keeps a notice while the pointer or focus is on it (WCAG 2.2 §2.2.1); `resumeNotice` starts its time again. */
export function holdNotice(id: number): void {
  held.add(id);
  clearTimeout(timers.get(id));
}

/** Restarts its timer. */
export function resumeNotice(id: number): void {
  held.delete(id);
  const notice = notices.get().find((shown) => shown.id === id);
  if (notice) startTimer(notice);
}

/** Takes back what was done last, as long as its notice stands. @returns whether there was something */
export function undoLatest(): boolean {
  const latest = notices.get().findLast(({ undo }) => undo);
  if (!latest) return false;
  latest.undo?.();
  dismissNotice(latest.id);
  return true;
}

export const getNotices = (): readonly Notice[] => notices.get();

export function useNotices(): readonly Notice[] {
  return useSignal(notices);
}

/** Reasons with a text of their own in the catalogues (`actions.refused.…`). */
const explained = new Set([
  "forbidden",
  "notFound",
  "overQuota",
  "tooManyKeywords",
  "tooManyMailboxes",
  "mailboxHasChild",
  "mailboxHasEmail",
  "serverUnavailable",
]);

/** Why a record was not changed. */
export interface Refusal extends SetError {
  /** The server failed; this finds it in its log. */
  failureNumber?: string | undefined;
}

/** One notice for all that one change was refused. */
export function notifyRefused(errors: readonly Refusal[]): void {
  const [first] = errors;
  if (!first) return;
  if (first.failureNumber !== undefined) return notifyFailed(first.failureNumber);
  const reason = first.description ?? first.type;
  const name = explained.has(first.type) ? first.type : "other";
  notify({ key: `actions.refused.${name}`, values: { reason, count: errors.length }, tone: "error" });
}

function notifyFailed(number: string): void {
  notify({ key: "actions.refused.failed", values: { number }, tone: "error" });
}

/** One notice for a request that had no result: the server failed, or could not be reached. */
export function notifyNotDone(error: unknown): void {
  const number = failureNumber(error);
  if (number === undefined) notify({ key: "actions.refused.unreachable", tone: "error" });
  else notifyFailed(number);
}

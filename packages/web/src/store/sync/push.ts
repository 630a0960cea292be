/**
 * News from the server. One tab of a browser holds the stream and tells the others: browsers allow only six connections
 * to a plain-http server, and a stream for each tab would leave none for the mail itself.
 */
import { openPush, type StateChange } from "@pismo/jmap";
import { expectNewMail } from "./new-mail.ts";
import { checkConnection, getConnection, onReachable } from "./connection.ts";
import { recordsOf } from "../records/records.ts";
import { getAccount, getAccounts, getClient, refreshSession } from "../session/session.ts";
import { requestSync } from "./sync-request.ts";

/** "opened": the stream stands again; what happened while it did not has to be asked for. */
type News = StateChange | "opened";

const types = ["Mailbox", "Email", "Thread", "EmailDelivery", "EmailSubmission", "MirrorStatus"];

type Changed = StateChange["changed"];
const listeners = new Set<(changed: Changed | undefined) => void>();

/** Calls back with what has changed; without it, when anything may have. @returns a function that ends it */
export function onNews(listener: (changed: Changed | undefined) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Milliseconds until a tab asks by itself: the one that holds the stream asks when that stands. */
const firstSyncPause = 500;

const hasAccount = (id: string): boolean => getAccounts().some(({ accountId }) => accountId === id);

function hear(news: News): void {
  for (const listener of listeners) listener(news === "opened" ? undefined : news.changed);
  if (news === "opened") {
    requestSync();
    return;
  }
  // An account was added or removed, perhaps in another tab.
  const isOther = Object.entries(news.changed).some(
    ([id, states]) => !hasAccount(id) || Object.keys(states).length === 0,
  );
  if (isOther) refreshSession().catch(() => undefined);
  const { accountId } = getAccount();
  const own = news.changed[accountId];
  if (own) Object.assign(recordsOf(accountId).told, own);
  if (own?.EmailDelivery !== undefined) expectNewMail();
  const isBehind = (): boolean => own !== undefined && recordsOf(accountId).isBehind(own);
  // What this page did itself is known by its response: now, or when that is there, whose turn it is before a sync's.
  if (isBehind()) requestSync(isBehind);
}

/** @returns a function that ends the stream */
function holdStream(tell: (news: News) => void): () => void {
  const push = openPush(getClient(), {
    types,
    onChange: tell,
    onOpen: () => tell("opened"),
    // Perhaps only the stream broke, perhaps the server is gone: the person should know. A page that is left asks nothing.
    onBreak: () => setTimeout(checkConnection),
    mayTry: () => getConnection() !== "offline",
  });
  const forget = onReachable(push.wake);
  return () => {
    forget();
    push.close();
  };
}

function seen(): void {
  if (document.visibilityState === "visible") requestSync();
}

/** Follows the server until the page is left. @returns a function that stops it */
export function startPush(): () => void {
  if (typeof document === "undefined" || !("locks" in navigator)) return holdStream(hear);
  const channel = new BroadcastChannel("pismo-push");
  const tellAll = (news: News): void => {
    hear(news);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin only
    channel.postMessage(news);
  };
  const firstSync = setTimeout(() => requestSync(), firstSyncPause);
  channel.addEventListener("message", ({ data }) => hear(data as News));
  const stop = new AbortController();
  const hold = async (): Promise<void> => {
    const end = holdStream((news) => {
      clearTimeout(firstSync);
      tellAll(news);
    });
    await new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
    end();
  };
  // The tab that has the lock holds the stream; when it is closed, another one gets the lock.
  navigator.locks.request("pismo-push", { signal: stop.signal }, hold).catch(() => undefined);
  document.addEventListener("visibilitychange", seen);
  return () => {
    document.removeEventListener("visibilitychange", seen);
    stop.abort();
    channel.close();
  };
}

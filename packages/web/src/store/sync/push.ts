/**
 * News from the server. One tab of a browser holds the stream and tells the others: browsers allow only six connections
 * to a plain-http server, and a stream for each tab would leave none for the mail itself.
 */
import { type Id, openPush, remoteAccountOf, type StateChange } from "@pismo/jmap";
import { expectNewMail } from "./new-mail.ts";
import { checkConnection, getConnection, onReachable } from "./connection.ts";
import { loadPreferences } from "../records/preferences.ts";
import { recordsOf } from "../records/records.ts";
import {
  getAccount,
  getAccounts,
  getClient,
  givenSession,
  refreshSession,
  serverOf,
  subscribeToSession,
} from "../session/session.ts";
import { followSessionState } from "../session/follow-state.ts";
import { tellNews } from "./news.ts";
import { requestSync } from "./sync-request.ts";

/** Its code comes with the stream of news, and does at once what was requested before. */
export { sync } from "./sync.ts";

/** "opened": the stream stands again; what happened while it did not has to be asked for. */
type News = StateChange | "opened";

const types = [
  "Mailbox",
  "Email",
  "Thread",
  "EmailDelivery",
  "EmailSubmission",
  "VacationResponse",
  "MirrorStatus",
  "Preferences",
  "Label",
  "SavedSearch",
  "ContactCard",
  "SieveScript",
  "EmailFact",
  "Deadline",
  "AddressBookServer",
];

/** Milliseconds until a tab asks by itself: the one that holds the stream asks when that stands. */
const firstSyncPause = 500;

const hasAccount = (id: string): boolean => getAccounts().some(({ accountId }) => accountId === id);

function hear(news: News): void {
  tellNews(news === "opened" ? undefined : news.changed);
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
  if (own?.Preferences !== undefined) loadPreferences();
  const isBehind = (): boolean => own !== undefined && recordsOf(accountId).isBehind(own);
  // What this page did itself is known by its response: now, or when that is there, whose turn it is before a sync's.
  if (isBehind()) requestSync(isBehind);
}

/**
 * @param server the account whose server is followed, where another one has its mail
 * @returns a function that ends the stream
 */
function holdStream(tell: (news: News) => void, server?: Id): () => void {
  const push = openPush(getClient(), {
    types,
    accountId: server,
    onChange: (change) => tell(server === undefined ? change : inOurs(change, server)),
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

/** What the other server says of the account, which has another id there. */
function inOurs(change: StateChange, accountId: Id): StateChange {
  const there = remoteAccountOf(givenSession(), accountId)?.accountId ?? "";
  const states = change.changed[there];
  return { ...change, changed: states ? { [accountId]: states } : {} };
}

function seen(): void {
  if (document.visibilityState === "visible") requestSync();
}

/** Beside our own server's stream that of the shown account's, where another one has its mail. */
function followShown(hold: (signal: AbortSignal, server: Id) => void): () => void {
  let shown = "";
  let leaving = new AbortController();
  const follow = (): void => {
    const server = serverOf(getAccount().accountId);
    if (server === shown) return;
    shown = server;
    leaving.abort();
    leaving = new AbortController();
    if (server !== "") hold(leaving.signal, server);
  };
  follow();
  const stop = subscribeToSession(follow);
  return () => {
    stop();
    leaving.abort();
  };
}

/** Follows the server until the page is left. @returns a function that stops it */
export function startPush(): () => void {
  const [stopNews, stopStates] = [followNews(), followSessionState()];
  return () => {
    stopStates();
    stopNews();
  };
}

function followNews(): () => void {
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
  const hold = (signal: AbortSignal, server?: Id): void => {
    const held = async (): Promise<void> => {
      const end = holdStream((news) => {
        clearTimeout(firstSync);
        tellAll(news);
      }, server);
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      end();
    };
    // The tab that has the lock holds the stream; when it is closed, another one gets the lock.
    navigator.locks.request(server ? `pismo-push ${server}` : "pismo-push", { signal }, held).catch(() => undefined);
  };
  hold(stop.signal);
  const stopShown = followShown((signal, server) => hold(AbortSignal.any([signal, stop.signal]), server));
  document.addEventListener("visibilitychange", seen);
  return () => {
    document.removeEventListener("visibilitychange", seen);
    stopShown();
    stop.abort();
    channel.close();
  };
}

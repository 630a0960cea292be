/**
 * News from the server. One tab of a browser holds the stream and tells the others: browsers allow only six connections
 * to a plain-http server, and a stream for each tab would leave none for the mail itself.
 */
import { openPush, type Push, type StateChange } from "@pismo/jmap";
import { checkConnection, onReachable } from "./connection.ts";
import { recordsOf } from "./records.ts";
import { getAccount, getClient } from "./session.ts";
import { requestSync } from "./sync-request.ts";

const types = ["Mailbox", "Email", "Thread", "EmailDelivery"];

function hear({ changed }: StateChange): void {
  const { accountId } = getAccount();
  const own = changed[accountId];
  if (own) requestSync(() => recordsOf(accountId).isBehind(own));
}

function holdStream(tell: (change: StateChange) => void): Push {
  const push = openPush(getClient(), {
    types,
    onChange(change) {
      hear(change);
      tell(change);
    },
    onOpen: () => requestSync(),
    // Perhaps only the stream broke, perhaps the server is gone: the person should know.
    onBreak: checkConnection,
  });
  onReachable(push.wake);
  return push;
}

function seen(): void {
  if (document.visibilityState === "visible") requestSync();
}

/** Follows the server until the page is left. @returns a function that stops it */
export function startPush(): () => void {
  // After the page has begun to load what it shows: that comes first, with the folders in the same request.
  setTimeout(() => requestSync());
  if (typeof document === "undefined" || !("locks" in navigator)) return holdStream(() => undefined).close;
  const channel = new BroadcastChannel("pismo-push");
  channel.addEventListener("message", ({ data }) => hear(data as StateChange));
  const stop = new AbortController();
  const hold = async (): Promise<void> => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin only
    const push = holdStream((change) => channel.postMessage(change));
    await new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
    push.close();
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

/** Whether the server can be reached; while it cannot, asks again with growing pauses. */
import { RequestError } from "@pismo/jmap";
import { failureNumber } from "../failure-number.ts";
import { createSignal, type Listener, tell, useSignal } from "../signal.ts";

export type Connection = "connecting" | "online" | "offline";

const connection = createSignal<Connection>("connecting");
/** While the server answers with failures: the number of the first. */
const serverFailure = createSignal<string | undefined>(undefined);
/** The server is there, and takes the password of the shown account no longer. */
const isRefused = createSignal(false);
/** The server is there, and the session has ended: the sign-in says it. */
const isSessionLost = createSignal(false);
const listeners = new Set<Listener>();
const firstPause = 1000;
const longestPause = 30_000;
/** A network that drops packets lets a request wait for minutes; until then nothing else would be asked. */
const PROBE_TIMEOUT_MS = 20_000;
let pause = firstPause;
let timer: ReturnType<typeof setTimeout> | undefined;
let asking: Promise<void> | undefined;
let probe: ((signal: AbortSignal) => Promise<unknown>) | undefined;

/** Statuses after which the same request may well succeed later; 401: the session has to be made again first. */
const passing = new Set([401, 408, 425, 429, 500, 502, 503, 504]);

/** The request did not get its answer: the same may be sent again later. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof RequestError) return passing.has(error.problem.status);
  return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}

export const getConnection = (): Connection => connection.get();

/** Called when the server answers again after it could not be reached. */
export function onReachable(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the server can be reached. @throws what `signal` was aborted with */
export function whenReachable(signal: AbortSignal): Promise<void> {
  if (connection.get() !== "offline") return Promise.resolve();
  return new Promise((resolve, reject) => {
    const forget = onReachable(() => {
      forget();
      resolve();
    });
    signal.addEventListener("abort", () => {
      forget();
      reject(signal.reason as Error);
    });
  });
}

/** The server answered. */
export function reportReachable(): void {
  clearTimeout(timer);
  timer = undefined;
  pause = firstPause;
  serverFailure.set(undefined);
  isRefused.set(false);
  isSessionLost.set(false);
  const before = connection.get();
  if (before === "online") return;
  connection.set("online");
  if (before === "offline") tell(listeners);
}

/** It did not: it is tried again by itself. @param error as the request threw it */
export function reportUnreachable(error?: unknown): void {
  // Each try has a number of its own: what the person reads stays.
  if (serverFailure.get() === undefined) serverFailure.set(failureNumber(error));
  const problem = error instanceof RequestError ? error.problem : undefined;
  const isRefusedThere = problem?.isRefusedThere === true;
  isRefused.set(isRefusedThere);
  isSessionLost.set(problem?.status === 401 && !isRefusedThere);
  const before = connection.get();
  if (before !== "offline") connection.set("offline");
  if (timer || asking) return;
  // Without a pause: the page would say for as long that nothing is wrong.
  if (isSessionLost.get() && before === "online") return checkConnection();
  // Up to a quarter more, so that many browsers do not come back at the same moment.
  timer = setTimeout(retryLater, pause * (1 + Math.random() / 4));
}

/** Only this makes the next pause longer: each request and each piece of code that fails asks as well. */
function retryLater(): void {
  pause = Math.min(pause * 2, longestPause);
  retryNow();
}

/** Asks the server whether it is there. */
export function checkConnection(): void {
  if (!probe || asking) return;
  clearTimeout(timer);
  timer = undefined;
  asking = ask(probe);
}

/** Asks the server at once while it cannot be reached, whatever pause was due. */
export function retryNow(): void {
  if (connection.get() !== "online") checkConnection();
}

/** Asks the server and says whether it answered. */
export async function whetherReachable(): Promise<boolean> {
  checkConnection();
  await asking;
  return connection.get() === "online";
}

async function ask(question: NonNullable<typeof probe>): Promise<void> {
  try {
    await question(AbortSignal.timeout(PROBE_TIMEOUT_MS));
    asking = undefined;
    reportReachable();
  } catch (error) {
    asking = undefined;
    reportUnreachable(error);
  }
}

/** @param question something cheap that fails while the server cannot be reached, and when its signal is aborted */
export function watchConnection(question: NonNullable<typeof probe>): void {
  probe = question;
  if (typeof window === "undefined") return;
  window.addEventListener("online", retryNow);
  window.addEventListener("offline", reportUnreachable);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") retryNow();
  });
}

export function useConnection(): Connection {
  return useSignal(connection);
}

/** While the server fails: the number that finds it in its log. */
export function useServerFailure(): string | undefined {
  return useSignal(serverFailure);
}

export const useIsRefused = (): boolean => useSignal(isRefused);

export const useIsSessionLost = (): boolean => useSignal(isSessionLost);

/**
 * Which form has an Email, in this tab or in another: a Web Lock per Email, and a channel on which tabs ask one
 * another for it. Where a browser has no locks every form has its Email, and `drafts.ts` sees what was replaced.
 */

const lockOf = (messageId: string): string => `pismo-letter-${messageId}`;
const channelName = "pismo-letters";
/** In ms. A tab that does not say in this time that it has the Email still holds its lock: it is busy, or sleeps. */
const answerTimeoutMs = 3000;

/** `whose`: which tab has it? `mine`: a form here. `wanted`: a form elsewhere takes over. */
interface LockMessage {
  messageId: string;
  kind: "whose" | "mine" | "wanted";
}

/** An Email in the hands of one form. */
export interface DraftLock {
  /** Another form may have changed the Email while this one waited for it. */
  hasWaited: boolean;
  /** A form stands behind it, which lets go itself. */
  isInForm: boolean;
  /** Calls `yieldDraft` when another tab wants to go on with the Email; at once where it wanted that before. */
  onWanted(yieldDraft: () => void): void;
  release(): void;
}

/** Claims of this page. One that is in the way is a form that closes and is still saved: it is waited for. */
const claims = new Map<string, number>();

const count = (messageId: string, change: 1 | -1): void => {
  const claimed = (claims.get(messageId) ?? 0) + change;
  if (claimed > 0) claims.set(messageId, claimed);
  else claims.delete(messageId);
};

/**
 * Takes the Email into the hands of a form.
 * @param takesOver asks the tab that has it to let go, and waits until it has saved what it has
 * @param signal gives up waiting
 * @returns undefined where another tab has it, or where it was given up
 */
export async function lockDraft(
  messageId: string,
  { takesOver = false, signal }: { takesOver?: boolean; signal?: AbortSignal } = {},
): Promise<DraftLock | undefined> {
  let yieldDraft: (() => void) | undefined;
  let isWanted = false;
  const lock: DraftLock = {
    hasWaited: false,
    isInForm: false,
    onWanted(listener) {
      yieldDraft = listener;
      if (isWanted) listener();
    },
    release: () => undefined,
  };
  const locks = globalThis.navigator?.locks;
  if (!locks) return lock;
  const leaving = new AbortController();
  const giveUp = (): void => leaving.abort();
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted) return undefined;
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is our origin's
  const send = (kind: LockMessage["kind"]): void => channel.postMessage({ messageId, kind } satisfies LockMessage);
  const isOurs = claims.has(messageId);
  count(messageId, 1);
  return new Promise((resolve) => {
    const timer = isOurs || takesOver ? undefined : setTimeout(giveUp, answerTimeoutMs);
    let isHeld = false;
    channel.addEventListener("message", ({ data }: MessageEvent<LockMessage>) => {
      if (data.messageId !== messageId) return;
      if (!isHeld) {
        lock.hasWaited = true;
        if (data.kind === "mine" && !takesOver) giveUp();
      } else if (data.kind === "whose") send("mine");
      else if (data.kind === "wanted") {
        isWanted = true;
        yieldDraft?.();
      }
    });
    const keep = (): Promise<void> => {
      clearTimeout(timer);
      isHeld = true;
      return new Promise((free) => {
        lock.release = free;
        resolve(lock);
      });
    };
    const take = async (): Promise<void> => {
      const isFree = await locks.request(lockOf(messageId), { ifAvailable: true }, (granted) =>
        granted ? keep().then(() => true) : false,
      );
      if (isFree) return;
      lock.hasWaited = true;
      send(takesOver ? "wanted" : "whose");
      await locks.request(lockOf(messageId), { signal: leaving.signal }, keep);
    };
    void take()
      .catch(() => resolve(undefined))
      .finally(() => {
        clearTimeout(timer);
        channel.close();
        signal?.removeEventListener("abort", giveUp);
        count(messageId, -1);
      });
  });
}

/** Runs `task`, if there is one, as soon as no form has the Email. */
export async function whenDraftFree(messageId: string, task = (): Promise<void> => Promise.resolve()): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return task();
  await locks.request(lockOf(messageId), task);
}

/** Runs `task` unless a form has the Email. @returns whether it ran */
export async function ifDraftFree(messageId: string, task: () => Promise<void>): Promise<boolean> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return task().then(() => true);
  return locks.request(lockOf(messageId), { ifAvailable: true }, (lock) => (lock ? task().then(() => true) : false));
}

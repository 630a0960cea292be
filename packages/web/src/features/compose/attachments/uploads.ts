/** The uploads of attached files that are under way. */
import { type Id, RequestError } from "@pismo/jmap";
import { isUnreachable, whetherReachable } from "../../../store/index.ts";
import { uploadBlob } from "../../../store/records/blobs.ts";
import { whenReachable } from "../../../store/sync/connection.ts";

/** How one upload goes on. */
export interface UploadState {
  /** 0 to 1. */
  progress?: number;
  /** Set when it is done. */
  blobId?: string;
  /** refused: by the server; full: the mailbox has no room; waiting: for the server to be reached. */
  problem?: "refused" | "full" | "waiting";
  /** The connection broke before: all octets are sent once more. */
  isAgain?: true;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** What breaks off more often, though the server is there, goes on when the person says so: all octets travel each time. */
const MAX_BREAKS = 5;

function problemOf(error: unknown): NonNullable<UploadState["problem"]> {
  if (error instanceof RequestError && error.problem.limit === "overQuota") return "full";
  return isUnreachable(error) ? "waiting" : "refused";
}

interface File {
  key: string;
  data: Blob;
  type: string;
}

export class Uploads {
  readonly #running = new Map<string, { controller: AbortController; done: Promise<void> }>();
  readonly #accountId: Id;
  readonly #onState: (key: string, state: UploadState) => void;

  /** @param onState told of progress, of the end, of what hinders it, and that it begins once more */
  constructor(accountId: Id, onState: (key: string, state: UploadState) => void) {
    this.#accountId = accountId;
    this.#onState = onState;
  }

  has(key: string): boolean {
    return this.#running.has(key);
  }

  start(key: string, data: Blob, type: string): void {
    this.stop([key]);
    this.#send({ key, data, type }, 0);
  }

  stop(keys: Iterable<string>): void {
    for (const key of keys) {
      this.#running.get(key)?.controller.abort();
      this.#running.delete(key);
    }
  }

  stopAll(): void {
    this.stop([...this.#running.keys()]);
  }

  /** Waits until each is done or has failed. */
  async settle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** @param breaks of the connection so far */
  #send(file: File, breaks: number): void {
    const { key, data, type } = file;
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (fraction: number): void => this.#onState(key, { progress: Math.min(fraction, 0.99) });
    const done = uploadBlob(data, type, { accountId: this.#accountId, onProgress, signal }).then(
      ({ blobId }) => this.#onState(key, { blobId, progress: 1 }),
      (error: unknown) => {
        if (signal.aborted) return;
        const problem = problemOf(error);
        this.#onState(key, { problem });
        if (problem === "waiting") void this.#sendAgain(file, breaks, signal);
      },
    );
    this.#running.set(key, { controller, done });
  }

  /** From its first octet: JMAP takes a file in one request (RFC 8620 §6.1). */
  async #sendAgain(file: File, breaks: number, signal: AbortSignal): Promise<void> {
    try {
      const isReachable = await whetherReachable();
      if (isReachable && breaks >= MAX_BREAKS && !signal.aborted)
        return this.#onState(file.key, { problem: "refused" });
      // What alone broke off is not sent again at once.
      if (isReachable) await pauseAfter(breaks, signal);
      else await whenReachable(signal);
    } catch {
      // Stopped.
    }
    if (signal.aborted) return;
    this.#onState(file.key, { progress: 0, isAgain: true });
    this.#send(file, breaks + 1);
  }
}

const pauseAfter = (breaks: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(FIRST_PAUSE_MS * 2 ** breaks, LONGEST_PAUSE_MS));
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

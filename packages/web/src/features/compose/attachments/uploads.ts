/** The uploads of attached files that are under way. */
import { type Id, RequestError } from "@pismo/jmap";
import { isUnreachable } from "../../../store/index.ts";
import { uploadBlob } from "../../../store/records/blobs.ts";

/** How one upload goes on. */
export interface UploadState {
  /** 0 to 1. */
  progress?: number;
  /** Set when it is done. */
  blobId?: string;
  /** refused: by the server; full: the mailbox has no room; waiting: for the server to be reached. */
  problem?: "refused" | "full" | "waiting";
}

function problemOf(error: unknown): NonNullable<UploadState["problem"]> {
  if (error instanceof RequestError && error.problem.limit === "overQuota") return "full";
  return isUnreachable(error) ? "waiting" : "refused";
}

export class Uploads {
  readonly #running = new Map<string, { controller: AbortController; done: Promise<void> }>();
  readonly #accountId: Id;
  readonly #onState: (key: string, state: UploadState) => void;

  /** @param onState told of progress, of the end and of what hinders it */
  constructor(accountId: Id, onState: (key: string, state: UploadState) => void) {
    this.#accountId = accountId;
    this.#onState = onState;
  }

  has(key: string): boolean {
    return this.#running.has(key);
  }

  start(key: string, data: Blob, type: string): void {
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (fraction: number): void => this.#onState(key, { progress: Math.min(fraction, 0.99) });
    const done = uploadBlob(data, type, { accountId: this.#accountId, onProgress, signal }).then(
      ({ blobId }) => this.#onState(key, { blobId, progress: 1 }),
      (error: unknown) => {
        if (!signal.aborted) this.#onState(key, { problem: problemOf(error) });
      },
    );
    this.#running.set(key, { controller, done });
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
}

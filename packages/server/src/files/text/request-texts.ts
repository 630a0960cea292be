/** The text of files that a person waits for: beside those that are read for the index, and one at a time. */
import { TextThread } from "./text-thread.ts";

/** A person waits, and others behind them. */
const TIMEOUT_MS = 10_000;

export class RequestTexts {
  readonly #thread = new TextThread(TIMEOUT_MS);
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /**
   * @param signal aborted when the caller has disconnected
   * @returns empty where the file has no text; undefined where it cost its budget, or is not wanted any more
   */
  textOf(bytes: Uint8Array, signal: AbortSignal): Promise<string | undefined> {
    const text = this.#last.then(() =>
      signal.aborted || this.#isClosed
        ? undefined
        : this.#thread.read({ bytes, type: "application/octet-stream", name: null, form: "text" }),
    );
    this.#last = text;
    return text;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.close();
  }
}

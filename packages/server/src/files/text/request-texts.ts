/** The text of files that a person waits for: beside those that are read for the index, and one at a time. */
import type { FileText } from "@pismo/jmap";
import { TextThread } from "./text-thread.ts";

/** A person waits, and others behind them. */
const TIMEOUT_MS = 10_000;

export class RequestTexts {
  readonly #thread = new TextThread(TIMEOUT_MS);
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /**
   * @param signal aborted when the caller has disconnected
   * @returns undefined where the file has no text or cost its budget, or is not wanted any more
   */
  async textOf(bytes: Uint8Array, signal: AbortSignal): Promise<FileText | undefined> {
    const text = this.#last.then(() =>
      signal.aborted || this.#isClosed
        ? undefined
        : this.#thread.read({ bytes, type: "application/octet-stream", name: null, form: "preview" }),
    );
    this.#last = text;
    const preview = await text;
    return preview ? (JSON.parse(preview) as FileText) : undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.close();
  }
}

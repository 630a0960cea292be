/** Requests to another thread that wait for their answers. */

interface Pending<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

export class PendingRequests<T> {
  readonly #pending = new Map<number, Pending<T>>();
  #lastId = 0;

  /** @param post gets the id that the answer has to carry */
  send(post: (requestId: number) => void): Promise<T> {
    const requestId = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(requestId, { resolve, reject });
      post(requestId);
    });
  }

  resolve(requestId: number, value: T): void {
    this.#pending.get(requestId)?.resolve(value);
    this.#pending.delete(requestId);
  }

  reject(requestId: number, error: Error): void {
    this.#pending.get(requestId)?.reject(error);
    this.#pending.delete(requestId);
  }

  rejectAll(error: Error): void {
    for (const requestId of this.#pending.keys()) this.reject(requestId, error);
  }
}

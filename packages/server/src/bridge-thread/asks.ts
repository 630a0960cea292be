/** Questions to another thread that wait for their answers. */

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

export class Asks<T> {
  readonly #waiting = new Map<number, Waiting<T>>();
  #last = 0;

  /** @param send gets the number under which the answer is to come */
  ask(send: (ask: number) => void): Promise<T> {
    const ask = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(ask, { resolve, reject });
      send(ask);
    });
  }

  answer(ask: number, value: T): void {
    this.#waiting.get(ask)?.resolve(value);
    this.#waiting.delete(ask);
  }

  refuse(ask: number, error: Error): void {
    this.#waiting.get(ask)?.reject(error);
    this.#waiting.delete(ask);
  }

  /** Nobody answers any more. */
  refuseAll(error: Error): void {
    for (const ask of this.#waiting.keys()) this.refuse(ask, error);
  }
}

/** Jobs one after the other: each begins when the one before it has ended, however that ended. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

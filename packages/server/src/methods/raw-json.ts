/** A result that the store has serialized: it is sent unchanged. */
export class RawJson<T extends object> {
  readonly text: string;
  #value: T | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Parsed when a later call refers to it. */
  get value(): T {
    return (this.#value ??= JSON.parse(this.text) as T);
  }
}

export const textOf = (result: object): string => (result instanceof RawJson ? result.text : JSON.stringify(result));

export const valueOf = <T extends object>(result: T | RawJson<T>): T =>
  result instanceof RawJson ? result.value : result;

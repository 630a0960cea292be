/** A result that is already JSON: what the store has serialized is sent unchanged. */
export class Written<T extends object> {
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

export const textOf = (result: object): string => (result instanceof Written ? result.text : JSON.stringify(result));

export const valueOf = <T extends object>(result: T | Written<T>): T =>
  result instanceof Written ? result.value : result;

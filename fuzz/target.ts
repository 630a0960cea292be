/** A part of the product that accepts any input. */
export interface Target {
  /** Part of the path of the files whose coverage leads the search. */
  sources: string;
  /** Inputs to begin with. */
  seeds: Uint8Array[];
  /** Words with a meaning in its input. */
  words: readonly string[];
  /** @throws when a rule is broken */
  run(input: Uint8Array): void | Promise<void>;
  close?(): Promise<void>;
}

/** @throws an Error with `rule` where it does not hold */
export function hold(isTrue: boolean, rule: string): void {
  if (!isTrue) throw new Error(rule);
}

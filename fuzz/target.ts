/** Something that takes whatever arrives. */
export interface Target {
  /** Whose coverage leads the search: part of the path of its files. */
  sources: string;
  /** Inputs to begin with. */
  seeds: Uint8Array[];
  /** Words that mean something to it. */
  words: readonly string[];
  /** @throws when a rule is broken */
  run(input: Uint8Array): void | Promise<void>;
  close?(): Promise<void>;
}

/** @throws an Error with `rule` where it does not hold */
export function hold(isTrue: boolean, rule: string): void {
  if (!isTrue) throw new Error(rule);
}

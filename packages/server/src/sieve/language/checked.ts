/** A script that says something: what the checks make of it, and what is run. */
import type { Template } from "./text.ts";

export type Value = { line: number } & (
  | { kind: "number"; number: number }
  | { kind: "strings"; strings: readonly Template[] }
);

export interface CheckedTest {
  name: string;
  line: number;
  tags: ReadonlyMap<string, Value | null>;
  values: readonly Value[];
  tests: readonly CheckedTest[];
}

export interface CheckedCommand extends CheckedTest {
  block: readonly CheckedCommand[] | undefined;
}

export interface CheckedScript {
  commands: readonly CheckedCommand[];
  required: ReadonlySet<string>;
}

/** Sieve (RFC 5228): a script is compiled once, and run on each letter. Pure. */
import { check } from "./language/check.ts";
import type { CheckedCommand, CheckedScript } from "./language/checked.ts";
import { parse } from "./language/parser.ts";
import { constantOf } from "./language/text.ts";

/** Whom letters are sent on to, wherever the script says so, with the line that does. */
export function redirectsOf({ commands }: CheckedScript): { address: string; line: number }[] {
  const found = (all: readonly CheckedCommand[]): { address: string; line: number }[] =>
    all.flatMap(({ name, values: [target], line, block }) => [
      ...(name === "redirect" && target?.kind === "strings" ? [{ address: constantOf(target.strings[0]!), line }] : []),
      ...found(block ?? []),
    ]);
  return found(commands);
}

/** @param offered the extensions that it may require; default: all @throws SieveError with the line */
export const compile = (script: string, offered?: readonly string[]): CheckedScript => check(parse(script), offered);

/** Sieve (RFC 5228): a script is compiled once, and run on each letter. Pure. */
import { check } from "./language/check.ts";
import type { CheckedScript } from "./language/checked.ts";
import { parse } from "./language/parser.ts";

/** @param offered the extensions that it may require; default: all @throws SieveError with the line */
export const compile = (script: string, offered?: readonly string[]): CheckedScript => check(parse(script), offered);

/** Scripts that run on many letters are compiled once. */
import type { Id } from "@pismo/jmap";
import type { CheckedScript } from "../../sieve/language/checked.ts";
import { compile } from "../../sieve/sieve.ts";
import type { ActiveScript } from "../../store/rules/sieve-scripts.ts";

/** Octets of a letter that scripts look at. */
export const MAX_LOOKED_AT = 2 * 2 ** 20;
/** Scripts that are kept compiled. */
const MAX_COMPILED = 100;

/** By the script's blob, which never changes. */
const compiled = new Map<Id, CheckedScript>();

/** @throws SieveError */
export function compiledScript({ blobId, text }: Pick<ActiveScript, "blobId" | "text">): CheckedScript {
  const known = compiled.get(blobId);
  if (known) return known;
  const script = compile(text);
  if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value!);
  compiled.set(blobId, script);
  return script;
}

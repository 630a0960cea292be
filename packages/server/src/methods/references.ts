/** Back references: RFC 8620 §3.7. "#ids": {resultOf, name, path} takes a value from an earlier response. */
import { MethodError, type ResultReference } from "@pismo/jmap";
import { isObject } from "./checks.ts";
import { limitsCapability } from "./limits.ts";
import { valueOf, type RawJson } from "./raw-json.ts";

/** A method response: [name, result, call id]. */
export type Answer = [name: string, result: Record<string, unknown> | RawJson<object>, callId: string];

const bad = (description: string): MethodError => new MethodError("invalidResultReference", description);

/** RFC 6901, with "*" for all items of an array; results that are arrays are flattened into one. */
function evaluate(value: unknown, tokens: readonly string[]): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  if (Array.isArray(value)) {
    if (token === "*") return value.flatMap((item) => evaluate(item, rest));
    const index = /^(0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
    if (index < 0 || index >= value.length) throw bad(`There is no item ${token}`);
    return evaluate(value[index], rest);
  }
  if (!isObject(value) || !Object.hasOwn(value, token)) throw bad(`There is no "${token}"`);
  return evaluate(value[token], rest);
}

/** Valid paths have a dozen characters; a deep one is evaluated at every item. */
const MAX_PATH_CHARS = 1000;
/** Characters of a string that count as one value. */
const CHARACTERS_PER_VALUE = 100;

/** Values that the references of one request may still copy: results of results grow exponentially. */
export class ReferenceBudget {
  #left: number = limitsCapability.maxReferencedValues;

  /** @throws MethodError requestTooLarge */
  spend(value: unknown): void {
    const open = [value];
    while (open.length > 0) {
      const next = open.pop();
      this.#left -= typeof next === "string" ? 1 + next.length / CHARACTERS_PER_VALUE : 1;
      if (this.#left < 0) {
        const maximum = limitsCapability.maxReferencedValues;
        throw new MethodError("requestTooLarge", `References bring more than ${maximum} values`);
      }
      if (typeof next !== "object" || next === null) continue;
      for (const member of Object.values(next)) open.push(member);
    }
  }
}

const isReference = (value: unknown): value is ResultReference =>
  isObject(value) && ["resultOf", "name", "path"].every((key) => typeof value[key] === "string");

function resolve({ resultOf, name, path }: ResultReference, responses: readonly Answer[]): unknown {
  const response = responses.find(([, , callId]) => callId === resultOf);
  if (!response || response[0] !== name) throw bad(`There is no response ${name} to the call "${resultOf}"`);
  if (path.length > MAX_PATH_CHARS) throw bad(`A path has at most ${MAX_PATH_CHARS} characters`);
  if (path !== "" && !path.startsWith("/")) throw bad("A path begins with /");
  const tokens = path.split("/").slice(1);
  return evaluate(
    valueOf(response[1]),
    tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")),
  );
}

/** Arguments with their references resolved. @throws MethodError invalidArguments, invalidResultReference, requestTooLarge */
export function resolveReferences(
  args: Record<string, unknown>,
  responses: readonly Answer[],
  budget: ReferenceBudget,
): Record<string, unknown> {
  const resolved: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(args)) {
    const name = key.startsWith("#") ? key.slice(1) : key;
    if (key !== name && Object.hasOwn(args, name)) {
      throw new MethodError("invalidArguments", `Both "${name}" and "${key}" are given`);
    }
    if (key !== name && !isReference(value)) throw bad(`"${key}" is no reference`);
    const given = key === name ? value : resolve(value as ResultReference, responses);
    if (key !== name) budget.spend(given);
    // "__proto__" is a regular name
    Object.defineProperty(resolved, name, { value: given, enumerable: true, writable: true, configurable: true });
  }
  return resolved;
}

/** Back references: RFC 8620 §3.7. "#ids": {resultOf, name, path} takes a value from an earlier response. */
import { MethodError, type ResultReference } from "@pismo/jmap";
import { isObject } from "./checks.ts";
import { valueOf, type Written } from "./written.ts";

/** A method's answer: [name, result, call id]. */
export type Answer = [name: string, result: Record<string, unknown> | Written<object>, callId: string];

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

const isReference = (value: unknown): value is ResultReference =>
  isObject(value) && ["resultOf", "name", "path"].every((key) => typeof value[key] === "string");

function resolve({ resultOf, name, path }: ResultReference, responses: readonly Answer[]): unknown {
  const response = responses.find(([, , callId]) => callId === resultOf);
  if (!response || response[0] !== name) throw bad(`There is no response ${name} to the call "${resultOf}"`);
  if (path !== "" && !path.startsWith("/")) throw bad("A path begins with /");
  const tokens = path.split("/").slice(1);
  return evaluate(
    valueOf(response[1]),
    tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")),
  );
}

/** Arguments with their references resolved. @throws MethodError invalidArguments, invalidResultReference */
export function resolveReferences(
  args: Record<string, unknown>,
  responses: readonly Answer[],
): Record<string, unknown> {
  const resolved: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(args)) {
    const name = key.startsWith("#") ? key.slice(1) : key;
    if (key !== name && Object.hasOwn(args, name)) {
      throw new MethodError("invalidArguments", `Both "${name}" and "${key}" are given`);
    }
    if (key !== name && !isReference(value)) throw bad(`"${key}" is no reference`);
    const given = key === name ? value : resolve(value as ResultReference, responses);
    // "__proto__" is a name like any other
    Object.defineProperty(resolved, name, { value: given, enumerable: true, writable: true, configurable: true });
  }
  return resolved;
}

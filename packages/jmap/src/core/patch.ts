/** PatchObject (RFC 8620 §5.3): for the server, and for the client's optimistic updates. Pure. */
import type { PatchObject } from "./core.ts";
import { isObject, type JsonObject } from "./json-object.ts";

/** Thrown where a patch breaks a rule of RFC 8620 §5.3; becomes the SetError invalidPatch. */
export class InvalidPatchError extends Error {
  override readonly name = "InvalidPatchError";
}

/** JSON pointer without the leading slash → its tokens (RFC 6901: ~1 is "/", ~0 is "~"). */
export function tokensOf(path: string): string[] {
  return path.split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** RFC 6901: a key as a part of a JSON pointer. */
export const escapeToken = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1");

/** "__proto__" is a key like any other. */
function setOwn(target: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** No pointer may be a prefix of another (RFC 8620 §5.3). */
function assertNoOverlap(paths: string[]): void {
  const all = new Set(paths);
  for (const path of paths) {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      const prefix = path.slice(0, at);
      if (all.has(prefix)) throw new InvalidPatchError(`"${prefix}" is a prefix of "${path}"`);
    }
  }
}

/** The object that holds a pointer's last token; it must exist and must not be an array. */
function parentOf(root: JsonObject, tokens: string[], path: string): JsonObject {
  let at: unknown = root;
  for (const token of tokens.slice(0, -1)) {
    if (!isObject(at) || !Object.hasOwn(at, token)) throw new InvalidPatchError(`"${path}" leads into nothing`);
    at = at[token];
  }
  if (!isObject(at)) throw new InvalidPatchError(`"${path}" leads into something that is not an object`);
  return at;
}

/** A copy of `record` that shares everything the patch does not touch. */
function copyAlong(record: JsonObject, paths: string[][]): JsonObject {
  const root = { ...record };
  const copied = new Set<unknown>([root]);
  for (const tokens of paths) {
    let at: JsonObject = root;
    for (const token of tokens.slice(0, -1)) {
      const next = Object.hasOwn(at, token) ? at[token] : undefined;
      if (!isObject(next)) break;
      const copy = copied.has(next) ? next : { ...next };
      copied.add(copy);
      at[token] = copy;
      at = copy;
    }
  }
  return root;
}

/**
 * `record` with `patch` applied; the record itself stays as it is.
 * null removes a key of a nested map; on a top-level property it sets the property to `defaults[property]` (null when none is given).
 * @throws InvalidPatchError
 */
export function applyPatch<T extends object>(record: T, patch: PatchObject, defaults: Partial<T> = {}): T {
  const paths = Object.keys(patch);
  assertNoOverlap(paths);
  const tokens = paths.map(tokensOf);
  const result = copyAlong(record as JsonObject, tokens);
  paths.forEach((path, index) => {
    const way = tokens[index]!;
    const parent = parentOf(result, way, path);
    const key = way.at(-1)!;
    const value = patch[path];
    if (value !== null) setOwn(parent, key, value);
    else if (way.length > 1) delete parent[key];
    else setOwn(parent, key, Object.hasOwn(defaults, key) ? (defaults as JsonObject)[key] : null);
  });
  return result as T;
}

/**
 * The inverse of `patch`, for Undo.
 * @param record the record before `patch`
 */
export function inversePatch(record: object, patch: PatchObject): PatchObject {
  const inverse: PatchObject = {};
  for (const path of Object.keys(patch)) {
    const way = tokensOf(path);
    const parent = parentOf(record as JsonObject, way, path);
    const key = way.at(-1)!;
    setOwn(inverse, way.map(escapeToken).join("/"), Object.hasOwn(parent, key) ? (parent[key] ?? null) : null);
  }
  return inverse;
}

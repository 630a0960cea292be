/** The shapes of arguments, checked: what passes has its type. RFC 8620 §1.1 to 1.4, §3.6.2 (invalidArguments). */
import { MethodError } from "@pismo/jmap";

/** Throws where a value is not what it should be; `name` is how it is called in the error. */
export type Check = (value: unknown, name: string) => void;

/** One check for each argument: the compiler asks for all of them. */
export type Shape<T> = { [K in keyof Required<T>]: Check };

export const wrong = (name: string, expected: string): MethodError =>
  new MethodError("invalidArguments", `${name} is not ${expected}`, { arguments: [name] });

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const when =
  (fits: (value: unknown) => boolean, expected: string): Check =>
  (value, name) => {
    if (!fits(value)) throw wrong(name, expected);
  };

const isId = (value: unknown): value is string => typeof value === "string" && /^#?[A-Za-z0-9_-]{1,255}$/.test(value);
/** RFC 8620 §1.4. Date.parse alone would take February 30th for March 2nd. */
const isDate = (value: unknown): value is string => {
  if (typeof value !== "string") return false;
  const [, time, fraction = ""] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.exec(value) ?? [];
  if (time === undefined || Number.isNaN(Date.parse(value))) return false;
  return new Date(`${time}Z`).toISOString() === `${time}.000Z` && fraction.length < 20;
};
export const isUtcDate = (value: unknown): value is string => isDate(value) && value.endsWith("Z");

export const id = when(isId, "an id");
export const string = when((value) => typeof value === "string", "a string");
export const boolean = when((value) => typeof value === "boolean", "a boolean");
export const int = when(Number.isSafeInteger, "an integer");
export const unsignedInt = when(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  "an unsigned integer",
);
export const positiveInt = when((value) => Number.isSafeInteger(value) && (value as number) > 0, "a positive integer");
export const utcDate = when(isUtcDate, "a UTCDate");
export const date = when(isDate, "a date");
export const object = when(isObject, "an object");
export const isTrue = when((value) => value === true, "true");

export const oneOf = (...values: unknown[]): Check =>
  when((value) => values.includes(value), `one of ${values.join(", ")}`);
export const nullable =
  (check: Check): Check =>
  (value, name) => {
    if (value !== null) check(value, name);
  };
export const optional =
  (check: Check): Check =>
  (value, name) => {
    if (value !== undefined) check(value, name);
  };
/** May be left out or null: how RFC 8620 writes most arguments. */
export const maybe = (check: Check): Check => optional(nullable(check));
export const list =
  (check: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) throw wrong(name, "a list");
    value.forEach((item, index) => check(item, `${name}[${index}]`));
  };
export const mapOf =
  (key: Check, check: Check): Check =>
  (value, name) => {
    if (!isObject(value)) throw wrong(name, "an object");
    for (const [each, item] of Object.entries(value)) {
      key(each, `a key of ${name}`);
      check(item, `${name}/${each}`);
    }
  };
export const shapeOf =
  <T>(shape: Shape<T>): Check =>
  (value, name) => {
    if (!isObject(value)) throw wrong(name, "an object");
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(shape, key)) throw new MethodError("invalidArguments", `${name} has no property "${key}"`);
    }
    for (const [key, check] of Object.entries<Check>(shape)) {
      check(Object.hasOwn(value, key) ? value[key] : undefined, `${name}/${key}`);
    }
  };

/** @throws MethodError invalidArguments, naming the argument */
export function checkArguments<T>(shape: Shape<T>, args: Record<string, unknown>): T {
  for (const name of Object.keys(args)) {
    if (!Object.hasOwn(shape, name))
      throw new MethodError("invalidArguments", `There is no argument "${name}"`, { arguments: [name] });
  }
  for (const [name, check] of Object.entries<Check>(shape)) {
    check(Object.hasOwn(args, name) ? args[name] : undefined, name);
  }
  return args as T;
}

/** The condition of a filter: one that is not known is unsupportedFilter (RFC 8620 §5.5), one of a wrong type invalidArguments. */
export const conditionOf = <C>(shape: Shape<C>): Check => {
  const known = shapeOf(shape);
  return (value, name) => {
    const foreign = isObject(value) ? Object.keys(value).find((key) => !Object.hasOwn(shape, key)) : undefined;
    if (foreign !== undefined) throw new MethodError("unsupportedFilter", `There is no condition "${foreign}"`);
    known(value, name);
  };
};

/** A filter: operators nested at most so deep that no call stack ends (RFC 8620 §5.5). */
export const filterOf =
  (condition: Check, depth = 0): Check =>
  (value, name) => {
    if (!isObject(value)) throw wrong(name, "a filter");
    if (!Object.hasOwn(value, "operator")) return condition(value, name);
    if (depth >= 50) throw new MethodError("unsupportedFilter", "The filter is nested too deep");
    if (!["AND", "OR", "NOT"].includes(value["operator"] as string)) throw wrong(`${name}/operator`, "AND, OR or NOT");
    return list(filterOf(condition, depth + 1))(value["conditions"], `${name}/conditions`);
  };

export const comparator: Check = shapeOf<import("@pismo/jmap").Comparator>({
  property: string,
  isAscending: optional(boolean),
  // Some clients write null for what they leave to the server.
  collation: maybe(string),
  keyword: optional(string),
});

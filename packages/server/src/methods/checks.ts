/** Checks the shapes of arguments, and types them. RFC 8620 §1.1 to 1.4, §3.6.2 (invalidArguments). */
import { type Comparator, type EmailAddressGroup, type Filter, type GivenEmailAddress, MethodError } from "@pismo/jmap";
import { assertFilterSize } from "./filter-size.ts";
import { limitsCapability } from "./limits.ts";

/** Throws where a value is invalid or missing; `name` is its name in the error. */
export interface Check {
  (value: unknown, name: string): void;
  readonly takesMissing?: false;
}

/** Accepts `undefined`: for optional arguments. */
export interface OptionalCheck {
  (value: unknown, name: string): void;
  readonly takesMissing: true;
}

/**
 * One check per argument: the compiler requires all of them, and lets only optional ones be missing. Otherwise
 * `undefined` would be passed on, down to SQLite, which does not accept it.
 */
export type Shape<T> = {
  [K in keyof T]-?: Partial<Pick<T, K>> extends Pick<T, K> ? Check | OptionalCheck : Check;
};

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
/** RFC 8620 §1.4. Date.parse alone would accept February 30th as March 2nd. */
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
export function optional(check: Check): OptionalCheck {
  const checkPresent = (value: unknown, name: string): void => {
    if (value !== undefined) check(value, name);
  };
  return Object.assign(checkPresent, { takesMissing: true as const });
}
/** Optional or null: how RFC 8620 defines most arguments. */
export const maybe = (check: Check): OptionalCheck => optional(nullable(check));
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
    for (const [key, check] of Object.entries<Check | OptionalCheck>(shape)) {
      check(Object.hasOwn(value, key) ? value[key] : undefined, `${name}/${key}`);
    }
  };

/** RFC 8621 §4.1.2.3. */
export const addresses = list(shapeOf<GivenEmailAddress>({ name: maybe(string), email: string }));

type GivenGroup = Omit<EmailAddressGroup, "name"> & Partial<EmailAddressGroup>;
/** RFC 8621 §4.1.2.4. */
export const addressGroups = list(shapeOf<GivenGroup>({ name: maybe(string), addresses }));

/** @throws MethodError invalidArguments, naming the argument */
export function checkArguments<T>(shape: Shape<T>, args: Record<string, unknown>): T {
  for (const name of Object.keys(args)) {
    if (!Object.hasOwn(shape, name))
      throw new MethodError("invalidArguments", `There is no argument "${name}"`, { arguments: [name] });
  }
  for (const [name, check] of Object.entries<Check | OptionalCheck>(shape)) {
    check(Object.hasOwn(args, name) ? args[name] : undefined, name);
  }
  return args as T;
}

/** The condition of a filter: an unknown one is unsupportedFilter (RFC 8620 §5.5), one of a wrong type invalidArguments. */
export const conditionOf = <C>(shape: Shape<C>): Check => {
  const known = shapeOf(shape);
  return (value, name) => {
    const foreign = isObject(value) ? Object.keys(value).find((key) => !Object.hasOwn(shape, key)) : undefined;
    if (foreign !== undefined) throw new MethodError("unsupportedFilter", `There is no condition "${foreign}"`);
    known(value, name);
  };
};

const operatorOf =
  (condition: Check, depth: number): Check =>
  (value, name) => {
    if (!isObject(value)) throw wrong(name, "a filter");
    if (!Object.hasOwn(value, "operator")) return condition(value, name);
    const { maxDepthOfFilter } = limitsCapability;
    if (depth >= maxDepthOfFilter) {
      throw new MethodError("unsupportedFilter", `More than ${maxDepthOfFilter} operators inside each other`);
    }
    if (!["AND", "OR", "NOT"].includes(value["operator"] as string)) throw wrong(`${name}/operator`, "AND, OR or NOT");
    return list(operatorOf(condition, depth + 1))(value["conditions"], `${name}/conditions`);
  };

/** A filter (RFC 8620 §5.5) of limited size. */
export const filterOf = (condition: Check): Check => {
  const filter = operatorOf(condition, 0);
  return (value, name) => {
    filter(value, name);
    assertFilterSize(value as Filter<Record<string, unknown>>);
  };
};

export const comparator: Check = shapeOf<Comparator>({
  property: string,
  isAscending: optional(boolean),
  // Some clients write null for what they leave to the server.
  collation: maybe(string),
  keyword: optional(string),
});

/** A sort (RFC 8620 §5.5): each comparator is one more column to sort by. */
export const sort: Check = (value, name) => {
  const { maxComparatorsInSort } = limitsCapability;
  if (Array.isArray(value) && value.length > maxComparatorsInSort) {
    throw new MethodError("unsupportedSort", `More than ${maxComparatorsInSort} comparators`);
  }
  list(comparator)(value, name);
};

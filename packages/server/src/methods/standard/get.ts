/** Foo/get: RFC 8620 §5.1. */
import { type GetArgs, type GetResult, type Id, MethodError, type StateType } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/store.ts";
import { type Check, id, list, maybe, type Shape, string } from "../checks.ts";
import type { Call } from "../context.ts";
import { limitsCapability } from "../limits.ts";

/** Names of properties: each is looked up for every record. */
export const propertyNames: Check = (value, name) => {
  const { maxPropertiesInGet } = limitsCapability;
  list(string)(value, name);
  if ((value as string[]).length > maxPropertiesInGet) {
    throw new MethodError("invalidArguments", `${name} has more than ${maxPropertiesInGet} names`, {
      arguments: [name],
    });
  }
};

export const getShape: Shape<GetArgs> = { accountId: id, ids: maybe(list(id)), properties: maybe(propertyNames) };

/** @throws MethodError requestTooLarge */
export function assertGetSize(count: number, { context }: Call): void {
  const { maxObjectsInGet } = context.limits;
  if (count > maxObjectsInGet) throw new MethodError("requestTooLarge", `More than ${maxObjectsInGet} objects`);
}

/** @throws MethodError invalidArguments for an unknown property */
export function assertProperties(
  properties: readonly string[] | null | undefined,
  isKnown: (property: string) => boolean,
): void {
  const unknown = properties?.find((property) => !isKnown(property));
  if (unknown !== undefined) {
    throw new MethodError("invalidArguments", `There is no property "${unknown}"`, { arguments: ["properties"] });
  }
}

/** The record with the requested properties; the id is always included. */
export function pick<T extends { id: Id }>(record: T, properties: readonly string[] | null | undefined): Partial<T> {
  if (!properties) return record;
  const picked: Partial<T> = { id: record.id } as Partial<T>;
  for (const property of properties) picked[property as keyof T] = record[property as keyof T];
  return picked;
}

/** The requested ids without duplicates; creation ids are resolved. */
export const idsOf = (ids: readonly Id[], { createdIds }: Call): Id[] => [
  ...new Set(ids.map((each) => createdIds.resolve(each))),
];

export const notFoundOf = (ids: readonly Id[], found: readonly { id?: Id }[], { createdIds }: Call): Id[] => {
  const there = new Set(found.map((record) => record.id));
  return [...new Set(ids)].filter((each) => !there.has(createdIds.resolve(each)));
};

/**
 * Types with unbounded numbers of records: `ids` null returns all while they are not too many (RFC 8620 §5.1). Of other
 * types, such as mailboxes, a client needs all to start with.
 */
const growing: ReadonlySet<StateType> = new Set(["Email", "Thread", "EmailSubmission", "ContactCard"]);

/** @param load returns the records with these ids, or all of the account with null */
export async function standardGet<T extends { id: Id }>(
  args: GetArgs,
  call: Call,
  type: StateType,
  properties: readonly (keyof T & string)[],
  load: (reader: Reader, accountId: Id, ids: Id[] | null) => Promise<T[]>,
): Promise<GetResult<Partial<T>>> {
  const { accountId, ids = null } = args;
  assertProperties(args.properties, (property) => (properties as readonly string[]).includes(property));
  if (ids) assertGetSize(ids.length, call);
  return call.context.store.read(async (reader) => {
    const records = await load(reader, accountId, ids && idsOf(ids, call));
    if (!ids && growing.has(type)) assertGetSize(records.length, call);
    return {
      accountId,
      state: await stateOf(reader, accountId, type),
      list: records.map((record) => pick(record, args.properties)),
      notFound: ids ? notFoundOf(ids, records, call) : [],
    };
  });
}

/** Foo/set: RFC 8620 §5.3. One transaction; a record that fails does not affect the others. */
import {
  type Id,
  MethodError,
  type PatchObject,
  type SetArgs,
  SetFailure,
  type SetResult,
  type StateType,
} from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { breathe, type Reader, type Transactor } from "../../store/db/reader.ts";
import { type Check, id, list, mapOf, maybe, object, type Shape, string } from "../checks.ts";
import type { Call } from "../context.ts";
import { SetOutcomes } from "./outcomes.ts";

export const setShape = <T>(): Shape<SetArgs<T>> => ({
  accountId: id,
  ifInState: maybe(string),
  create: maybe(mapOf(id, object)),
  update: maybe(mapOf(id, object)),
  destroy: maybe(list(id)),
});

/** The operations of one type on one record. Each throws SetFailure. */
export interface SetRules<T> {
  /** Set where records may refer to each other. */
  creationOrder?(create: Record<Id, Partial<T>>): Id[];
  /** @returns the server-set properties: at least the id */
  create(tx: Transactor, given: Record<string, unknown>, creationId: Id): Promise<Partial<T> & { id: Id }>;
  /** @returns what the server changed beyond the patch, or null */
  update(tx: Transactor, recordId: Id, patch: PatchObject): Promise<Partial<T> | null>;
  destroy(tx: Transactor, recordId: Id): Promise<void>;
}

/** @throws MethodError requestTooLarge */
export function assertSetSize({ create, update, destroy }: Partial<SetArgs<unknown>>, { context }: Call): void {
  const count = Object.keys(create ?? {}).length + Object.keys(update ?? {}).length + (destroy?.length ?? 0);
  const { maxObjectsInSet } = context.limits;
  if (count > maxObjectsInSet) throw new MethodError("requestTooLarge", `More than ${maxObjectsInSet} objects`);
}

/** @throws MethodError stateMismatch */
export async function assertState(
  reader: Reader,
  accountId: Id,
  type: StateType,
  expected: string | null | undefined,
): Promise<string> {
  const state = await stateOf(reader, accountId, type);
  if (expected != null && expected !== state) throw new MethodError("stateMismatch", `The state is ${state}`);
  return state;
}

/** Yields to the event loop from time to time: a thousand records must not block other callers. */
class Slices {
  #done = 0;

  async next(): Promise<void> {
    if (++this.#done % 50 === 0) await breathe();
  }
}

/** Runs a set inside a transaction; `args` have been checked for size. @throws MethodError stateMismatch */
export async function setRecords<T>(
  tx: Transactor,
  args: SetArgs<T>,
  call: Call,
  type: StateType,
  rules: SetRules<T>,
): Promise<SetResult<T>> {
  const { accountId, ifInState, create, update, destroy } = args;
  const { createdIds } = call;
  const oldState = await assertState(tx, accountId, type, ifInState);
  const outcomes = new SetOutcomes<Partial<T>, Partial<T> | null>();
  const slices = new Slices();
  for (const creationId of create ? (rules.creationOrder?.(create) ?? Object.keys(create)) : []) {
    await outcomes.created.attempt(creationId, async () => {
      const given = create![creationId] as Record<string, unknown>;
      const record = await tx.savepoint(() => rules.create(tx, given, creationId));
      createdIds.set(creationId, record.id);
      return record;
    });
    await slices.next();
  }
  const doomed = new Set((destroy ?? []).map((each) => createdIds.resolve(each)));
  for (const [key, patch] of Object.entries(update ?? {})) {
    const recordId = createdIds.resolve(key);
    await outcomes.updated.attempt(createdIds.nameOf(key), () => {
      if (doomed.has(recordId)) throw new SetFailure({ type: "willDestroy" });
      return tx.savepoint(() => rules.update(tx, recordId, patch));
    });
    await slices.next();
  }
  for (const key of new Set(destroy ?? [])) {
    await outcomes.attemptDestroy(createdIds.nameOf(key), () =>
      tx.savepoint(() => rules.destroy(tx, createdIds.resolve(key))),
    );
    await slices.next();
  }
  return {
    accountId,
    oldState,
    newState: await stateOf(tx, accountId, type),
    ...outcomes.result,
  };
}

/** The whole of a Foo/set. @throws MethodError requestTooLarge, stateMismatch */
export async function standardSet<T>(
  args: SetArgs<T>,
  call: Call,
  type: StateType,
  rules: SetRules<T>,
): Promise<SetResult<T>> {
  assertSetSize(args, call);
  return call.context.store.write((tx) => setRecords(tx, args, call, type, rules));
}

/** An invalid property, and the reason. */
export type Problem = readonly [property: string, reason: string];

/** Invalid or missing properties; `prefix` is the path to the record. */
export function problemsOf(
  given: Record<string, unknown>,
  checkOf: (property: string) => Check | undefined,
  required: readonly string[] = [],
  prefix = "",
): Problem[] {
  const missing = required.filter((property) => !Object.hasOwn(given, property));
  const problems = missing.map((property): Problem => [prefix + property, `"${property}" is missing`]);
  for (const [property, value] of Object.entries(given)) {
    const check = checkOf(property);
    try {
      if (!check) throw new MethodError("invalidArguments", `"${property}" cannot be set`);
      check(value, property);
    } catch (error) {
      if (!(error instanceof MethodError)) throw error;
      problems.push([prefix + property, error.message]);
    }
  }
  return problems;
}

export const invalidProperties = (properties: string[], description: string): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties, description });

/** @throws SetFailure invalidProperties naming all invalid ones */
export function assertNone(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const reasons = new Set(problems.map(([, reason]) => reason));
  throw invalidProperties(
    problems.map(([property]) => property),
    [...reasons].join("; "),
  );
}

/** The properties of a record, each checked. @throws SetFailure invalidProperties naming all invalid or missing ones */
export function assertRecord(
  given: Record<string, unknown>,
  checks: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): void {
  const checkOf = (property: string): Check | undefined =>
    Object.hasOwn(checks, property) ? checks[property] : undefined;
  assertNone(problemsOf(given, checkOf, required));
}

/**
 * The same for a record of the type T: optional properties may be missing.
 * @throws SetFailure invalidProperties
 */
export function checkedRecord<T, R extends keyof T & string = never>(
  given: Record<string, unknown>,
  checks: { readonly [K in keyof T]-?: Check },
  required: readonly R[],
): Partial<T> & Pick<T, R> {
  assertRecord(given, checks, required);
  return given as Partial<T> & Pick<T, R>;
}

/** Foo/set: RFC 8620 §5.3. One transaction; a record that fails leaves the others. */
import {
  type Id,
  InvalidPatchError,
  MethodError,
  type PatchObject,
  type SetArgs,
  type SetError,
  SetFailure,
  type SetResult,
  type StateType,
} from "@pismo/jmap";
import { stateOf } from "../../store/changes.ts";
import type { Reader, Transactor } from "../../store/store.ts";
import { id, list, mapOf, maybe, object, type Shape, string } from "../checks.ts";
import type { Call } from "../context.ts";

export const setShape = <T>(): Shape<SetArgs<T>> => ({
  accountId: id,
  ifInState: maybe(string),
  create: maybe(mapOf(id, object)),
  update: maybe(mapOf(id, object)),
  destroy: maybe(list(id)),
});

/** What one type does with one record. Each throws SetFailure. */
export interface SetRules<T> {
  /** @returns what the server set: at least the id */
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

/** The error of one record; others than those of sets end the whole call. */
export function toSetError(error: unknown): SetError {
  if (error instanceof SetFailure) return error.error;
  if (error instanceof InvalidPatchError) return { type: "invalidPatch", description: error.message };
  if (error instanceof MethodError && error.type === "invalidArguments") {
    return { type: "invalidProperties", description: error.message };
  }
  throw error;
}

/** Outcomes of records, gathered as the result wants them: null where nothing was asked. */
class Outcomes<V> {
  readonly done: Record<Id, V> = {};
  readonly failed: Record<Id, SetError> = {};

  async each(tx: Transactor, key: Id, work: () => Promise<V>): Promise<boolean> {
    try {
      this.done[key] = await tx.savepoint(work);
      return true;
    } catch (error) {
      this.failed[key] = toSetError(error);
      return false;
    }
  }

  get doneOrNull(): Record<Id, V> | null {
    return Object.keys(this.done).length > 0 ? this.done : null;
  }

  get failedOrNull(): Record<Id, SetError> | null {
    return Object.keys(this.failed).length > 0 ? this.failed : null;
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
  const created = new Outcomes<Partial<T>>();
  const updated = new Outcomes<Partial<T> | null>();
  const destroyed = new Outcomes<true>();
  for (const [creationId, given] of Object.entries(create ?? {})) {
    await created.each(tx, creationId, async () => {
      const record = await rules.create(tx, given as Record<string, unknown>, creationId);
      createdIds.set(creationId, record.id);
      return record;
    });
  }
  const doomed = new Set((destroy ?? []).map((each) => createdIds.resolve(each)));
  for (const [key, patch] of Object.entries(update ?? {})) {
    const recordId = createdIds.resolve(key);
    await updated.each(tx, recordId.length > 1 ? recordId : key, () => {
      if (doomed.has(recordId)) throw new SetFailure({ type: "willDestroy" });
      return rules.update(tx, recordId, patch);
    });
  }
  for (const key of new Set(destroy ?? [])) {
    const recordId = createdIds.resolve(key);
    await destroyed.each(tx, recordId.length > 1 ? recordId : key, async () => {
      await rules.destroy(tx, recordId);
      return true as const;
    });
  }
  const gone = Object.keys(destroyed.done);
  return {
    accountId,
    oldState,
    newState: await stateOf(tx, accountId, type),
    created: created.doneOrNull,
    updated: updated.doneOrNull,
    destroyed: gone.length > 0 ? gone : null,
    notCreated: created.failedOrNull,
    notUpdated: updated.failedOrNull,
    notDestroyed: destroyed.failedOrNull,
  };
}

export async function standardSet<T>(
  args: SetArgs<T>,
  call: Call,
  type: StateType,
  rules: SetRules<T>,
): Promise<SetResult<T>> {
  assertSetSize(args, call);
  return call.context.store.write((tx) => setRecords(tx, args, call, type, rules));
}

export const invalidProperties = (properties: string[], description: string): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties, description });

/** A record's properties, each checked. @throws SetFailure invalidProperties naming all that are wrong */
export function assertRecord(
  given: Record<string, unknown>,
  checks: Readonly<Record<string, (value: unknown, name: string) => void>>,
): void {
  const wrong: string[] = [];
  const reasons: string[] = [];
  for (const [property, value] of Object.entries(given)) {
    const check = Object.hasOwn(checks, property) ? checks[property] : undefined;
    try {
      if (!check) throw new MethodError("invalidArguments", `"${property}" cannot be set`);
      check(value, property);
    } catch (error) {
      if (!(error instanceof MethodError)) throw error;
      wrong.push(property);
      reasons.push(error.message);
    }
  }
  if (wrong.length > 0) throw invalidProperties(wrong, reasons.join("; "));
}

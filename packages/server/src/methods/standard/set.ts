/** Foo/set: RFC 8620 §5.3. One transaction; a record that fails does not affect the others. */
import { noteAudit } from "../../store/people/audit-log.ts";
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
import { inSlices, type Reader, type Transactor } from "../../store/db/reader.ts";
import { type Check, id, list, mapOf, maybe, object, type Shape, string } from "../checks.ts";
import type { Call } from "../context.ts";
import { SetOutcomes, settled } from "./outcomes.ts";

export const setShape = <T>(): Shape<SetArgs<T>> => ({
  accountId: id,
  ifInState: maybe(string),
  create: maybe(mapOf(id, object)),
  update: maybe(mapOf(id, object)),
  destroy: maybe(list(id)),
});

/** A new record by its creation id. */
export type Creation = readonly [creationId: Id, given: Record<string, unknown>];
/** Of a record that no other of the same list names. */
export type Update = readonly [recordId: Id, patch: PatchObject];

/**
 * The operations of one type on many records: what becomes of each, in their order. The number of statements does not
 * grow with the number of records.
 */
export interface SetRules<T> {
  /** Set where records may refer to each other. */
  creationOrder?(create: Record<Id, Partial<T>>): Id[];
  /** @returns the server-set properties: at least the id */
  create(tx: Transactor, records: readonly Creation[]): Promise<((Partial<T> & { id: Id }) | SetFailure)[]>;
  /** @returns what the server changed beyond the patch, or null */
  update(tx: Transactor, records: readonly Update[]): Promise<(Partial<T> | null | SetFailure)[]>;
  destroy(tx: Transactor, recordIds: readonly Id[]): Promise<(true | SetFailure)[]>;
}

/** The same for types of which a person has few: one record after the other. Each throws SetFailure. */
export interface SingleRules<T> {
  creationOrder?(create: Record<Id, Partial<T>>): Id[];
  create(tx: Transactor, given: Record<string, unknown>, creationId: Id): Promise<Partial<T> & { id: Id }>;
  update(tx: Transactor, recordId: Id, patch: PatchObject): Promise<Partial<T> | null>;
  destroy(tx: Transactor, recordId: Id): Promise<void>;
}

const inSavepoints = <Item, Result>(tx: Transactor, items: readonly Item[], work: (item: Item) => Promise<Result>) =>
  inSlices(items, SLICE, async (slice) => {
    const results: (Result | SetFailure)[] = [];
    for (const item of slice) results.push(await settled(() => tx.savepoint(() => work(item))));
    return results;
  });

/** Each in a savepoint of its own: a record that fails leaves nothing behind. */
export function oneByOne<T>(rules: SingleRules<T>, { createdIds }: Call): SetRules<T> {
  return {
    ...(rules.creationOrder && { creationOrder: (create) => rules.creationOrder!(create) }),
    create: (tx, records) =>
      inSavepoints(tx, records, async ([creationId, given]) => {
        const record = await rules.create(tx, given, creationId);
        // The next one may refer to it.
        createdIds.set(creationId, record.id);
        return record;
      }),
    update: (tx, records) => inSavepoints(tx, records, ([recordId, patch]) => rules.update(tx, recordId, patch)),
    destroy: (tx, recordIds) =>
      inSavepoints(tx, recordIds, async (recordId) => {
        await rules.destroy(tx, recordId);
        return true as const;
      }),
  };
}

/** Records between two turns of the event loop: a thousand must not block other callers. */
const SLICE = 50;

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

/** Groups in which no record is twice: a client may name one by its id and by its creation id. */
function withoutTwins<Item extends { recordId: Id }>(items: readonly Item[]): Item[][] {
  const groups: Map<Id, Item>[] = [];
  for (const item of items) {
    let group = groups.find((each) => !each.has(item.recordId));
    if (!group) groups.push((group = new Map()));
    group.set(item.recordId, item);
  }
  return groups.map((group) => [...group.values()]);
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
  if (create && Object.keys(create).length > 0) {
    const creations = (rules.creationOrder?.(create) ?? Object.keys(create)).map((creationId): Creation => [
      creationId,
      create[creationId] as Record<string, unknown>,
    ]);
    const created = await rules.create(tx, creations);
    for (const [index, [creationId]] of creations.entries()) {
      const outcome = created[index]!;
      if (outcomes.created.note(creationId, outcome)) createdIds.set(creationId, (outcome as { id: Id }).id);
    }
  }
  const doomed = new Set((destroy ?? []).map((each) => createdIds.resolve(each)));
  const updates = Object.entries(update ?? {}).map(([key, patch]) => ({
    key,
    recordId: createdIds.resolve(key),
    patch,
  }));
  for (const { key } of updates.filter(({ recordId }) => doomed.has(recordId))) {
    outcomes.updated.note(createdIds.nameOf(key), new SetFailure({ type: "willDestroy" }));
  }
  const staying = updates.filter(({ recordId }) => !doomed.has(recordId));
  for (const group of withoutTwins(staying)) {
    const updated = await rules.update(
      tx,
      group.map(({ recordId, patch }) => [recordId, patch]),
    );
    for (const [index, { key }] of group.entries()) outcomes.updated.note(createdIds.nameOf(key), updated[index]!);
  }
  const destructions = [...new Set(destroy)].map((key) => ({ key, recordId: createdIds.resolve(key) }));
  for (const group of withoutTwins(destructions)) {
    const destroyed = await rules.destroy(
      tx,
      group.map(({ recordId }) => recordId),
    );
    for (const [index, { key }] of group.entries()) outcomes.destroyed.note(createdIds.nameOf(key), destroyed[index]!);
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
  const { accountId } = args;
  return call.context.store.write(
    async (tx) => {
      const result = await setRecords(tx, args, call, type, rules);
      if (audited.has(type)) await noteSettings(tx, args, call, type, result);
      return result;
    },
    { accountId },
  );
}

/** Settings of a person: what they change is in the audit log. */
const audited: ReadonlySet<StateType> = new Set<StateType>(["Identity", "Preferences", "VacationResponse"]);

/** The names of what was changed, never the values. */
async function noteSettings<T>(
  tx: Transactor,
  { accountId, update }: SetArgs<T>,
  { context }: Call,
  type: StateType,
  { created, updated, destroyed }: SetResult<T>,
): Promise<void> {
  const properties = Object.keys(updated ?? {}).flatMap((each) => Object.keys(update?.[each] ?? {}));
  const changes = [
    ...(Object.keys(created ?? {}).length > 0 ? ["created"] : []),
    ...new Set(properties.map((property) => property.split("/", 1)[0]!)),
    ...((destroyed ?? []).length > 0 ? ["destroyed"] : []),
  ];
  if (changes.length === 0) return;
  const by = context.access.credential.startsWith("token:") ? `, by ${context.access.credential}` : "";
  await noteAudit(tx, { event: "settingsChanged", accountId, detail: `${type}: ${changes.join(", ")}${by}` });
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

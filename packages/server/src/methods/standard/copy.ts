/** Foo/copy: RFC 8620 §5.4. */
import {
  type CopyArgs,
  type CopyResult,
  type Id,
  MethodError,
  type SetArgs,
  type SetFailure,
  type SetResult,
} from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import type { Transactor } from "../../store/db/reader.ts";
import { boolean, id, mapOf, maybe, object, optional, type Shape, string } from "../checks.ts";
import type { Call } from "../context.ts";
import { Outcomes } from "./outcomes.ts";
import { assertSetSize } from "./set.ts";

export const copyShape = <T>(): Shape<CopyArgs<T>> => ({
  fromAccountId: id,
  ifFromInState: maybe(string),
  accountId: id,
  ifInState: maybe(string),
  create: mapOf(id, object),
  onSuccessDestroyOriginal: optional(boolean),
  destroyFromIfInState: maybe(string),
});

/** Types that can be copied. */
type Copyable = "Email" | "ContactCard";

/** @throws MethodError invalidArguments, requestTooLarge */
export function assertCopy<T>({ accountId, fromAccountId, create }: CopyArgs<T>, call: Call, type: Copyable): void {
  if (accountId === fromAccountId)
    throw new MethodError("invalidArguments", `The accounts are the same: use ${type}/set`);
  assertSetSize({ create }, call);
}

/** What became of one creation. */
export interface Copied<T> {
  creationId: Id;
  originalId: Id;
  outcome: (Partial<T> & { id: Id }) | SetFailure;
}

/** The implicit Foo/set: an error of its own, as a state that does not match, leaves the copies. */
async function destroyOriginals<T>(
  { fromAccountId, destroyFromIfInState }: CopyArgs<T>,
  ids: Id[],
  call: Call,
  type: Copyable,
  set: (args: SetArgs<T>) => Promise<SetResult<T>>,
): Promise<void> {
  try {
    const args = { accountId: fromAccountId, destroy: ids, ifInState: destroyFromIfInState ?? null };
    call.follow(`${type}/set`, await set(args));
  } catch (error) {
    if (!(error instanceof MethodError)) throw error;
    call.follow(`${type}/set`, error);
  }
}

/** The response of a copy; before it, the originals go if that is asked for. @param set Foo/set inside the transaction */
export async function finishCopy<T>(
  tx: Transactor,
  args: CopyArgs<T>,
  copied: readonly Copied<T>[],
  call: Call,
  { type, oldState, set }: { type: Copyable; oldState: string; set: (args: SetArgs<T>) => Promise<SetResult<T>> },
): Promise<CopyResult<T>> {
  const { fromAccountId, accountId, onSuccessDestroyOriginal } = args;
  const copies = new Outcomes<Partial<T> & { id: Id }>();
  const originals = copied.filter(({ creationId, outcome }) => copies.note(creationId, outcome));
  for (const [creationId, { id: copyId }] of Object.entries(copies.done ?? {})) call.createdIds.set(creationId, copyId);
  if (onSuccessDestroyOriginal && originals.length > 0) {
    const ids = originals.map(({ originalId }) => originalId);
    await destroyOriginals(args, ids, call, type, set);
  }
  const newState = await stateOf(tx, accountId, type);
  return { fromAccountId, accountId, oldState, newState, created: copies.done, notCreated: copies.failed };
}

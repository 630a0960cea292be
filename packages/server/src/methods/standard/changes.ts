/** Foo/changes: RFC 8620 §5.2. */
import type { ChangesArgs, ChangesResult, StateType } from "@pismo/jmap";
import { changesSince } from "../../store/db/changes.ts";
import { id, maybe, positiveInt, type Shape, string } from "../checks.ts";
import type { Call } from "../context.ts";

export const changesShape: Shape<ChangesArgs> = { accountId: id, sinceState: string, maxChanges: maybe(positiveInt) };

/** Foo/changes: RFC 8620 §5.2. */
export async function standardChanges(
  { accountId, sinceState, maxChanges }: ChangesArgs,
  { context }: Call,
  type: StateType,
): Promise<ChangesResult & { onlyCounts: boolean }> {
  const changes = await context.store.read((reader) =>
    changesSince(reader, accountId, type, sinceState, maxChanges ?? null),
  );
  return { accountId, oldState: sinceState, ...changes };
}

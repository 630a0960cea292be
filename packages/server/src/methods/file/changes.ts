import { type ChangesArgs, FILES, type Id, MethodError } from "@pismo/jmap";
import { changesSince } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/reader.ts";
import { fileIdsOf } from "../../store/files/files.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape } from "../standard/changes.ts";

/**
 * Files change with their Emails, whose log has no entry for each of them: where Emails were destroyed, the difference is
 * not known, and the client asks again (RFC 8620 §5.2).
 * @throws MethodError cannotCalculateChanges
 */
export async function fileChangesSince(
  reader: Reader,
  accountId: Id,
  sinceState: string,
  maxChanges: ChangesArgs["maxChanges"],
) {
  const { hasMoreChanges, newState, ...emails } = await changesSince(
    reader,
    accountId,
    "Email",
    sinceState,
    maxChanges ?? null,
  );
  if (emails.destroyed.length > 0) {
    throw new MethodError("cannotCalculateChanges", "Letters were destroyed, and their files with them");
  }
  return {
    hasMoreChanges,
    newState,
    created: await fileIdsOf(reader, accountId, emails.created),
    updated: await fileIdsOf(reader, accountId, emails.updated),
    destroyed: [] as Id[],
  };
}

/** File/changes: an extension of ours, see FILES. */
export const changes: Method<"File/changes"> = {
  capability: FILES,
  parse: (args) => checkArguments(changesShape, args),
  run: ({ accountId, sinceState, maxChanges }, { context }) =>
    context.store.read(async (reader) => ({
      accountId,
      oldState: sinceState,
      ...(await fileChangesSince(reader, accountId, sinceState, maxChanges)),
    })),
};

import { FILES, MethodError } from "@pismo/jmap";
import { changesSince } from "../../store/db/changes.ts";
import { fileIdsOf } from "../../store/files/files.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape } from "../standard/changes.ts";

/**
 * File/changes: an extension of ours, see FILES. Files change with their Emails, whose log has no entry for each of them:
 * where Emails were destroyed, the difference is not known, and the client asks again (RFC 8620 §5.2).
 */
export const changes: Method<"File/changes"> = {
  capability: FILES,
  parse: (args) => checkArguments(changesShape, args),
  run: ({ accountId, sinceState, maxChanges = null }, { context }) =>
    context.store.read(async (reader) => {
      const emails = await changesSince(reader, accountId, "Email", sinceState, maxChanges);
      if (emails.destroyed.length > 0) {
        throw new MethodError("cannotCalculateChanges", "Letters were destroyed, and their files with them");
      }
      const { hasMoreChanges, newState } = emails;
      return {
        accountId,
        oldState: sinceState,
        newState,
        hasMoreChanges,
        created: await fileIdsOf(reader, accountId, emails.created),
        updated: await fileIdsOf(reader, accountId, emails.updated),
        destroyed: [],
      };
    }),
};

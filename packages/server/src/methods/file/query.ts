import { type FileFilterCondition, FILES, type FileQueryArgs } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { queryFiles } from "../../store/files/query-files.ts";
import { boolean, checkArguments, conditionOf, filterOf, id, maybe, optional, string, utcDate } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryShape } from "../standard/query.ts";

const condition = conditionOf<FileFilterCondition>({
  isImage: optional(boolean),
  kind: optional(string),
  text: optional(string),
  name: optional(string),
  emailId: optional(id),
  before: optional(utcDate),
  after: optional(utcDate),
});
const sized = filterOf(condition);

const shape = {
  ...queryShape<FileFilterCondition>(condition),
  // Without operators, and no larger than other filters.
  filter: maybe((value, name) => {
    condition(value, name);
    sized(value, name);
  }),
};

/** File/query: an extension of ours, see FILES. A window has at most as many files as File/get gives. */
export const query: Method<"File/query"> = {
  capability: FILES,
  parse: (args) => checkArguments<FileQueryArgs>(shape, args),
  run: ({ accountId, limit, ...rest }, { context, createdIds }) =>
    context.store.read(async (reader) => {
      const { maxObjectsInGet } = context.limits;
      const { filter } = rest;
      const emailId = filter?.emailId && createdIds.resolve(filter.emailId);
      const most = Math.min(limit ?? maxObjectsInGet, maxObjectsInGet);
      const found = await queryFiles(reader, accountId, {
        ...rest,
        ...(emailId && { filter: { ...filter, emailId } }),
        limit: most,
      });
      return {
        accountId,
        queryState: await stateOf(reader, accountId, "Email"),
        canCalculateChanges: false,
        ...found,
        ...(limit !== most && { limit: most }),
      };
    }),
};

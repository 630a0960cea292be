import { type FileFilterCondition, FILES, type FileQueryArgs } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { queryFiles } from "../../store/files/query-files.ts";
import { boolean, checkArguments, conditionOf, id, optional, string, utcDate } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { conditionQueryShape } from "../standard/query.ts";

const shape = conditionQueryShape<FileFilterCondition>(
  conditionOf<FileFilterCondition>({
    isImage: optional(boolean),
    kind: optional(string),
    text: optional(string),
    name: optional(string),
    emailId: optional(id),
    inAccount: optional(id),
    before: optional(utcDate),
    after: optional(utcDate),
  }),
);

/** A window has at most as many files as File/get gives. @returns what the answer says of it where it is less than asked for */
export function windowLimit(limit: number | null | undefined, { context: { limits } }: Call) {
  const most = Math.min(limit ?? limits.maxObjectsInGet, limits.maxObjectsInGet);
  return { most, told: limit === most ? {} : { limit: most } };
}

/** File/query: an extension of ours, see FILES. */
export const query: Method<"File/query"> = {
  capability: FILES,
  parse: (args) => checkArguments<FileQueryArgs>(shape, args),
  run: ({ accountId, limit, ...rest }, call) =>
    call.context.store.read(async (reader) => {
      const { filter } = rest;
      const emailId = filter?.emailId && call.createdIds.resolve(filter.emailId);
      const { most, told } = windowLimit(limit, call);
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
        ...told,
      };
    }),
};

import { type Quota, QUOTA } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";
import { quotasOf } from "./record.ts";

const properties = [
  "id",
  "resourceType",
  "used",
  "hardLimit",
  "scope",
  "name",
  "types",
  "warnLimit",
  "softLimit",
  "description",
] as const;

/** Quota/get: RFC 9425 §4.2. */
export const get: Method<"Quota/get"> = {
  capability: QUOTA,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) =>
    standardGet<Quota>(args, call, "Quota", properties, async (reader, accountId, ids) => {
      const quotas = await quotasOf(reader, accountId, call);
      return ids ? quotas.filter(({ id }) => ids.includes(id)) : quotas;
    }),
};

import { PREFERENCES, type Preferences } from "@pismo/jmap";
import { allDefaults, getAllPreferences } from "../../store/mail/preferences.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = ["id", ...(Object.keys(allDefaults) as Exclude<keyof Preferences, "id">[])] as const;

/** Preferences/get: as RFC 8620 §5.1, of one object. */
export const get: Method<"Preferences/get"> = {
  capability: PREFERENCES,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) =>
    standardGet<Preferences>(args, call, "Preferences", properties, async (reader, accountId, ids) =>
      !ids || ids.includes("singleton") ? [{ id: "singleton", ...(await getAllPreferences(reader, accountId)) }] : [],
    ),
};

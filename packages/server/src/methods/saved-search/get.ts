import { SAVED_SEARCHES, type SavedSearch } from "@pismo/jmap";
import { getSavedSearches } from "../../store/labels/saved-searches.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = ["id", "name", "text", "mailboxId"] as const;

/** SavedSearch/get: as RFC 8620 §5.1. */
export const get: Method<"SavedSearch/get"> = {
  capability: SAVED_SEARCHES,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) => standardGet<SavedSearch>(args, call, "SavedSearch", properties, getSavedSearches),
};

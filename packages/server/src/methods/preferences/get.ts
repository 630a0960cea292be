import { PREFERENCES, type Preferences } from "@pismo/jmap";
import { getAllPreferences } from "../../store/mail/preferences.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = [
  "id",
  "collapseThreads",
  "newestFirst",
  "undoSendSeconds",
  "asksForFile",
  "asksForSubject",
  "asksForBcc",
  "signatureBelowQuote",
  "writesPlainText",
  "asksForAddress",
  "asksForGreeted",
  "neverOffered",
  "wantsReceipts",
  "notifications",
] as const;

/** Preferences/get: as RFC 8620 §5.1, of one object. */
export const get: Method<"Preferences/get"> = {
  capability: PREFERENCES,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) =>
    standardGet<Preferences>(args, call, "Preferences", properties, async (reader, accountId, ids) =>
      !ids || ids.includes("singleton") ? [{ id: "singleton", ...(await getAllPreferences(reader, accountId)) }] : [],
    ),
};

/** The order of lists by date. */
import type { Comparator } from "@pismo/jmap";
import { hasPreferences } from "../records/preferences.ts";

export const byDate: Comparator = { property: "receivedAt", isAscending: false };

/** Without a sort Pismo puts what came back on top (docs/decisions/0078-letters-that-come-back.md); other servers as they like. */
export const newestFirst = (): Comparator[] | null => (hasPreferences() ? null : [byDate]);

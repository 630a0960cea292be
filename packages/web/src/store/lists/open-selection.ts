import type { Id } from "@pismo/jmap";
import { getPreferences } from "../records/preferences.ts";
import type { Selection } from "./selection.ts";

/** What an Email's page acts on: with conversations the Emails of its Thread in that folder. */
export function openSelection(
  id: Id,
  folder: string,
  collapseThreads: boolean = getPreferences().collapseThreads,
): Selection {
  return { kind: "ids", ids: new Set([id]), ...(collapseThreads && folder !== "drafts" && { threadsIn: folder }) };
}

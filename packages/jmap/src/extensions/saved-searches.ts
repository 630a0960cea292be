/** Searches that a person has kept, so that every device has them: an extension of ours. */
import type { Id } from "../core/core.ts";

export const SAVED_SEARCHES = "tag:pismo.localhost,2026:saved-searches";

export const MAX_SAVED_SEARCHES = 100;

export interface SavedSearch {
  id: Id;
  name: string;
  /** As the person typed it. */
  text: string;
  /** The Mailbox that is searched; null: all but the trash and the spam. */
  mailboxId: Id | null;
}

/** What Sieve scripts (RFC 9661) did, beside what the standard tells: an extension of ours. */
import type { UTCDate } from "../core/core.ts";

export const RULES = "tag:pismo.localhost,2026:rules";

/** The last letter that a script could not sort, and that so stayed in the inbox. */
export interface ScriptFailure {
  at: UTCDate;
  /** "line 3: there is no folder …" */
  description: string;
}

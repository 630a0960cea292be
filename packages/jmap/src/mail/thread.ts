/** Threads: RFC 8621 §3. */
import type { Id } from "../core/core.ts";

export interface Thread {
  id: Id;
  /** Oldest first by receivedAt. */
  emailIds: Id[];
}

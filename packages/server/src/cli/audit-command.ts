/** Which command the administrator ran, for the audit log. */
import { userInfo } from "node:os";
import type { Id } from "@pismo/jmap";
import { type AuditEvent, noteAudit } from "../store/people/audit-log.ts";
import type { Transactor } from "../store/db/store.ts";

/** The user of the system; a container may have none. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** @param words what was done, without secrets */
export const noteCommand = (
  tx: Transactor,
  words: string,
  accountId: Id | null = null,
  event: AuditEvent = "command",
): Promise<void> => noteAudit(tx, { event, accountId, actor: "administrator", detail: `${words} (${userName()})` });

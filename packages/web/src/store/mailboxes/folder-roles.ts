/** Which folder is for what, chosen by the person. */
import { type Id, SetFailure } from "@pismo/jmap";
import { currentRecords } from "../records/records.ts";
import { request } from "../session/session.ts";
import { requestSync } from "../sync/sync-request.ts";

export const folderRoles = ["sent", "drafts", "archive", "junk", "trash"] as const;
export type FolderRole = (typeof folderRoles)[number];

/** @throws SetFailure, and what the request throws */
export async function setFolderRoles(chosen: Readonly<Record<FolderRole, Id>>): Promise<void> {
  const { accountId, mailboxes } = currentRecords();
  const update: Record<Id, { role: string }> = {};
  for (const role of folderRoles) {
    // The previous mailbox loses the role.
    if (mailboxes.find((mailbox) => mailbox.role === role)?.id !== chosen[role]) update[chosen[role]] = { role };
  }
  if (Object.keys(update).length === 0) return;
  const set = await request((calls) => calls.call("Mailbox/set", { accountId, update }));
  const { notUpdated } = set.result();
  requestSync();
  const [failed] = Object.values(notUpdated ?? {});
  if (failed) throw new SetFailure(failed);
}

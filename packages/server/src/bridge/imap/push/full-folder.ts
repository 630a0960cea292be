/** A folder that takes no further keyword: those that it does not have stay here, as with a folder that takes none. */
import type { Id } from "@pismo/jmap";
import { getFolder, updateFolder } from "../../../store/mirror/imap-folders.ts";
import { Refusal } from "../connection/errors.ts";
import { asFull, takesNew } from "../pull/flags.ts";
import type { Mirror } from "../sync/mirror.ts";

/** Learns from a refusal. @returns whether it was for want of room, and is news */
export async function learnFull({ store, accountId }: Mirror, mailboxId: Id, error: unknown): Promise<boolean> {
  // RFC 5530 §3: "such as the number of flags used in a mailbox".
  if (!(error instanceof Refusal) || error.code !== "LIMIT") return false;
  return store.write(async (tx) => {
    const folder = await getFolder(tx, accountId, mailboxId);
    if (!folder || !takesNew(folder.permanentFlags)) return false;
    await updateFolder(tx, accountId, mailboxId, { permanentFlags: asFull(folder.permanentFlags) });
    return true;
  });
}

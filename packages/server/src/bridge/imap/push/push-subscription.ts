/** Pushes subscriptions to folders (RFC 9051 §6.3.7). */
import type { Id } from "@pismo/jmap";
import { updateFolder } from "../../../store/mirror/imap-folders.ts";
import { Refusal } from "../connection/errors.ts";
import type { Mirror } from "../sync/mirror.ts";
import { hasOtherSubscription, readPair } from "./settle-mailbox.ts";

/** Subscribes to a mailbox's folder, or ends its subscription, where that was changed here. @throws Refusal */
export async function pushSubscription({ store, accountId, session }: Mirror, mailboxId: Id): Promise<void> {
  const { mailbox, folder } = await store.read((reader) => readPair(reader, accountId, mailboxId));
  if (!mailbox || !folder || folder.isGone || !hasOtherSubscription(mailbox, folder)) return;
  const { client, must } = session;
  const { isSubscribed } = mailbox;
  await must(isSubscribed ? client.mailboxSubscribe(folder.path) : client.mailboxUnsubscribe(folder.path));
  await store.write((tx) => updateFolder(tx, accountId, mailboxId, { baseSubscribed: isSubscribed }));
}

/** Ends subscriptions to names without a folder, which the server retains (RFC 9051 §6.3.5, §6.3.6). */
export async function dropSubscriptions({ session, log, accountId }: Mirror, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      await session.must(session.client.mailboxUnsubscribe(path));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Some servers end it themselves.
      log.debug("A subscription could not be ended", { accountId, reason: error.message });
    }
  }
}

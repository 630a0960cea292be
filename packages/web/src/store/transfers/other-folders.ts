/** The folders of an account that is not shown, as they are now. */
import type { Id, Mailbox } from "@pismo/jmap";
import { inOrder } from "../mailboxes/folders.ts";
import { request } from "../session/session.ts";

export interface AccountFolders {
  all: readonly Mailbox[];
  /** In the order of the navigation, those that Emails may be put into. */
  targets: readonly Mailbox[];
}

/** @throws what the request throws */
export async function foldersOf(accountId: Id): Promise<AccountFolders> {
  const get = await request((calls) => calls.call("Mailbox/get", { accountId, ids: null }));
  const all = get.result().list as Mailbox[];
  return { all, targets: inOrder(all).filter(({ myRights }) => myRights.mayAddItems) };
}

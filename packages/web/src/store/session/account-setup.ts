/** Accounts with servers of their own: found, added, changed and removed. Passwords pass through and stay nowhere. */
import { type Id, type MailServer, type MailServerDiscoverResult, type NewMailServer, SetFailure } from "@pismo/jmap";
import { getAccount, refreshSession, request } from "./session.ts";

/** @throws TypeError when ours cannot be reached, MethodError */
export async function discoverServers(email: string, signal: AbortSignal): Promise<MailServerDiscoverResult> {
  const call = await request((calls) => calls.call("MailServer/discover", { email }), signal);
  return call.result();
}

/** Tries the servers and makes the account. @throws SetFailure with `problem` where the servers cannot be used, TypeError */
export async function addAccount(server: NewMailServer, signal: AbortSignal): Promise<Id> {
  const call = await request((calls) => calls.call("MailServer/set", { create: { account: server } }), signal);
  const { created, notCreated } = call.result();
  const id = created?.["account"]?.id;
  if (!id) throw new SetFailure(notCreated?.["account"] ?? { type: "forbidden" });
  await refreshSession();
  return id;
}

/** @throws SetFailure notFound where it has no server of its own, TypeError */
export async function loadMailServer(accountId: Id, signal: AbortSignal): Promise<MailServer> {
  const call = await request((calls) => calls.call("MailServer/get", { ids: [accountId] }), signal);
  const [server] = call.result().list;
  if (!server) throw new SetFailure({ type: "notFound" });
  return server as MailServer;
}

/** @throws SetFailure with `problem` where the servers cannot be used, TypeError */
export async function changeAccount(
  accountId: Id,
  changes: Partial<Omit<NewMailServer, "email">>,
  signal: AbortSignal,
): Promise<void> {
  const call = await request((calls) => calls.call("MailServer/set", { update: { [accountId]: changes } }), signal);
  const error = call.result().notUpdated?.[accountId];
  if (error) throw new SetFailure(error);
}

/** Forgets the account here; refreshSession then shows another. @throws SetFailure changesWaiting, TypeError */
export async function removeAccount(accountId: Id, onDestroyLoseChanges: boolean): Promise<void> {
  const call = await request((calls) => calls.call("MailServer/set", { destroy: [accountId], onDestroyLoseChanges }));
  const error = call.result().notDestroyed?.[accountId];
  // Another tab was quicker.
  if (error && error.type !== "notFound") throw new SetFailure(error);
}

/** Unread Emails of the inbox. @throws TypeError, MethodError */
export async function loadUnread(accountId: Id, signal: AbortSignal): Promise<number> {
  const call = await request((calls) => {
    const inbox = calls.call("Mailbox/query", { accountId, filter: { role: "inbox" } });
    return calls.call("Mailbox/get", { accountId, "#ids": inbox.ref("/ids"), properties: ["unreadEmails"] });
  }, signal);
  return call.result().list[0]?.unreadEmails ?? 0;
}

export const isShown = (accountId: Id): boolean => getAccount().accountId === accountId;

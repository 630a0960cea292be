/** The count on the icon of the installed page, where a browser shows one: what is unread in the inboxes that are told of. */
import { findMailbox } from "../mailboxes/mailboxes.ts";
import { realAccounts } from "../session/all-accounts.ts";
import { getAccounts, limits, mailboxesWithRoles, request } from "../session/session.ts";
import { coalesce } from "../sync/coalesce.ts";
import { hasNotifications } from "./rules.ts";

function show(unread: number): void {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  setAppBadge?.call(navigator, unread).catch(() => undefined);
}

/** Of several accounts a page knows only the shown one's: the others are asked for, as the server counts when it pushes. */
const showOfSeveral = coalesce(async () => {
  const told = realAccounts(getAccounts()).filter(({ accountId }) => hasNotifications(accountId));
  const asked = told.slice(0, Math.floor(limits().maxCallsInRequest / 2));
  const answers = await request((calls) =>
    asked.map(({ accountId }) => {
      const inboxes = mailboxesWithRoles(accountId)?.filter(({ role }) => role === "inbox") ?? [];
      const properties = ["id", "notifications"] as const;
      return {
        preferences: calls.call("Preferences/get", { accountId, ids: ["singleton"], properties: [...properties] }),
        inbox: calls.call("Mailbox/get", { accountId, ids: inboxes.map(({ id }) => id) }),
      };
    }),
  );
  const counts = answers.map(({ preferences, inbox }) =>
    preferences.result().list[0]?.notifications ? (inbox.result().list[0]?.unreadEmails ?? 0) : 0,
  );
  show(counts.reduce((sum, count) => sum + count, 0));
});

export function showBadge(): void {
  const unread = findMailbox("inbox")?.unreadEmails;
  if (realAccounts(getAccounts()).length > 1) showOfSeveral();
  else if (unread !== undefined) show(unread);
}

/**
 * Notifies people's browsers of new letters. One process of a database does it, and takes each letter out of the queue
 * before it sends: a letter is notified of once at most, whatever crashes.
 */
import type { Id } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { getAccount } from "../store/auth/accounts.ts";
import { accountsOfCredentials } from "../store/auth/credential-accounts.ts";
import type { PushSubscriptionRecord } from "../store/auth/push-subscriptions.ts";
import { hasCardWith } from "../store/contacts/address-in-cards.ts";
import { startLockedJob } from "../store/db/locked-job.ts";
import type { Reader, Store } from "../store/db/store.ts";
import { type EmailRecord, getEmails } from "../store/mail/emails.ts";
import { findMailboxByRole, mailboxRolesOf } from "../store/mail/mailboxes.ts";
import { getAllPreferences } from "../store/mail/preferences.ts";
import { accountsWithDue, takeNotificationDue } from "../store/notifications/notification-due.ts";
import { notifiedSubscriptions } from "../store/notifications/notified-subscriptions.ts";
import { mutedThreads } from "../store/threads/muted-threads.ts";
import type { PushRules } from "../web-push/push-request.ts";
import { messagesFor } from "./messages.ts";
import { Outgoing } from "./outgoing.ts";
import { isQuiet } from "./quiet-hours.ts";
import { isNews } from "./wanted.ts";

/** Letters of one account that are looked at together. */
const EMAILS_AT_ONCE = 200;
const ACCOUNTS_AT_ONCE = 20;
/** The badge counts the inboxes of so many. */
const MAX_COUNTED_ACCOUNTS = 20;
const MAX_SLEEP_MS = 60_000;
const RETRY_MS = 2000;
/** Letters that come close together are notified of together. */
const PAUSE_MS = 500;

export interface NotifyParts {
  store: Store;
  log: Logger;
  push: PushRules;
  /** The server has one person, whose browsers may use every account. */
  isOwned: boolean;
  /** For tests: another clock, in milliseconds. */
  now?: () => number;
}

/** @returns the function that ends it */
export function startNotifying({ store, log, push, isOwned, now = Date.now }: NotifyParts): () => Promise<void> {
  const outgoing = new Outgoing(store, push, log);

  async function notifyOf(accountId: Id): Promise<void> {
    const ids = await store.write((tx) => takeNotificationDue(tx, accountId, EMAILS_AT_ONCE), { accountId });
    const nowAt = new Date(now());
    const [news, subscriptions] = await store.read(async (reader) => [
      await newsOf(reader, accountId, ids, nowAt),
      await notifiedSubscriptions(reader, accountId, isOwned),
    ]);
    if (news.length === 0) return;
    const abouts = new Map<string, Awaited<ReturnType<typeof aboutFor>>>();
    for (const subscription of subscriptions) {
      const { username, verificationCode } = subscription;
      const about = abouts.get(username) ?? (await store.read((reader) => aboutFor(reader, accountId, subscription)));
      abouts.set(username, about);
      outgoing.add(subscription, messagesFor(news, about, verificationCode));
    }
  }

  /** @returns whether there was anything to do */
  async function notifyOnce(signal: AbortSignal): Promise<boolean> {
    const accounts = await store.readOnce((reader) => accountsWithDue(reader, ACCOUNTS_AT_ONCE));
    for (const accountId of accounts) {
      if (!signal.aborted) await notifyOf(accountId);
    }
    return accounts.length > 0;
  }

  const end = startLockedJob({
    store,
    log,
    failure: "Notifications could not be sent",
    retryMs: RETRY_MS,
    lockedMs: MAX_SLEEP_MS,
    async work(signal, commits) {
      while (!signal.aborted) {
        commits.forget();
        if (await notifyOnce(signal)) continue;
        await commits.next(MAX_SLEEP_MS);
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  });
  return async () => {
    await end();
    await outgoing.close();
  };
}

/** Those of the letters that the account's person wants to hear of now. */
async function newsOf(reader: Reader, accountId: Id, ids: readonly Id[], now: Date): Promise<EmailRecord[]> {
  const { notifications: rules } = await getAllPreferences(reader, accountId);
  if (!rules || ids.length === 0 || isQuiet(rules.quietHours, now)) return [];
  if ((await getAccount(reader, accountId))?.isDisabled) return [];
  const roles = await mailboxRolesOf(reader, accountId);
  const emails = (await getEmails(reader, accountId, ids)).filter((email) => isNews(email, rules, roles));
  const muted = await mutedThreads(
    reader,
    accountId,
    emails.map(({ threadId }) => threadId),
  );
  const heard = emails.filter(({ threadId }) => !muted.has(threadId));
  return rules.about === "contacts" ? fromContacts(reader, accountId, heard) : heard;
}

async function fromContacts(reader: Reader, accountId: Id, emails: readonly EmailRecord[]): Promise<EmailRecord[]> {
  const known = new Map<string, boolean>();
  const found: EmailRecord[] = [];
  for (const email of emails) {
    const address = email.headers.from?.[0]?.email ?? "";
    if (!known.has(address)) known.set(address, address !== "" && (await hasCardWith(reader, accountId, address)));
    if (known.get(address)) found.push(email);
  }
  return found;
}

/** What all messages about an account say to one person. */
async function aboutFor(reader: Reader, accountId: Id, { username }: Pick<PushSubscriptionRecord, "username">) {
  const accountIds = (await accountsOfCredentials(reader, [username])).get(username) ?? [];
  const name = accountIds.length > 1 ? (await getAccount(reader, accountId))?.email : undefined;
  let unread = 0;
  for (const each of accountIds.slice(0, MAX_COUNTED_ACCOUNTS)) {
    // The badge says nothing of what nothing is told of.
    if (!(await getAllPreferences(reader, each)).notifications) continue;
    unread += (await findMailboxByRole(reader, each, "inbox"))?.unreadEmails ?? 0;
  }
  return { accountId, ...(name !== undefined && { accountName: name }), unread };
}

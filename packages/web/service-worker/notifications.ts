/**
 * The service worker: it shows what the server pushes of new letters, and nothing else. It has no fetch handler, keeps
 * nothing, and is registered when a person turns notifications on. Built as it is, without imports (vite.config.ts).
 */
import type { NewEmails, NotificationMessage, PushVerification } from "@pismo/jmap";

declare const self: ServiceWorkerGlobalScope;

type Action = "archive" | "read" | "reply";

/** The page registers it by an address that names the language. */
const language = new URL(self.location.href).searchParams.get("lang") === "ru" ? "ru" : "en";
const plural = new Intl.PluralRules(language);
const words = {
  ru: {
    archive: "В архив",
    read: "Прочитано",
    reply: "Ответить",
    noSubject: "(без темы)",
    count: { one: "новое письмо", few: "новых письма", many: "новых писем", other: "новых письма" },
  },
  en: {
    archive: "Archive",
    read: "Mark as read",
    reply: "Reply",
    noSubject: "(no subject)",
    count: { one: "new letter", other: "new letters" },
  },
}[language];
const counted = (count: number): string => {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string } = words.count;
  return `${count} ${forms[plural.select(count)] ?? forms.other}`;
};

/** A page that is seen shows new letters by itself. */
async function isSeen(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some(({ visibilityState }) => visibilityState === "visible");
}

async function showBadge(unread: number): Promise<void> {
  const { navigator } = self as { navigator: { setAppBadge?: (count: number) => Promise<void> } };
  await navigator.setAppBadge?.(unread).catch(() => undefined);
}

function addressOf(message: NotificationMessage, action?: Action): string {
  const account = `account=${encodeURIComponent(message.accountId)}`;
  if (message["@type"] === "ManyNewEmails") return `/inbox?letters=all&${account}`;
  return `/email/${encodeURIComponent(message.emailId)}?${account}${action === "reply" ? "#reply" : ""}`;
}

function textsOf(message: NotificationMessage): { title: string; lines: string[] } {
  const account = message.accountName === undefined ? [] : [message.accountName];
  if (message["@type"] === "ManyNewEmails")
    return { title: counted(message.count), lines: [message.from.join(", "), ...account] };
  const subject = message.subject || words.noSubject;
  const more = message.count > 1 ? [counted(message.count)] : [];
  return { title: message.from, lines: [subject, ...more, ...account] };
}

/** `actions` and the like are not in the types of every browser. */
type Options = NotificationOptions & { actions?: object[]; renotify?: boolean; timestamp?: number };

async function show(message: NotificationMessage): Promise<void> {
  await showBadge(message.unread);
  if (await isSeen()) return;
  const { title, lines } = textsOf(message);
  const names: Action[] = message["@type"] === "NewEmails" ? ["archive", "read", "reply"] : [];
  const options: Options = {
    body: lines.join("\n"),
    lang: language,
    tag: message["@type"] === "NewEmails" ? `${message.accountId}/${message.threadId}` : message.accountId,
    renotify: true,
    timestamp: Date.parse(message.receivedAt),
    actions: names.map((action) => ({ action, title: words[action] })),
    data: message,
  };
  await self.registration.showNotification(title, options);
}

type Result = Record<string, unknown>;

/** @throws TypeError where the server does not answer, or not as it should */
async function ask(calls: [name: string, args: object, id: string][]): Promise<Map<string, Result>> {
  const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"];
  const answer = await fetch("/jmap/api", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ using, methodCalls: calls }),
  });
  if (!answer.ok) throw new TypeError(`${answer.status}`);
  const { methodResponses } = (await answer.json()) as { methodResponses: [string, Result, string][] };
  if (methodResponses.some(([name]) => name === "error")) throw new TypeError("A method failed");
  return new Map(methodResponses.map(([, result, id]) => [id, result]));
}

/** RFC 8620 §7.2.2: says that what is pushed arrives here. */
async function verify({ pushSubscriptionId, verificationCode }: PushVerification): Promise<void> {
  await ask([["PushSubscription/set", { update: { [pushSubscriptionId]: { verificationCode } } }, "s"]]);
}

interface Letter {
  id: string;
  mailboxIds: Record<string, true>;
  keywords: Record<string, true>;
}

/** Of the conversation, as in a list. @throws TypeError where it cannot be done */
async function carryOut(
  action: "archive" | "read",
  { accountId, threadId, emailId, unread }: NewEmails,
): Promise<void> {
  const withRole = (role: string): [string, object, string] => ["Mailbox/query", { accountId, filter: { role } }, role];
  const found = await ask([
    withRole("inbox"),
    withRole("archive"),
    ["Thread/get", { accountId, ids: [threadId] }, "thread"],
    [
      "Email/get",
      {
        accountId,
        "#ids": { resultOf: "thread", name: "Thread/get", path: "/list/*/emailIds" },
        properties: ["mailboxIds", "keywords"],
      },
      "emails",
    ],
  ]);
  const [inbox, archive] = ["inbox", "archive"].map((role) => (found.get(role)!["ids"] as string[])[0]);
  const letters = found.get("emails")!["list"] as Letter[];
  if (!inbox || (action === "archive" && !archive)) throw new TypeError("There is no such folder");
  const inInbox = letters.filter(({ mailboxIds }) => mailboxIds[inbox]);
  const isUnread = ({ keywords }: Letter): boolean => !keywords["$seen"];
  // Where a person chose folders, it may lie in one of these.
  const [folder, ...others] = Object.keys(letters.find(({ id }) => id === emailId)?.mailboxIds ?? {});
  const from = inInbox.length > 0 ? inbox : folder;
  if (action === "archive" && (from === undefined || (from !== inbox && others.length > 0)))
    throw new TypeError("It lies in no folder that it could leave");
  if (action === "archive" && from === archive) return;
  const changed = letters.filter(action === "archive" ? ({ mailboxIds }) => mailboxIds[from!] : isUnread);
  const patch =
    action === "archive"
      ? { [`mailboxIds/${from}`]: null, [`mailboxIds/${archive}`]: true }
      : { "keywords/$seen": true };
  const set = await ask([
    ["Email/set", { accountId, update: Object.fromEntries(changed.map(({ id }) => [id, patch])) }, "set"],
  ]);
  if (set.get("set")?.["notUpdated"]) throw new TypeError("A letter was not changed");
  await showBadge(Math.max(0, unread - inInbox.filter(isUnread).length));
}

/** How long a page may take to say that it goes there. */
const ANSWER_MS = 2000;

/** @returns whether the page has taken the address */
const isTaken = (page: Client, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(() => resolve(false), ANSWER_MS);
    port1.addEventListener("message", () => resolve(true));
    port1.start();
    page.postMessage({ open: address }, [port2]);
  });

/** In a tab that is there, else in a new one. */
async function open(address: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => !new URL(url).pathname.startsWith("/sign-in"));
  // Asked before it gets the focus: a click allows one of focus and a new tab.
  if (page && (await isTaken(page, address))) return void (await page.focus().catch(() => undefined));
  await self.clients.openWindow(address);
}

async function act(message: NotificationMessage, action: string): Promise<void> {
  const isWork = action === "archive" || action === "read";
  if (!isWork || message["@type"] !== "NewEmails") return open(addressOf(message, action as Action));
  // A person sees what could not be done.
  return carryOut(action, message).catch(() => open(addressOf(message)));
}

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => {
  const message = event.data?.json() as NotificationMessage | PushVerification | undefined;
  if (message?.["@type"] === "PushVerification") event.waitUntil(verify(message));
  else if (message) event.waitUntil(show(message));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(act(event.notification.data as NotificationMessage, event.action));
});

/** Notifications of new letters: Web Push (RFC 8030) to a service that reads them as a browser would (RFC 8291, RFC 8292). */
import { type NewEmails, type NotificationMessage, NOTIFICATIONS, type NotificationRules, VAPID } from "@pismo/jmap";
import type { Id, VapidCapability } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { createLogger } from "../src/log.ts";
import { startNotifying } from "../src/notify/notify-worker.ts";
import { createBrowserSession, destroyBrowserSession } from "../src/store/auth/browser-sessions.ts";
import { listPushSubscriptions } from "../src/store/auth/push-subscriptions.ts";
import { keyOf } from "../src/store/db/ids.ts";
import { notifiedSubscriptions } from "../src/store/notifications/notified-subscriptions.ts";
import { pushRules } from "../src/web-push/push-rules.ts";
import { lines, type LooseArgs } from "./support/jmap.ts";
import { type PushEndpoint, type PushServiceOfTests, startPushService } from "./support/push-service.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
let service: PushServiceOfTests;
beforeEach(async () => {
  service = await startPushService();
  t = await receivingJmap({ notifies: true });
});
afterEach(async () => {
  await t.close();
  await service.close();
});

const all: NotificationRules = { about: "inbox", mailboxIds: {}, keywords: {}, quietHours: null };
const turnOn = (rules: Partial<NotificationRules> | null = {}) =>
  t.call("Preferences/set", { update: { singleton: { notifications: rules && { ...all, ...rules } } } });

async function create(given: LooseArgs, client = t.client): Promise<Id> {
  const subscription = { deviceClientId: "a browser", types: [], notifies: true, userAgent: "Browser/1", ...given };
  const { created, notCreated } = await client.call("PushSubscription/set", { create: { s: subscription } });
  expect(notCreated).toBeNull();
  return created!["s"]!.id!;
}
/** As a page does it whose worker hears the code. */
async function subscribe(endpoint: PushEndpoint = service.newEndpoint(), client = t.client): Promise<Id> {
  const before = service.pushed.length;
  const id = await create({ ...endpoint }, client);
  await eventually(() => expect(service.pushed.length).toBe(before + 1));
  const { message } = service.pushed[before]!;
  const { verificationCode } = message as { verificationCode: string };
  await client.call("PushSubscription/set", { update: { [id]: { verificationCode } } });
  return id;
}
const messages = (): NotificationMessage[] =>
  service.pushed.flatMap(({ message }) => (message["@type"] === "PushVerification" ? [] : message));
const subjects = (): string[] => messages().map((message) => (message as NewEmails).subject);

let number = 0;
const receive = (subject: string, { from = "Anna <anna@mail.example>", references = "", ...fields } = {}) =>
  t.receive(
    lines(
      `From: ${from}`,
      `Subject: ${subject}`,
      `Message-ID: <${++number}@x>`,
      ...(references ? [`References: ${references}`] : []),
      ...Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`),
      "",
      "text",
    ),
  );
/** A letter after which all before it have been looked at. */
async function heardLast(...expected: string[]): Promise<void> {
  await receive("the last");
  await eventually(() => expect(subjects()).toContain("the last"));
  expect(subjects()).toEqual([...expected, "the last"]);
}

test("[8291, 8292] a new letter is told of, encrypted for the browser and signed with the key of the session", async () => {
  await turnOn();
  await subscribe();
  const emailId = await receive("Привет, мир");
  await eventually(() => expect(messages()).toHaveLength(1));
  const { threadId, receivedAt } = await t.email(emailId, ["threadId", "receivedAt"]);
  expect(messages()[0]).toEqual({
    "@type": "NewEmails",
    accountId: t.accountId,
    unread: 1,
    threadId,
    emailId,
    from: "Anna",
    subject: "Привет, мир",
    count: 1,
    receivedAt,
  });
  const push = service.pushed[1]!;
  expect(push.headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "normal", ttl: "86400" });
  expect(push.headers["topic"]).toMatch(/^[\w-]{1,32}$/);
  for (const word of ["Anna", "Привет", emailId]) expect(push.body.includes(word)).toBe(false);
  const { key, protectedHeader, payload } = await service.verified(push);
  const session = await t.client.session();
  expect(key).toBe((session.capabilities[VAPID] as VapidCapability).applicationServerKey);
  expect(protectedHeader.alg).toBe("ES256");
  expect(payload.exp! - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
  expect(session.accounts[t.accountId]!.accountCapabilities).toHaveProperty([NOTIFICATIONS]);
});

describe("nothing is told", () => {
  test("while they are off, and of what came before", async () => {
    await subscribe();
    await receive("before");
    await turnOn();
    await heardLast();
    await turnOn(null);
    await receive("after");
    await turnOn();
    await receive("at the end");
    await eventually(() => expect(subjects()).toEqual(["the last", "at the end"]));
  });

  test("of imported letters, muted conversations and what has been read", async () => {
    await turnOn();
    await subscribe();
    await t.importMessage(lines("From: a@x.example", "Subject: imported", "", "text"));
    const plan = await receive("Plan");
    await eventually(() => expect(subjects()).toEqual(["Plan"]));
    await t.call("Email/set", { update: { [plan]: { "keywords/$muted": true } } });
    await receive("Re: Plan", { references: `<${number}@x>` });
    await heardLast("Plan");
  });

  test("of what a rule files away or marks as read", async () => {
    const blobId = await t.upload(
      [
        'require ["fileinto", "imap4flags"];',
        'if header :contains "subject" "filed" { fileinto "Archive"; }',
        'if header :contains "subject" "junk" { fileinto "Junk"; }',
        'if header :contains "subject" "read" { addflag "\\\\Seen"; }',
      ].join("\r\n"),
      "application/sieve",
    );
    const { notCreated } = await t.call("SieveScript/set", {
      create: { s: { name: "rules", blobId } },
      onSuccessActivateScript: "#s",
    });
    expect(notCreated ?? null).toBeNull();
    await turnOn();
    await subscribe();
    for (const subject of ["filed", "junk", "read"]) await receive(subject);
    await heardLast();
  });

  test("in quiet hours, then or later", async () => {
    await turnOn({ quietHours: { from: "00:00", until: "23:59", timeZone: awake(12) } });
    await subscribe();
    await receive("at night");
    await eventually(async () => expect(await waiting()).toBe(0));
    await turnOn({ quietHours: { from: "00:00", until: "00:01", timeZone: awake(12) } });
    await heardLast();
  });

  test("to other people's browsers", async () => {
    const anna = await t.addMailbox("anna");
    const hers = service.newEndpoint();
    await subscribe(hers, anna.client);
    await subscribe();
    await turnOn();
    await heardLast();
    expect(service.pushed.filter(({ path }) => hers.url.endsWith(path))).toHaveLength(1);
  });
});

/** A zone in which it is about that hour of the day, so that neither end of an hour passes while a test runs. */
function awake(hour: number): string {
  const ahead = hour - new Date().getUTCHours();
  return ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? `-${ahead}` : `+${-ahead}`}`;
}
const waiting = async (): Promise<number> =>
  (await t.store.read((reader) => reader.get<{ n: number }>("select count(*) as n from notification_due")))!.n;

test("contacts only: of letters whose sender is one", async () => {
  await turnOn({ about: "contacts" });
  await subscribe();
  const books = await t.call("AddressBook/get", { ids: null });
  const card = {
    "@type": "Card",
    version: "1.0",
    name: { full: "Boris" },
    emails: { e: { address: "boris@mail.example" } },
    addressBookIds: { [books.list[0]!.id!]: true },
  };
  await t.call("ContactCard/set", { create: { c: card } });
  await receive("from another");
  await receive("from Boris", { from: "boris@MAIL.example" });
  await eventually(() => expect(subjects()).toEqual(["from Boris"]));
});

test("chosen folders and labels: where a rule has put it", async () => {
  const folder = await t.mailbox("Plans");
  const blobId = await t.upload(
    'require ["fileinto", "imap4flags"];\r\nif header :contains "subject" "plan" { fileinto "Plans"; }\r\nif header :contains "subject" "red" { addflag "red"; }\r\n',
    "application/sieve",
  );
  await t.call("SieveScript/set", { create: { s: { name: "rules", blobId } }, onSuccessActivateScript: "#s" });
  await turnOn({ about: "chosen", mailboxIds: { [folder]: true }, keywords: { red: true } });
  await subscribe();
  for (const subject of ["a plan", "in the inbox", "a red one"]) await receive(subject);
  await eventually(() => expect(subjects().toSorted()).toEqual(["a plan", "a red one"]));
});

test("the badge counts the inboxes of the accounts whose notifications are on", async () => {
  const anna = await t.addMailbox("anna");
  const { list } = await anna.client.call("Mailbox/get", { accountId: anna.accountId, ids: null });
  const inbox = list.find(({ role }) => role === "inbox");
  const bytes = Buffer.from(lines("From: a@x.example", "Subject: unheard", "", "text"));
  await t.ingest.deliver({ accountId: anna.accountId, bytes, mailboxIds: [inbox!.id!], isArrival: true });
  await turnOn();
  await subscribe();
  await receive("one");
  await eventually(() => expect(messages()).toMatchObject([{ unread: 1 }]));
  await anna.client.call("Preferences/set", {
    accountId: anna.accountId,
    update: { singleton: { notifications: all } },
  });
  await receive("two");
  await eventually(() => expect(messages()).toMatchObject([{ unread: 1 }, { unread: 3 }]));
});

/** In one transaction. */
const come = (letters: string[], ...fields: string[]) =>
  t.ingest.deliverBatch(
    letters.map((subject, index) => ({
      accountId: t.accountId,
      bytes: Buffer.from(
        lines(`From: sender ${index} <s${index}@x.example>`, `Subject: ${subject}`, ...fields, "", "text"),
      ),
      mailboxIds: [t.role["inbox"]!],
      isArrival: true,
      envelope: { from: "a@b.example", to: ["you@pismo.localhost"] },
    })),
  );

describe("letters that come together", () => {
  test("in one conversation are one message, of the newest", async () => {
    await turnOn();
    await subscribe();
    await come(["Plan", "Re: Plan", "Re: Plan"], "References: <1@x>");
    await eventually(() => expect(messages()).toMatchObject([{ "@type": "NewEmails", count: 3, unread: 3 }]));
  });

  test("in many conversations are one message", async () => {
    await turnOn();
    await subscribe();
    await come(["one", "two", "three", "four", "five", "six"]);
    const from = [expect.any(String), expect.any(String), expect.any(String)];
    await eventually(() => expect(messages()).toMatchObject([{ "@type": "ManyNewEmails", count: 6, from }]));
  });

  test("are told of once, by one of the processes", async () => {
    await turnOn();
    await subscribe();
    const push = pushRules(randomBytes(32), { host: "127.0.0.1", publicUrl: undefined });
    const stop = startNotifying({ store: t.store, log: createLogger("silent"), push, isOwned: true });
    await receive("Plan");
    await receive("Another");
    await heardLast("Plan", "Another");
    expect(await waiting()).toBe(0);
    await stop();
  });
});

describe("the push service", () => {
  test.each([404, 410])("[8030 §7.3] that knows the browser no more ends its subscription: %i", async (status) => {
    await turnOn();
    await subscribe();
    service.answers.push({ status });
    await receive("Plan");
    await eventually(async () => expect(await t.store.read(listPushSubscriptions)).toEqual([]));
  });

  test.each([429, 503])("that is not ready gets it later, once: %i", async (status) => {
    await turnOn();
    await subscribe();
    service.answers.push({ status, headers: { "retry-after": "1" } });
    await receive("Plan");
    await eventually(() => expect(subjects()).toEqual(["Plan", "Plan"]), 10_000);
    expect(await t.store.read(listPushSubscriptions)).toHaveLength(1);
    await receive("Next");
    await eventually(() => expect(subjects()).toEqual(["Plan", "Plan", "Next"]));
  });
});

describe("the subscription", () => {
  test("of notifications takes keys, lives for weeks, and is named by who asks for it", async () => {
    const { url, keys } = service.newEndpoint();
    const given = { deviceClientId: "d", url, notifies: true };
    const { notCreated } = await t.client.call("PushSubscription/set", { create: { s: given } });
    expect(notCreated?.["s"]).toMatchObject({ type: "invalidProperties", properties: ["keys"] });
    const id = await create({ url, keys });
    const named = await t.client.call("PushSubscription/get", { ids: [id], properties: ["notifies", "userAgent"] });
    expect(named.list).toEqual([{ id, notifies: true, userAgent: "Browser/1" }]);
    const usual = (await t.client.call("PushSubscription/get", { ids: [id] })).list[0]!;
    expect(usual).not.toHaveProperty("notifies");
    expect(Date.parse(usual.expires!)).toBeGreaterThan(Date.now() + 30 * 86_400_000);
  });

  test("hears no states", async () => {
    await turnOn();
    await subscribe();
    await t.mailbox("One");
    await heardLast();
    expect(service.pushed).toHaveLength(2);
  });

  test("ends with the browser's session, and is not used when that has expired", async () => {
    const id = await subscribe();
    const inAnHour = new Date(Date.now() + 3_600_000);
    const session = await t.store.write((tx) => createBrowserSession(tx, inAnHour));
    const family = keyOf("b", session.id);
    const notified = () => t.store.read((reader) => notifiedSubscriptions(reader, t.accountId, true));
    await t.store.write((tx) =>
      tx.run("update push_subscription set session_family = ? where id = ?", family, keyOf("p", id)),
    );
    expect(await notified()).toMatchObject([{ id }]);
    const expire = (at: number) =>
      t.store.write((tx) => tx.run("update browser_session set expires_at = ? where id = ?", at, family));
    await expire(Date.now() - 1);
    expect(await notified()).toEqual([]);
    await expire(inAnHour.getTime());
    await t.store.write((tx) => destroyBrowserSession(tx, session.id));
    expect(await t.store.read(listPushSubscriptions)).toEqual([]);
  });
});

test("of rules that cannot be, none is kept", async () => {
  const wrong: LooseArgs[] = [
    { about: "everything" },
    { mailboxIds: { m1: false } },
    { quietHours: { from: "25:00", until: "07:00", timeZone: "Europe/Moscow" } },
    { quietHours: { from: "22:00", until: "07:00", timeZone: "Mars/Olympus" } },
  ];
  for (const rules of wrong) {
    const { notUpdated } = await turnOn(rules);
    expect(notUpdated?.["singleton"]).toMatchObject({ type: "invalidProperties", properties: ["notifications"] });
  }
});

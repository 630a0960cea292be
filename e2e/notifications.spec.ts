/**
 * Notifications: their page, and what the service worker does with what the server pushes. The push service is the test's:
 * it stands in for that of the browser's maker, which Chromium would ask for a subscription, and hands what it gets to the
 * worker by the browser's own protocol.
 */
import type { Worker } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { delivering, subscribeAt, test, turnOn, words, workerOf } from "./support/notified.ts";
import { expect } from "./support/story.ts";

interface Shown {
  title: string;
  options: { body: string; tag: string; actions: { title: string }[]; data: object };
}

/** From now on the worker notes what it shows. */
const watchShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const shown: { title: string; options: unknown }[] = [];
    const show = registration.showNotification.bind(registration);
    registration.showNotification = async (title, options) => {
      await show(title, options);
      shown.push({ title, options });
    };
    Object.assign(self, { shown });
  });
const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown);
/** As the browser does when one is clicked: its own event cannot be made. */
const click = (worker: Worker, action: string): Promise<void> =>
  worker.evaluate((name) => {
    const { data } = (self as unknown as { shown: Shown[] }).shown.at(-1)!.options;
    const notification = { data, close: () => undefined };
    const event = new Event("notificationclick");
    self.dispatchEvent(Object.assign(event, { notification, action: name, waitUntil: () => undefined }));
  }, action);

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(lang, () => {
    test.use({ lang });

    test("a browser in which they are forbidden says so in plain words, and has no worker", async ({
      page,
      server,
    }) => {
      await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
      await page.goto(`${server.url}/settings/notifications`);
      await expect(page.getByRole("switch", { name: w.here })).toBeDisabled();
      await expect(page.getByText(w.denied)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    });

    test("a letter is shown while no tab is seen; from there it is archived and answered", async ({
      page,
      context,
      server,
      service,
    }) => {
      await context.grantPermissions(["notifications"], { origin: server.url });
      await subscribeAt(context, service);
      const push = await delivering(page, server.url, service);
      await turnOn(page, server.url, w);
      await expectAccessible(page);
      await push.next();
      const client = await server.client();
      const isVerified = async () => {
        const properties = ["verificationCode", "notifies"];
        const { list } = await page.evaluate(
          async ([asked]) => {
            const using = ["urn:ietf:params:jmap:core"];
            const methodCalls = [["PushSubscription/get", { ids: null, properties: asked }, "0"]];
            const init = { method: "POST", headers: { "content-type": "application/json" } };
            const answer = await fetch("/jmap/api", { ...init, body: JSON.stringify({ using, methodCalls }) });
            const { methodResponses } = (await answer.json()) as { methodResponses: [string, { list: object[] }][] };
            return methodResponses[0]![1];
          },
          [properties] as const,
        );
        return list.map((each) => (each as { verificationCode: string | null }).verificationCode !== null);
      };
      await expect.poll(isVerified).toEqual([true]);
      const worker = await workerOf(context);
      await watchShown(worker);

      // A page that is seen shows it by itself.
      const letter = { from: "Anna <anna@mail.example>", to: "you@pismo.localhost", text: "…" };
      await server.deliver({ ...letter, subject: "While I look" });
      await push.next();
      // A page of another origin.
      await page.goto(`${server.url.replace("127.0.0.1", "localhost")}/notifications.js`);
      await server.deliver({ ...letter, subject: "Plan" });
      await push.next();
      await expect.poll(() => shownBy(worker)).toHaveLength(1);
      const [shown] = await shownBy(worker);
      expect(shown).toMatchObject({ title: "Anna", options: { body: "Plan" } });
      expect(shown!.options.actions.map(({ title }) => title)).toEqual(w.actions);

      // Once it is told to be kept going, the page listens.
      const listens = page.waitForRequest((request) => request.postData()?.includes('"expires":null') === true);
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(page.getByRole("link", { name: /Plan/ })).toBeVisible();
      await listens;
      await expect(page.getByRole("link", { name: w.unread })).toHaveCount(2);
      await click(worker, "read");
      await expect(page.getByRole("link", { name: w.unread })).toHaveCount(1);
      await click(worker, "archive");
      await expect(page.getByRole("link", { name: /Plan/ })).toHaveCount(0);
      await expect(page.getByRole("link", { name: /While I look/ })).toBeVisible();

      await click(worker, "reply");
      await expect(page).toHaveURL(/\/email\/\w+/);
      await expect(page.getByRole("textbox", { name: w.subject })).toHaveValue("Re: Plan");
      const session = await client.session();
      const accountId = Object.keys(session.accounts)[0]!;
      const { list } = await client.call("Mailbox/get", { accountId, ids: null, properties: ["role", "totalEmails"] });
      expect(list.find(({ role }) => role === "archive")?.totalEmails).toBe(1);
    });
  });
}

test("what lies in a folder that was chosen is archived from there", async ({ page, context, server, service }) => {
  await context.grantPermissions(["notifications"], { origin: server.url });
  await subscribeAt(context, service);
  const push = await delivering(page, server.url, service);
  await turnOn(page, server.url, words.en);
  await push.next();
  const worker = await workerOf(context);
  await watchShown(worker);
  const { client, accountId } = await mailboxOf(server);
  const { created } = await client.call("Mailbox/set", { accountId, create: { work: { name: "Work" } } });
  await page.goto(`${server.url.replace("127.0.0.1", "localhost")}/notifications.js`);
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Plan", text: "…" });
  await push.next();
  await expect.poll(() => shownBy(worker)).toHaveLength(1);
  const { ids } = await client.call("Email/query", { accountId, filter: {} });
  const mailboxIds = { [created!["work"]!.id!]: true as const };
  await client.call("Email/set", { accountId, update: { [ids[0]!]: { mailboxIds } } });
  await click(worker, "archive");
  const { list } = await client.call("Mailbox/get", { accountId, ids: null, properties: ["role"] });
  const archive = list.find(({ role }) => role === "archive")!.id!;
  const where = async () =>
    (await client.call("Email/get", { accountId, ids, properties: ["mailboxIds"] })).list[0]!.mailboxIds;
  await expect.poll(where).toEqual({ [archive]: true });
});

const hostedTest = test.extend<{ dovecot: Dovecot }>({
  dovecot: fixture(
    () => startDovecot({ password: "password-17" }),
    (dovecot) => dovecot.stop(),
  ),
  env: ({ dovecot }, provide) => provide(hostedAt(dovecot.port)),
});

hostedTest("signing out ends them in this browser", async ({ page, context, server, service, dovecot }) => {
  hostedTest.skip(!canRunDovecot, "Dovecot is not installed");
  await context.grantPermissions(["notifications"], { origin: server.url });
  const isSubscribed = await subscribeAt(context, service);
  const push = await delivering(page, server.url, service);
  await enter(page, server.url, dovecot.password);
  const account = page.getByRole("button", { name: /^Account ann@example.org/ });
  await expect(account).toBeVisible();
  await turnOn(page, server.url, words.en);
  await push.next();
  expect(isSubscribed()).toBe(true);

  await page.goto(`${server.url.replace("127.0.0.1", "localhost")}/notifications.js`);
  const client = await foreignClient(dovecot.port, "ann@example.org", dovecot.password);
  await client.append("INBOX", "From: Anna <anna@mail.example>\r\nSubject: Plan\r\n\r\nHello\r\n");
  await client.logout();
  await push.next();
  // No page of ours, which would show letters itself: but it knows what is shown.
  const beside = await context.newPage();
  await beside.goto(`${server.url}/notifications.js`);
  const registration = await beside.evaluateHandle(() => navigator.serviceWorker.getRegistration("/"));
  const titles = () =>
    registration.evaluate(async (each) => (await each!.getNotifications()).map(({ title }) => title));
  await expect.poll(titles).toEqual(["Anna"]);

  await page.goto(`${server.url}/inbox?letters=all`);
  await account.click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(isSubscribed()).toBe(false);
  expect(await titles()).toEqual([]);

  await enter(page, server.url, dovecot.password);
  await page.goto(`${server.url}/settings/notifications`);
  await expect(page.getByRole("switch", { name: words.en.here })).not.toBeChecked();
  await expect(page.getByText("Notifications are not on in any browser.")).toBeVisible();
});

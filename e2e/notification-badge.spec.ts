/** The badge of notifications, and the hours in which nothing is told. The push service is the test's, as in notifications.spec.ts. */
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { delivering, subscribeAt, test, turnOn, words, workerOf } from "./support/notified.ts";
import { expect } from "./support/story.ts";

/** Notes in a page or a worker what its badge says. */
const watchBadge = (): void => {
  const badges: number[] = [];
  Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) });
  Object.assign(globalThis, { badges });
};
const badges = (): number[] => (globalThis as unknown as { badges: number[] }).badges;

test("the badge counts what is unread in the inboxes, also of several accounts; in quiet hours nothing is told", async ({
  page,
  context,
  server,
  service,
}) => {
  await context.grantPermissions(["notifications"], { origin: server.url });
  await subscribeAt(context, service);
  const push = await delivering(page, server.url, service);
  await turnOn(page, server.url, words.en);
  await push.next();
  const worker = await workerOf(context);
  await worker.evaluate(watchBadge);
  await page.addInitScript(watchBadge);
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Plan", text: "…" });
  await push.next();
  await expect.poll(() => worker.evaluate(badges)).toEqual([1]);

  await page.goto(`${server.url}/settings/notifications`);
  const quiet = page.getByRole("switch", { name: "Quiet hours" });
  // The earlier changes take longer on their way.
  await page.route("**/jmap/**", async (route) => {
    if (route.request().postData()?.includes('"until":"07:00"')) await page.waitForTimeout(800);
    await route.fallback();
  });
  await quiet.press("Space");
  await page.getByLabel("From").fill("00:00");
  await page.getByLabel("Until").fill("23:59");
  const mine = await mailboxOf(server);
  const quietHours = async () => {
    const { list } = await mine.client.call("Preferences/get", { accountId: mine.accountId, ids: null });
    return list[0]?.notifications?.quietHours;
  };
  await expect.poll(quietHours).toMatchObject({ from: "00:00", until: "23:59" });
  await page.unrouteAll({ behavior: "wait" });
  expect(await quietHours()).toMatchObject({ from: "00:00", until: "23:59" });
  await page.reload();
  await expect(page.getByLabel("Until")).toHaveValue("23:59");
  await expectAccessible(page);
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "At night", text: "…" });
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(page.getByRole("link", { name: /At night/ })).toBeVisible();
  await page.goto(`${server.url}/settings/notifications`);
  await quiet.press("Space");
  await expect.poll(quietHours).toBeNull();
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "In the morning", text: "…" });
  await push.next();
  await expect.poll(() => worker.evaluate(badges)).toEqual([1, 3]);
  expect(service.pushed).toHaveLength(3);

  // Another account tells of nothing, and then of what comes.
  await server.pismo("mailbox", "add", "anna");
  const anna = await mailboxOf(server, "anna");
  await server.deliver({ from: "Zoe <zoe@mail.example>", to: "anna@pismo.localhost", subject: "Hers", text: "…" });
  await expect.poll(async () => (await anna.emails("inbox")).length).toBe(1);
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(page.getByRole("link", { name: /Plan/ })).toBeVisible();
  const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(async () => {
    await look();
    expect((await page.evaluate(badges)).at(-1)).toBe(3);
  }).toPass();
  const about = { about: "inbox", mailboxIds: {}, keywords: {}, quietHours: null } as const;
  const { client, accountId } = anna;
  await client.call("Preferences/set", { accountId, update: { singleton: { notifications: about } } });
  await expect(async () => {
    await look();
    expect((await page.evaluate(badges)).at(-1)).toBe(4);
  }).toPass();
});

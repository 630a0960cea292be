/** An invitation that a later letter changes or calls off says so, and is not answered (RFC 5546 §2.1.5). */
import type { Route } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { plansCalendar, toYou } from "./support/plans-calendar.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const SERVER = "mx.home.example";

test.use({ env: { PISMO_TRUSTED_AUTHSERV_ID: SERVER } });

interface Letter {
  subject: string;
  method?: "REQUEST" | "CANCEL";
  from?: string;
  lines: readonly string[];
}

/** @returns the Email's id, once what it says is known */
async function invite(server: PismoServer, { subject, method = "REQUEST", from = "anna", lines }: Letter) {
  const content = plansCalendar([toYou, ...lines], method);
  await server.deliver({
    from: `${from}@pismo.localhost`,
    subject,
    text: "Come.",
    icalEvent: { method, filename: "invite.ics", content },
    headers: { "Authentication-Results": `${SERVER}; dmarc=pass header.from=pismo.localhost` },
  });
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const [id] = (await client.call("Email/query", { accountId, filter: { subject } })).ids;
  if (id === undefined) throw new Error("It did not come");
  await expect(async () => {
    const { list } = await client.call("EmailFact/get", { accountId, ids: [id] });
    expect(list[0]?.senderCheck).toBe("verified");
  }).toPass();
  return id;
}

const words = {
  en: {
    accept: "Accept",
    decline: "Decline",
    accepted: "You accepted. The answer went to the organizer.",
    changed: "A later letter changes this meeting.",
    cancelled: "A later letter cancels this meeting.",
    open: "Open the later letter",
    off: "The meeting is cancelled",
  },
  ru: {
    accept: "Принять",
    decline: "Отклонить",
    accepted: "Вы приняли приглашение. Ответ отправлен организатору.",
    changed: "Эта встреча изменена более поздним письмом.",
    cancelled: "Эта встреча отменена более поздним письмом.",
    open: "Открыть более позднее письмо",
    off: "Встреча отменена",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(lang, () => {
    test.use({ lang });

    test("a change comes while the invitation is open: the later letter is answered, until that is cancelled", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      const anna = await mailboxOf(server, "anna");
      const first = await invite(server, { subject: "First", lines: ["DTSTAMP:20300101T100000Z"] });
      await page.goto(`${server.url}/email/${first}?title=Plans`);
      const card = page.getByRole("region", { name: "Plans for the summer" });
      await card.getByRole("button", { name: w.accept }).focus();
      // One who is invited too, and knows what the event is called in calendars.
      await invite(server, { subject: "Forged", from: "eve", method: "CANCEL", lines: ["SEQUENCE:9"] });
      await expect(card.getByRole("button", { name: w.accept })).toBeFocused();

      const second = await invite(server, { subject: "Second", lines: ["SEQUENCE:1", "DTSTAMP:20300102T100000Z"] });
      await expect(card.getByText(w.changed)).toBeVisible();
      await expect(card.getByRole("button")).toHaveCount(0);
      await expect(card.getByRole("link", { name: w.open })).toBeFocused();
      await expectAccessible(page);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `test-results/invitation-changed-${lang}-${width}.png` });
      }
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(new RegExp(`/email/${second}`));
      await card.getByRole("button", { name: w.accept }).click();
      await expect(card.getByText(w.accepted)).toBeVisible();
      const part = (await anna.onlyMessage()).parsed.attachments.find(({ mimeType }) => mimeType === "text/calendar");
      expect(Buffer.from(part!.content as ArrayBuffer).toString()).toMatch(/^SEQUENCE:1\r?$/m);

      const off = ["SEQUENCE:1", "DTSTAMP:20300103T100000Z"];
      const third = await invite(server, { subject: "Third", method: "CANCEL", lines: off });
      await expect(card.getByText(w.cancelled)).toBeVisible();
      await expect(card.getByText(w.accepted)).toBeVisible();
      await expect(card.getByRole("button")).toHaveCount(0);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/invitation-cancelled-${lang}-390.png` });
      await page.goto(`${server.url}/email/${first}?title=Plans`);
      await expect(card.getByText(w.cancelled)).toBeVisible();
      await card.getByRole("link", { name: w.open }).click();
      await expect(page).toHaveURL(new RegExp(`/email/${third}`));
      await expect(card.getByText(w.off)).toBeVisible();
    });
  });
}

test("what a page has not heard of yet is asked before an answer goes", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  const anna = await mailboxOf(server, "anna");
  const first = await invite(server, { subject: "First", lines: ["DTSTAMP:20300101T100000Z"] });
  await page.goto(`${server.url}/email/${first}?title=Plans`);
  const card = page.getByRole("region", { name: "Plans for the summer" });
  const decline = card.getByRole("button", { name: words.en.decline });
  await expect(decline).toBeVisible();
  const held: Route[] = [];
  await page.route("**/jmap/api", (route) => {
    if (!route.request().postData()?.includes("EmailFact/get")) return route.fallback();
    held.push(route);
    return undefined;
  });
  await invite(server, { subject: "Second", lines: ["SEQUENCE:1", "DTSTAMP:20300102T100000Z"] });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const heldBefore = held.length;
  await decline.click();
  await expect.poll(() => held.length).toBeGreaterThan(heldBefore);
  await Promise.all(held.map((route) => route.continue()));
  await expect(card.getByText(words.en.changed)).toBeVisible();
  await expect(card.getByRole("button")).toHaveCount(0);
  expect(await anna.emails("inbox")).toEqual([]);
  expect(await (await mailboxOf(server)).emails("sent")).toEqual([]);
});

test("a letter that cannot be asked about is not answered", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  const anna = await mailboxOf(server, "anna");
  const first = await invite(server, { subject: "First", lines: ["DTSTAMP:20300101T100000Z"] });
  await page.goto(`${server.url}/email/${first}?title=Plans`);
  const accept = page.getByRole("button", { name: words.en.accept });
  await expect(accept).toBeVisible();
  await page.route("**/jmap/api", (route) =>
    route.request().postData()?.includes("EmailFact/get") ? route.abort() : route.fallback(),
  );
  await accept.click();
  await expect(page.getByRole("alert").getByText(/^The answer was not sent: /)).toBeVisible();
  expect(await anna.emails("inbox")).toEqual([]);
  await page.unrouteAll();
  await accept.click();
  await expect(page.getByText(words.en.accepted)).toBeVisible();
  await anna.onlyMessage();
});

/** What a letter says stands over it, and what is to be done above the inbox: read by the running server. */
import { readFile } from "node:fs/promises";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const SERVER = "mx.home.example";

test.use({ env: { PISMO_TRUSTED_AUTHSERV_ID: SERVER }, timezoneId: "Europe/Moscow" });

/** Within seven days in every zone, also when a story runs over midnight. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const due = inDays(3);

const invoice = (day: string) => ({
  "@context": "http://schema.org",
  "@type": "Invoice",
  provider: { "@type": "Organization", name: "Power Company" },
  totalPaymentDue: { "@type": "PriceSpecification", price: "1250.50", priceCurrency: "EUR" },
  paymentDueDate: day,
});

/** A bill. @param isProven whether a server that is believed has checked the sender */
async function bill(server: PismoServer, isProven: boolean): Promise<void> {
  const text = `<p>Your bill of <b>1,250.50</b> EUR from Power Company is due.</p>${"<p>Thank you.</p>".repeat(30)}`;
  await server.deliver({
    from: "Power Company <bills@power.example>",
    subject: "Your bill",
    html: `<script type="application/ld+json">${JSON.stringify(invoice(due))}</script>${text}`,
    ...(isProven && {
      headers: { "Authentication-Results": `${SERVER}; dmarc=pass header.from=power.example` },
    }),
  });
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  // Letters are read in the background.
  await expect(async () => {
    const { ids } = await client.call("Email/query", { accountId });
    const { list } = await client.call("EmailFact/get", { accountId, ids });
    expect(list[0]?.facts).toHaveLength(1);
  }).toPass();
}

/** Five of one landlord, in one letter. */
async function bills(server: PismoServer): Promise<void> {
  const payees = ["Water", "Gas", "Heating", "Lift", "Internet"];
  const items = payees.map((name, index) => ({
    ...invoice(index === 0 ? due : inDays(4)),
    provider: { "@type": "Organization", name },
  }));
  await server.deliver({
    from: "Landlord <bills@landlord.example>",
    subject: "Your bills",
    html: `<script type="application/ld+json">${JSON.stringify(items)}</script><p>Your bills are attached.</p>`,
    headers: { "Authentication-Results": `${SERVER}; dmarc=pass header.from=landlord.example` },
  });
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await expect(async () => {
    expect((await client.call("Deadline/query", { accountId })).ids).toHaveLength(payees.length);
  }).toPass();
}

/** An invitation of one whom a server has checked. */
async function invite(server: PismoServer): Promise<void> {
  await server.pismo("mailbox", "add", "anna");
  const content = [
    "BEGIN:VCALENDAR",
    "METHOD:REQUEST",
    "BEGIN:VEVENT",
    "UID:meeting@pismo.localhost",
    "SUMMARY:Meeting",
    "LOCATION:Room 5",
    `DTSTART;TZID=Asia/Dubai:${due.replaceAll("-", "")}T120000`,
    "ORGANIZER;CN=Anna:mailto:anna@pismo.localhost",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:you@pismo.localhost",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  await server.deliver({
    from: "Anna <anna@pismo.localhost>",
    subject: "Meeting",
    text: "Come.",
    icalEvent: { method: "REQUEST", filename: "invite.ics", content },
    headers: { "Authentication-Results": `${SERVER}; dmarc=pass header.from=pismo.localhost` },
  });
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await expect(async () => {
    expect((await client.call("Deadline/query", { accountId })).ids).toHaveLength(1);
  }).toPass();
}

const words = {
  en: {
    week: "1 thing in the next 7 days",
    what: "Pay: Power Company",
    done: "Done: Pay: Power Company",
    more: "More: Pay: Power Company",
    calendar: "Add to calendar",
    undo: "Undo",
    hide: "Hide for a week",
    sum: "€1,250.50",
    correct: "Correct: Payee",
    whom: "Payee",
    save: "Save",
    corrected: "corrected by you",
    unchecked: "Unchecked sender",
    agreed: "Appointment: Meeting, Room 5",
    agreedMore: "More: Appointment: Meeting, Room 5",
    dismiss: "Not this",
    decline: "Decline",
    declined: "You declined. The answer went to the organizer.",
    tomorrow: "Remind me tomorrow",
    many: "Pay: Water and 4 more",
    manyDone: "Done: Pay: Water and 4 more",
    manyMore: "More: Pay: Water and 4 more",
  },
  ru: {
    week: "1 дело в ближайшие 7 дней",
    what: "Оплатить: Power Company",
    done: "Сделано: Оплатить: Power Company",
    more: "Ещё: Оплатить: Power Company",
    calendar: "Добавить в календарь",
    undo: "Отменить",
    hide: "Скрыть на неделю",
    sum: "1 250,50 €",
    correct: "Исправить: Кому",
    whom: "Кому",
    save: "Сохранить",
    corrected: "исправлено вами",
    unchecked: "Отправитель не проверен",
    agreed: "Встреча: Meeting, Room 5",
    agreedMore: "Ещё: Встреча: Meeting, Room 5",
    dismiss: "Это не дело",
    decline: "Отклонить",
    declined: "Вы отклонили приглашение. Ответ отправлен организатору.",
    tomorrow: "Напомнить завтра",
    many: "Оплатить: Water и ещё 4",
    manyDone: "Сделано: Оплатить: Water и ещё 4",
    manyMore: "Ещё: Оплатить: Water и ещё 4",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(lang, () => {
    test.use({ lang });

    test("a bill stands above the inbox, by keyboard: done, taken back, into the calendar, hidden", async ({
      page,
      server,
    }) => {
      await bill(server, true);
      await page.goto(server.url);
      const toggle = page.getByRole("button", { name: w.week });
      await toggle.focus();
      await page.keyboard.press("Enter");
      const entry = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: w.what, exact: true }) });
      await expect(entry).toBeVisible();
      await expectAccessible(page);
      await entry.getByRole("button", { name: w.more }).focus();
      await page.keyboard.press("Enter");
      const saved = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: w.calendar }).press("Enter");
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/\.ics$/);
      const calendar = await readFile(await download.path(), "utf8");
      expect(calendar).toContain(`\r\nDTSTART;VALUE=DATE:${due.replaceAll("-", "")}\r\n`);
      await entry.getByRole("button", { name: w.done }).focus();
      await page.keyboard.press("Enter");
      await expect(toggle).toBeHidden();
      await page.getByRole("button", { name: w.undo }).press("Enter");
      await expect(toggle).toBeVisible();
      await page.getByRole("button", { name: w.hide }).press("Enter");
      await expect(toggle).toBeHidden();
      await page.reload();
      await expect(page.locator("[data-letter]")).toHaveCount(1);
      await expect(toggle).toBeHidden();
    });

    test("a letter of many bills is one line, by keyboard: into the calendar, done, taken back", async ({
      page,
      server,
    }) => {
      await bills(server);
      await page.goto(server.url);
      const toggle = page.getByRole("button", { name: w.week });
      await toggle.focus();
      await page.keyboard.press("Enter");
      const entry = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: w.many, exact: true }) });
      await expect(entry).toBeVisible();
      await expectAccessible(page);
      for (const width of [1440, 899, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `test-results/bills-${lang}-${width}.png` });
      }
      const saved = page.waitForEvent("download");
      await entry.getByRole("button", { name: w.manyMore }).press("Enter");
      await page.getByRole("menuitem", { name: w.calendar }).press("Enter");
      const calendar = await readFile(await (await saved).path(), "utf8");
      expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(5);
      await entry.getByRole("button", { name: w.manyDone }).press("Enter");
      await expect(toggle).toBeHidden();
      await page.getByRole("button", { name: w.undo }).press("Enter");
      await toggle.press("Enter");
      await expect(entry).toBeVisible();
    });

    test("a letter that comes puts its day above the inbox that is open", async ({ page, server }) => {
      await page.goto(server.url);
      await expect(page.locator("[data-initial-render]")).toHaveCount(0);
      await bill(server, true);
      const toggle = page.getByRole("button", { name: w.week });
      await expect(toggle).toBeVisible();
      await page.locator("[data-letter]").click();
      await expect(page.getByRole("region", { name: w.sum })).toBeVisible();
    });

    test("an invitation stands there by the reader's clock: put off, into the calendar, sent away, declined", async ({
      page,
      server,
    }) => {
      await invite(server);
      await page.goto(server.url);
      const toggle = page.getByRole("button", { name: w.week });
      await toggle.click();
      const entry = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: w.agreed, exact: true }) });
      // 12:00 in Dubai.
      await expect(entry.getByText(/11:00/)).toBeVisible();
      await expectAccessible(page);
      for (const width of [1440, 899, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `test-results/appointment-${lang}-${width}.png` });
      }
      const choose = async (name: string): Promise<void> => {
        await entry.getByRole("button", { name: w.agreedMore }).press("Enter");
        await page.getByRole("menuitem", { name }).press("Enter");
      };
      const saved = page.waitForEvent("download");
      await choose(w.calendar);
      const calendar = await readFile(await (await saved).path(), "utf8");
      expect(calendar).toContain(`\r\nDTSTART:${due.replaceAll("-", "")}T080000Z\r\n`);
      for (const name of [w.tomorrow, w.dismiss]) {
        await choose(name);
        await expect(toggle).toBeHidden();
        await page.getByRole("button", { name: w.undo }).press("Enter");
        await toggle.click();
      }
      await page.locator("[data-letter]").click();
      const card = page.getByRole("region", { name: "Meeting" });
      await card.getByRole("button", { name: w.decline }).press("Enter");
      await expect(card.getByText(w.declined)).toBeVisible();
      await page.goto(server.url);
      await expect(page.locator("[data-letter]")).toHaveCount(1);
      await expect(toggle).toBeHidden();
    });

    test("its card says where it was read, and is corrected and put right again", async ({ page, server }) => {
      await bill(server, false);
      await page.goto(server.url);
      // No shelf moves it: letters of unchecked senders make no deadlines.
      await page.locator("[data-letter]").click();
      const card = page.getByRole("region", { name: w.sum });
      await expect(card).toBeVisible();
      await expect(page.getByText(w.unchecked)).toBeVisible();
      await expectAccessible(page);
      const edit = card.getByRole("button", { name: w.correct });
      await edit.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("textbox", { name: w.whom }).fill("Gas Company");
      await page.keyboard.press("Enter");
      const undo = page.getByRole("button", { name: w.undo });
      // Its focus holds the notice, however long the server takes.
      await undo.focus();
      await expect(card.getByText("Gas Company")).toBeVisible();
      await expect(card.getByText(w.corrected)).toBeAttached();
      await undo.press("Enter");
      await expect(card.getByText("Power Company")).toBeVisible();
      await expect(card.getByText(w.corrected)).toHaveCount(0);
    });
  });
}

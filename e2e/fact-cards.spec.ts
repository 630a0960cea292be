/** Cards over letters, by keyboard alone and on a phone: a ticket's code, where it was read, corrections, switches. */
import type { Page } from "@playwright/test";
import { encode } from "uqr";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { pngOf } from "./support/images.ts";
import { showsCells } from "./support/pixels.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const SERVER = "mx.home.example";

test.use({ env: { PISMO_TRUSTED_AUTHSERV_ID: SERVER }, timezoneId: "Europe/Moscow" });

const CODE = "MOTH-4471-A";
/** ISO/IEC 18004: true where it is black. */
const modules = encode(CODE, { ecc: "M", border: 4 }).data;

/** As those who sell tickets write it: a picture of the code, and what it says in the markup. */
async function ticket(server: PismoServer): Promise<void> {
  const reservation = {
    "@context": "http://schema.org",
    "@type": "EventReservation",
    reservationNumber: "4471",
    ticketToken: `qrCode:${CODE}`,
    reservationFor: {
      "@type": "Event",
      name: "The Reluctant Accordions",
      startDate: "2030-05-03T19:30:00+03:00",
      location: { "@type": "Place", name: "Moth Hall" },
    },
  };
  await server.deliver({
    from: "Moth Hall <tickets@moth-hall.example>",
    subject: "Your ticket",
    html: `<script type="application/ld+json">${JSON.stringify(reservation)}</script>
      <p>One ticket. Show the code at the door.</p><img src="cid:code" alt="Ticket code" width="264" height="264">`,
    attachments: [{ cid: "code", filename: "code.png", content: pngOf(modules, 8) }],
    headers: { "Authentication-Results": `${SERVER}; dmarc=pass header.from=moth-hall.example` },
  });
  await isRead(server, "ticket");
}

const filler = "<p>Thank you for your order. Спасибо за заказ.</p>".repeat(60);

/** An order whose sum stands far below its card. */
async function order(server: PismoServer): Promise<void> {
  await server.deliver({
    from: "Lamps <orders@lamps.example>",
    subject: "Your order has been shipped",
    html: `<h1>Your order has been shipped</h1>${filler}<table><tr><td>Order number</td><td>A-20417</td></tr>
      <tr><td>Order total</td><td>$1,234.50</td></tr></table>
      <p><a href="https://track.lamps.example/A-20417">Track your parcel</a></p>${filler}`,
    headers: { "Authentication-Results": `${SERVER}; dmarc=pass header.from=lamps.example` },
  });
  await isRead(server, "order");
}

/** Letters are read in the background. */
async function isRead(server: PismoServer, kind: string): Promise<void> {
  const { client, accountId } = await mailboxOf(server);
  await expect(async () => {
    const { ids } = await client.call("Email/query", { accountId });
    const { list } = await client.call("EmailFact/get", { accountId, ids });
    expect(list[0]?.facts).toMatchObject([{ kind }]);
  }).toPass();
}

async function unseen(server: PismoServer): Promise<number> {
  const { client, accountId } = await mailboxOf(server);
  return (await client.call("Email/query", { accountId, filter: { notKeyword: "$seen" } })).ids.length;
}

async function openLetter(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator("[data-initial-render]")).toHaveCount(0);
  await page.locator("[data-letter]").press("Enter");
  await page.waitForURL(/\/email\//);
}

const words = {
  en: {
    event: "The Reluctant Accordions",
    larger: "Show larger",
    close: "Close",
    shop: "Lamps",
    show: "from the text: show in the letter (Sum)",
    marked: "Marked in the letter: $1,234.50",
    correct: "Correct: Sum",
    sum: "Sum",
    written: "$999.90",
    corrected: "$999.90",
    correctedHere: "corrected by you: show in the letter (Sum)",
    track: "Open: track.lamps.example",
    leadsHere: "It leads here:",
    misleads: /as if it led to another site/,
    cards: "Cards over letters",
    shelf: "Things to do above the inbox",
    undo: "Undo",
  },
  ru: {
    event: "The Reluctant Accordions",
    larger: "Показать крупно",
    close: "Закрыть",
    shop: "Lamps",
    show: "из текста: показать в письме (Сумма)",
    marked: "Отмечено в письме: $1,234.50",
    correct: "Исправить: Сумма",
    sum: "Сумма",
    written: "999,90 $",
    corrected: /999,90\s\$/,
    correctedHere: "исправлено вами: показать в письме (Сумма)",
    track: "Открыть: track.lamps.example",
    leadsHere: "Она ведёт сюда:",
    misleads: /будто ведёт на другой сайт/,
    cards: "Карточки над письмами",
    shelf: "Дела над входящими",
    undo: "Отменить",
  },
} as const;

for (const [lang, width] of ofToday([
  ["en", 1440],
  ["ru", 390],
  ["en", 390],
  ["ru", 1440],
] as const)) {
  const w = words[lang];
  test.describe(`${lang}, ${width} px`, () => {
    test.use({ lang, viewport: { width, height: 800 } });

    test("a ticket's code is shown large, as scanners read it", async ({ page, server, context }) => {
      await ticket(server);
      await openLetter(page, server.url);
      const card = page.getByRole("region", { name: w.event });
      const code = card.getByRole("img", { name: CODE });
      await expect(code).toBeVisible();
      await expectAccessible(page);
      const small = await code.boundingBox();
      const larger = card.getByRole("button", { name: w.larger });
      await larger.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: CODE });
      const large = dialog.getByRole("img", { name: CODE });
      await expect(large).toBeInViewport({ ratio: 1 });
      await expect(dialog.getByRole("button", { name: w.close })).toBeFocused();
      await expectAccessible(page);
      expect((await large.boundingBox())!.width).toBeGreaterThan(small!.width * 1.5);
      const reader = await context.newPage();
      expect(await showsCells(reader, await large.screenshot(), modules)).toBe(true);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(larger).toBeFocused();
    });

    test("where a sum was read is marked in the letter, and told", async ({ page, server }) => {
      await order(server);
      await openLetter(page, server.url);
      const show = page.getByRole("button", { name: w.show });
      await show.focus();
      await page.keyboard.press("Enter");
      await expect(show).toHaveAttribute("aria-pressed", "true");
      const mark = page.frameLocator('iframe[sandbox*="allow-popups"]').locator("mark");
      await expect(mark).toHaveText("$1,234.50");
      await expect(mark).toBeInViewport();
      await expect(page.getByRole("status").filter({ hasText: w.marked })).toBeAttached();
      await expect(show).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await expect(show).toHaveAttribute("aria-pressed", "false");
      await expect(mark).toHaveCount(0);
    });

    test("a link of a card is asked about, and nothing is said against one that misleads nowhere", async ({
      page,
      server,
    }) => {
      await order(server);
      await openLetter(page, server.url);
      const link = page.getByRole("link", { name: w.track });
      await link.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(w.leadsHere)).toBeVisible();
      await expect(dialog.getByText("https://track.lamps.example/A-20417")).toBeVisible();
      await expect(dialog.getByText(w.misleads)).toHaveCount(0);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(link).toBeFocused();
      // As with a key that asks for another tab.
      await page.goto((await link.getAttribute("href"))!);
      await expect(dialog.getByText(w.leadsHere)).toBeVisible();
    });

    test("what was corrected is there after a reload", async ({ page, server }) => {
      await order(server);
      await openLetter(page, server.url);
      await page.getByRole("button", { name: w.correct }).focus();
      await page.keyboard.press("Enter");
      const input = page.getByRole("textbox", { name: w.sum });
      await expect(input).toBeFocused();
      await expectAccessible(page);
      await input.fill(w.written);
      await page.keyboard.press("Enter");
      await expect(page.getByText(w.corrected)).toBeVisible();
      await expect(page.getByRole("button", { name: w.correct })).toBeFocused();
      await page.reload();
      await expect(page.getByText(w.corrected)).toBeVisible();
      await expect(page.getByRole("button", { name: w.correctedHere })).toBeAttached();
    });

    test("cards and the shelf are switched off and on in Mail settings", async ({ page, server }) => {
      await order(server);
      await page.goto(`${server.url}/settings/reading`);
      const [cards, shelf] = [page.getByRole("switch", { name: w.cards }), page.getByRole("switch", { name: w.shelf })];
      for (const [number, each] of [cards, shelf].entries()) {
        // Once it is known what was chosen.
        await expect(each).toBeEnabled();
        await expect(each).toBeChecked();
        await each.focus();
        await page.keyboard.press("Space");
        await expect(each).not.toBeChecked();
        // It is told when it is saved.
        await expect(page.getByRole("button", { name: w.undo, exact: true })).toHaveCount(number + 1);
      }
      await expectAccessible(page);
      await page.reload();
      await expect(cards).not.toBeChecked();
      await expect(shelf).not.toBeChecked();
      await openLetter(page, `${server.url}/inbox`);
      await expect(page.locator("iframe").last()).toBeVisible();
      await expect(page.locator("[data-facts]")).toHaveCount(0);
      // A page that is left while a change is on its way asks first.
      await expect.poll(() => unseen(server)).toBe(0);
      await page.goto(`${server.url}/settings/reading`);
      await expect(cards).toBeEnabled();
      await cards.focus();
      await page.keyboard.press("Space");
      await expect(page.getByRole("button", { name: w.undo, exact: true })).toBeVisible();
      await openLetter(page, `${server.url}/inbox`);
      await expect(page.locator("[data-facts]")).toBeVisible();
    });
  });
}

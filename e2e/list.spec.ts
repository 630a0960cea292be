/** The Email list: what a row shows and measures, what one does in it, and how it ends. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const link = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
const row = (page: Page, subject: string): Locator => page.getByRole("listitem").filter({ has: link(page, subject) });
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

test("a row is 48 px high with a radius of 12 px, on a card; its dot 6 px, its avatar 32 px", async ({
  page,
  server,
}) => {
  await putEmails(server, [
    { subject: "Unread one", receivedAt: hoursAgo(1) },
    { subject: "Read one", receivedAt: hoursAgo(2), keywords: ["$seen"] },
  ]);
  await page.goto(server.url);
  const unread = row(page, "Unread one");
  expect((await unread.boundingBox())?.height).toBe(48);
  await expect(unread).toHaveCSS("border-radius", "12px");
  const dot = unread.getByRole("button", { name: "Mark as read" });
  const dotStyle = await dot.evaluate((element) => {
    const { width, height, borderRadius, backgroundColor } = getComputedStyle(element, "::before");
    const accent = getComputedStyle(element).getPropertyValue("--accent").trim();
    return { width, height, borderRadius, backgroundColor, accent };
  });
  expect(dotStyle).toMatchObject({ width: "6px", height: "6px", borderRadius: "50%" });
  expect(dotStyle).toMatchObject({ accent: "#005ff9", backgroundColor: "rgb(0, 95, 249)" });
  const avatar = unread.getByText("A", { exact: true });
  expect(await avatar.boundingBox()).toMatchObject({ width: 32, height: 32 });
  // Unread: sender and subject in bold; read: not.
  for (const text of ["Anna", "Unread one"]) {
    await expect(unread.getByText(text, { exact: true })).toHaveCSS("font-weight", "700");
  }
  await expect(row(page, "Read one").getByText("Read one", { exact: true })).toHaveCSS("font-weight", "400");
  // Newest first, one under the other.
  const [first, second] = [await unread.boundingBox(), await row(page, "Read one").boundingBox()];
  expect(second!.y - first!.y).toBe(48);
  await expectAccessible(page);
});

test("the pointer on a row's date reads it in full, on names that are cut, all of them", async ({ page, server }) => {
  const long = "Somebody with a name that no column of a list is wide enough for";
  await putEmails(server, [
    { subject: "Short", receivedAt: new Date("2026-03-08T09:05:00Z") },
    { subject: "Cut", from: { name: long, email: "long@example.org" }, receivedAt: hoursAgo(1) },
  ]);
  await page.goto(server.url);
  // Not by hover(): the link lies over what it points at.
  const rest = async (target: Locator): Promise<void> => {
    const { x, y, height } = (await target.boundingBox())!;
    await page.mouse.move(x + 12, y + height / 2);
  };
  const hint = (subject: string): Locator => link(page, subject);
  await rest(row(page, "Short").locator("time"));
  await expect(hint("Short")).toHaveAttribute("title", "March 8, 2026 at 12:05 PM");
  await rest(row(page, "Short").getByText("Anna", { exact: true }));
  await expect(hint("Short")).not.toHaveAttribute("title");
  await rest(row(page, "Cut").getByText(long));
  await expect(hint("Cut")).toHaveAttribute("title", long);
  await rest(row(page, "Cut").getByText("Cut", { exact: true }));
  await expect(hint("Cut")).not.toHaveAttribute("title");
});

test("the dot toggles read, the flag appears on hover and sets the mark; both hold after a reload", async ({
  page,
  server,
}) => {
  await putEmails(server, [{ subject: "Garden" }]);
  await page.goto(server.url);
  const garden = row(page, "Garden");
  await garden.getByRole("button", { name: "Mark as read" }).click();
  await expect(link(page, "^Unread.*Garden")).toBeHidden();
  const flag = garden.getByRole("button", { name: "Flag" });
  const opacity = (): Promise<string> => flag.locator("svg").evaluate((icon) => getComputedStyle(icon).opacity);
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe("0");
  await garden.hover();
  await expect.poll(opacity).toBe("1");
  await flag.click();
  const flagged = garden.getByRole("button", { name: "Remove the flag" });
  await expect(flagged).toHaveAttribute("data-shown", "flag");
  await expect(flagged).toHaveCSS("color", "rgb(229, 51, 58)");
  await page.reload();
  await expect(flagged).toBeVisible();
  await garden.getByRole("button", { name: "Mark as unread" }).click();
  await expect(link(page, "^Unread.*Garden")).toBeVisible();
});

test("important Emails show the sign; in Sent and Drafts a row names the recipient", async ({ page, server }) => {
  const to = [{ name: "Boris", email: "boris@mail.example" }];
  await putEmails(server, [
    { subject: "Sent one", folder: "sent", to, keywords: ["$seen"] },
    { subject: "Draft one", folder: "drafts", to, keywords: ["$seen", "$draft"] },
    { subject: "Weighty", keywords: ["$important", "$seen"] },
  ]);
  await page.goto(server.url);
  await expect(row(page, "Weighty").getByRole("button", { name: "Important. Flag" })).toBeVisible();
  await page.getByRole("link", { name: /^Sent/ }).click();
  await expect(row(page, "Sent one").getByText("Boris")).toBeVisible();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await expect(row(page, "Draft one").getByText("Boris")).toBeVisible();
});

test("the avatar becomes a checkbox on hover and on focus", async ({ page, server }) => {
  await putEmails(server, [{ subject: "Choose me" }]);
  await page.goto(server.url);
  const box = page.getByRole("checkbox", { name: /Choose me/ });
  const opacity = (): Promise<string> => box.evaluate((element) => getComputedStyle(element).opacity);
  await page.mouse.move(0, 0);
  await expect(link(page, "Choose me")).toBeVisible();
  await expect.poll(opacity).toBe("0");
  await row(page, "Choose me").hover();
  await expect.poll(opacity).toBe("1");
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe("0");
  await link(page, "Choose me").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(box).toBeFocused();
  await expect.poll(opacity).toBe("1");
  await page.keyboard.press("Space");
  await expect(page.getByRole("toolbar", { name: /selected letters/ })).toBeVisible();
});

test("a list of thousands scrolls to its end, which says so; Back finds the Email where it was left", async ({
  page,
  server,
}) => {
  const count = 1200;
  for (let start = 0; start < count; start += 400) {
    await putEmails(
      server,
      Array.from({ length: 400 }, (_, index) => ({
        subject: `Number ${start + index}.`,
        receivedAt: hoursAgo(start + index + 1),
        keywords: ["$seen"],
      })),
    );
  }
  await page.goto(server.url);
  await expect(link(page, "Number 0\\.")).toBeVisible();
  // Only what is in sight is drawn.
  expect(await page.getByRole("listitem").count()).toBeLessThan(100);
  await link(page, "Number 0\\.").focus();
  await page.keyboard.press("End");
  await expect(link(page, "Number 1199\\.")).toBeVisible();
  await expect(page.getByText("No more letters")).toBeVisible();
  await page.getByRole("main").hover();
  await page.mouse.wheel(0, -12_000);
  await expect(link(page, "Number 1199\\.")).not.toBeInViewport();
  const somewhere = page.getByRole("link", { name: /Number/ }).nth(15);
  // The Emails of that place may still be on their way.
  await expect(somewhere).toBeInViewport();
  const name = (await somewhere.getAttribute("aria-label"))!;
  const before = await somewhere.boundingBox();
  await somewhere.click();
  await expect(page.getByRole("article")).toBeVisible();
  await page.goBack();
  const again = page.getByRole("link", { name, exact: true });
  await expect(again).toBeInViewport();
  expect(Math.abs((await again.boundingBox())!.y - before!.y)).toBeLessThan(2);
  await expect(again).toBeFocused();
});

test("a new Email appears by itself, is announced, and moves nothing that is being read", async ({ page, server }) => {
  await putEmails(
    server,
    Array.from({ length: 60 }, (_, index) => ({
      subject: `Old ${index}.`,
      receivedAt: hoursAgo(index + 1),
      keywords: ["$seen"],
    })),
  );
  await page.goto(server.url);
  await expect(link(page, "Old 0\\.")).toBeVisible();
  await link(page, "Old 5\\.").hover();
  await page.mouse.wheel(0, 960);
  await expect(link(page, "Old 25\\.")).toBeInViewport();
  const before = await link(page, "Old 25\\.").boundingBox();
  await server.deliver({ from: "Vera <vera@mail.example>", subject: "Just now", text: "text" });
  await expect(page.getByRole("status").filter({ hasText: "New letter from Vera: Just now" })).toBeAttached();
  await expect(page.getByRole("link", { name: /^Inbox/ })).toContainText("1");
  expect((await link(page, "Old 25\\.").boundingBox())!.y).toBeCloseTo(before!.y, 0);
  await page.mouse.wheel(0, -5000);
  await expect(link(page, "Just now")).toBeVisible();
});

for (const { lang, empty, none, found } of ofToday([
  { lang: "en", empty: "No letters", none: "No letters match", found: "1 conversation found" },
  { lang: "ru", empty: "Писем нет", none: "Ни одно письмо", found: "Найдена 1 переписка" },
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test("an empty folder and an empty search show an image and say so", async ({ page, server }) => {
      await page.goto(`${server.url}/archive?letters=all`);
      await expect(page.getByText(empty, { exact: true })).toBeVisible();
      await expect(page.getByRole("main").locator("svg").first()).toBeVisible();
      await expectAccessible(page);
      await putEmails(server, [{ subject: "Картошка", text: "potatoes" }]);
      await page.goto(`${server.url}/inbox?letters=all`);
      await page.locator("[data-search-box]").fill("такогословатутнет");
      await page.keyboard.press("Enter");
      await expect(page.getByText(none)).toBeVisible();
      await page.locator("[data-search-box]").fill("картошки");
      await expect(link(page, "Картошка")).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: found })).toBeAttached();
    });
  });
}

test("long names and subjects, emoji, words without an end and right-to-left text keep to their row", async ({
  page,
  server,
}) => {
  const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(4);
  await putEmails(server, [
    { subject: long, from: { name: long, email: "long@mail.example" } },
    { subject: "🎉".repeat(80), from: { name: "👩‍👩‍👧‍👦 Семья", email: "family@mail.example" } },
    { subject: "שלום עולם, מה שלומך היום", from: { name: "אברהם", email: "rtl@mail.example" } },
    { from: null },
  ]);
  for (const width of [1440, 899, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(server.url);
    await expect(page.getByRole("listitem").filter({ hasText: "No sender" })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    for (const item of await page.getByRole("main").getByRole("listitem").all()) {
      const { x, width: own } = (await item.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + own).toBeLessThanOrEqual(width);
    }
  }
});

test("rows where none stood are drawn before the controls that only a pointer reveals, and have them at once after", async ({
  page,
  server,
}) => {
  await putEmails(
    server,
    Array.from({ length: 6 }, (_, index) => ({
      subject: `Plain ${index}`,
      receivedAt: hoursAgo(index + 1),
      keywords: index === 4 ? ["$seen", "$flagged"] : ["$seen"],
    })),
  );
  await page.goto(`${server.url}/sent?letters=all`);
  await expect(page.getByText("No letters")).toBeVisible();
  // What each change of the page left, before it was painted.
  await page.evaluate(() => {
    const seen: number[][] = [];
    Object.assign(window, { seen });
    const parts = [" [data-letter]", " [type=checkbox]", " [data-shown=flag]", " button", "[data-bare]"];
    new MutationObserver(() => {
      const counts = parts.map((part) => document.querySelectorAll(`main li${part}`).length);
      if (counts[0]) seen.push(counts);
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Inbox/ })
    .click();
  const rows = page.locator("main li:has([data-letter])");
  await expect(rows).toHaveCount(6);
  await expect(rows.getByRole("checkbox")).toHaveCount(6);
  const [first] = await page.evaluate(() => (window as unknown as { seen: number[][] }).seen);
  // The row that the Tab key reaches is whole: its checkbox, dot and flag; of the others the set flag stands.
  expect(first).toEqual([6, 1, 1, 3, 5]);
  // Until its checkbox is there, a row keeps its avatar under the pointer.
  await expect(page.locator("main li[data-bare]")).toHaveCount(0);
  await expect(rows.getByRole("button", { name: "Mark as unread" })).toHaveCount(6);
  await expect(rows.getByRole("button", { name: /flag/i })).toHaveCount(6);
});

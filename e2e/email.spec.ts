/** The Email page: what stands on it, in which order, and what one does there. */
import type { Locator } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { box } from "./support/measure.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const files = [
  { name: "sea.png", type: "image/png", content: png(40, 30, [10, 90, 200]) },
  { name: "plan.pdf", type: "application/pdf", content: Buffer.alloc(1_200_000, "%PDF-1.4 ") },
  { name: "sea.png", type: "image/png", content: png(30, 40, [200, 90, 10]) },
];
const crowd = Array.from({ length: 5 }, (_, index) => ({
  name: `Guest ${index + 1}`,
  email: `guest${index + 1}@mail.example`,
}));
const smallFile = (index: number) => ({ name: `${index}.txt`, type: "text/plain", content: Buffer.from("x") });
const email = {
  subject: "A day at the sea",
  from: { name: "Anna", email: "anna@mail.example" },
  to: [{ email: "you@pismo.localhost" }, ...crowd],
  text: "Here are the pictures.",
  keywords: ["category-travelings"],
  files,
};

test("top to bottom: subject and category, sender and date, recipients, files, text, answers", async ({
  page,
  server,
}) => {
  const [id] = await putEmails(server, [email]);
  await page.goto(`${server.url}/email/${id}?title=A%20day%20at%20the%20sea`);
  const card = page.getByRole("article", { name: "A day at the sea" });
  const subject = card.getByRole("heading", { level: 1, name: "A day at the sea" });
  const category = card.getByText("Travelings");
  const sender = card.getByText("Anna", { exact: true });
  const recipients = card.getByRole("button", { name: /^To: you, Guest 1/ });
  const summary = card.getByText("3 file(s)");
  const text = card.getByText("Here are the pictures.");
  const reply = card.getByRole("button", { name: "Reply", exact: true });
  const order: Locator[] = [subject, sender, recipients, summary, text, reply];
  for (const part of [...order, category]) await expect(part).toBeVisible();
  const tops = await Promise.all(order.map(async (part) => (await box(part)).y));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  // The category stands at the right of the subject, on its line.
  const [title, sign] = [await box(subject), await box(category)];
  expect(sign.x).toBeGreaterThan(title.x);
  expect(Math.abs(sign.y + sign.height / 2 - (title.y + 15))).toBeLessThan(12);
  await expect(recipients).toContainText("more recipients");
  await recipients.click();
  await expect(card.getByText("guest5@mail.example")).toBeVisible();
  await expectAccessible(page);
});

test("a file has its Download on hover and focus; all come as one archive of a known size", async ({
  page,
  server,
}) => {
  const [id] = await putEmails(server, [email]);
  await page.goto(`${server.url}/email/${id}`);
  const one = page.getByRole("link", { name: /Download.*plan\.pdf/ });
  const opacity = (): Promise<number> =>
    one.evaluate((element) => {
      let shown = 1;
      for (let node: Element | null = element; node; node = node.parentElement)
        shown *= Number(getComputedStyle(node).opacity);
      return shown;
    });
  await page.mouse.move(0, 0);
  await expect(one).toBeAttached();
  await one.focus();
  await expect.poll(opacity).toBe(1);
  const download = page.waitForEvent("download");
  await one.click();
  expect((await download).suggestedFilename()).toBe("plan.pdf");
  await expect(page.getByRole("region", { name: "Attachments" })).toContainText(/3 file\(s\) · Download all.*1\.2 Mb/);
  const all = page.getByRole("button", { name: /Download all/ });
  const archive = page.waitForEvent("download");
  await all.click();
  expect((await archive).suggestedFilename()).toMatch(/\.zip$/);
});

test.describe("in Russian", () => {
  test.use({ lang: "ru" });
  test("files are counted with the right plural", async ({ page, server }) => {
    const counts = [1, 3, 5];
    const ids = await putEmails(
      server,
      counts.map((count) => ({
        subject: `Файлов ${count}`,
        files: Array.from({ length: count }, (_, index) => smallFile(index)),
      })),
    );
    for (const [index, words] of ["1 файл", "3 файла", "5 файлов"].entries()) {
      await page.goto(`${server.url}/email/${ids[index]}`);
      await expect(page.getByRole("region", { name: "Вложения" })).toContainText(`${words} ·`);
    }
    await expectAccessible(page);
  });
});

test("a tooltip is shown to who sees, and said by its button alone", async ({ page, server }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "A plan", text: "What we do" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /A plan/ }).click();
  await expect(page.getByRole("article")).toBeVisible();
  await page.getByRole("button", { name: "Archive" }).first().hover();
  await expect(page.locator("[data-tooltip-popup]")).toHaveText(/^Archive/);
  await expectAccessible(page);
  await expect(page.locator("[data-tooltip-popup]")).toBeVisible();
});

test("opening marks it read; marked unread again it stays so; the flag holds", async ({ page, server }) => {
  await putEmails(server, [{ subject: "Read me" }]);
  await page.goto(server.url);
  await page.getByRole("link", { name: /^Unread.*Read me/ }).click();
  const card = page.getByRole("article");
  const head = card.getByRole("button", { name: "Mark as unread" });
  await expect(head.first()).toBeVisible();
  await expect(page.getByRole("link", { name: /^Inbox/ })).not.toContainText("1");
  await head.last().click();
  await expect(page.getByRole("link", { name: /^Inbox/ })).toContainText("1");
  await card.getByRole("button", { name: "Flag", exact: true }).last().click();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("link", { name: /^Unread.*Read me/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove the flag" })).toBeVisible();
});

test("without conversations the earlier Emails lie under it, folded", async ({ page, server }) => {
  await page.goto(`${server.url}/settings/reading`);
  await page.getByRole("switch", { name: "Group letters into conversations" }).click();
  await expect(page.getByRole("switch", { name: "Group letters into conversations" })).not.toBeChecked();
  const first = "<first@mail.example>";
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Picnic", text: "Shall we go?", messageId: first });
  await server.deliver({
    from: "Boris <boris@mail.example>",
    subject: "Re: Picnic",
    text: "With pleasure.",
    inReplyTo: first,
    references: first,
  });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Re: Picnic/ }).click();
  await expect(page.getByRole("article").getByText("With pleasure.")).toBeVisible();
  const earlier = page.locator("button[aria-expanded]").filter({ hasText: "Anna" });
  await expect(earlier).toContainText("Shall we go?");
  await expect(earlier).toHaveAttribute("aria-expanded", "false");
  await earlier.click();
  await expect(earlier).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("Shall we go?").last()).toBeVisible();
  await expectAccessible(page);
});

test("Emails that lack what Emails have open all the same", async ({ page, server }) => {
  const crowded = Array.from({ length: 200 }, (_, index) => ({ email: `person${index}@mail.example` }));
  const many = Array.from({ length: 40 }, (_, index) => ({
    name: `A very long name of a file that goes on and on, number ${index}.txt`,
    type: "text/plain",
    content: Buffer.from("x"),
  }));
  const ids = await putEmails(server, [
    { from: null, to: [], text: "Nobody to nobody" },
    { subject: "To everybody", to: crowded, files: many },
    { subject: "W".repeat(400), from: { name: "N".repeat(200), email: "n@mail.example" } },
  ]);
  for (const width of [1440, 899, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const id of ids) {
      await page.goto(`${server.url}/email/${id}`);
      await expect(page.getByRole("article").getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("button", { name: "Reply", exact: true }).first()).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }
  }
});

for (const width of [1440, 390]) {
  for (const way of ofToday(["from the list", "by its address"])) {
    test(`${width} px, ${way}: the page begins at its top, and nothing on it moves when the text comes`, async ({
      page,
      server,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      const [id] = await putEmails(server, [{ subject: "Slow", text: "line\n".repeat(200) }]);
      const answer = Promise.withResolvers<void>();
      await page.route("**/*", async (route) => {
        if (route.request().postData()?.includes("fetchHTMLBodyValues")) await answer.promise;
        await route.continue();
      });
      if (way === "from the list") {
        await page.goto(server.url);
        await page.getByRole("link", { name: /Slow/ }).click();
      } else await page.goto(`${server.url}/email/${id}?title=Slow`);
      const card = page.getByRole("article", { name: "Slow" });
      const loading = card.getByRole("status", { name: "Loading…" });
      await expect(loading).toBeVisible();
      const title = card.getByRole("heading", { level: 1 });
      const tops = () => Promise.all([card, title].map(async (part) => (await box(part)).y));
      const before = await tops();
      // Avatar and names, under the subject.
      const head = (await box(loading.locator("header + div"))).y;
      answer.resolve();
      await expect(card.getByRole("button", { name: "Reply", exact: true })).toBeAttached();
      expect(await tops()).toEqual(before);
      expect((await box(card.locator("header + *").first())).y).toBe(head);
    });
  }
}

test("thumbnails have their size before their image is there", async ({ page, server }) => {
  const [id] = await putEmails(server, [{ subject: "Sea", files: files.slice(0, 2) }]);
  const answer = Promise.withResolvers<void>();
  await page.route("**/sea.png*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/email/${id}`, { waitUntil: "commit" });
  const image = page
    .getByRole("article")
    .getByRole("button", { name: /sea\.png/ })
    .locator("img");
  await expect(image).toBeAttached();
  const before = await box(image);
  expect([before.width, before.height]).toEqual([132, 88]);
  answer.resolve();
  await expect.poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBe(40);
  const { width, height } = await box(image);
  expect([width, height]).toEqual([132, 88]);
});

test("a subject that is too long to be one is cut with a sign, and shown whole on request", async ({
  page,
  server,
}) => {
  const subject = `${"word ".repeat(300)}the end`;
  const [id] = await putEmails(server, [{ subject }]);
  await page.goto(`${server.url}/email/${id}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("…");
  await expect(heading).not.toContainText("the end");
  const button = page.getByRole("button", { name: "Show the whole subject" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(heading).toContainText("the end");
  await expect(heading).not.toContainText("…");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Fold the subject" }).click();
  await expect(heading).not.toContainText("the end");
});

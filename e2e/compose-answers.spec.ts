/** Reply, reply to all, forward: what the popup begins with, and what arrives. */
import type { Page } from "@playwright/test";
import { mailboxOf, popupOf } from "./support/compose.ts";
import { jpegExif, jpegOf, jpegPixels } from "../packages/images/test/support/images.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const email = {
  from: "Анна <anna@pismo.localhost>",
  to: "You <you@pismo.localhost>, boris@pismo.localhost",
  cc: "Vera <vera@pismo.localhost>, YOU@pismo.localhost",
  subject: "Re: Отв: Дача",
  messageId: "<second@mail.example>",
  references: ["<first@mail.example>"],
  text: "The old text\nin two lines",
  html: '<p>The <b>old</b> text<br>in two lines</p><table><tr><td style="color:#c00">cell</td></tr></table>',
  attachments: [{ filename: "plan.png", content: png(20, 10, [1, 2, 3]) }],
};

async function answer(page: Page, url: string, name: string): Promise<ReturnType<typeof popupOf>> {
  await page.goto(url);
  await page.getByRole("link", { name: /Дача/ }).click();
  await page.getByRole("button", { name, exact: true }).first().click();
  const popup = popupOf(page);
  await expect(popup.subject).toBeVisible();
  return popup;
}

test("Reply: to the sender, Re: once, the original quoted, the thread kept", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await server.deliver(email);
  const popup = await answer(page, server.url, "Reply");
  await expect(popup.dialog.locator("[data-chip]")).toHaveText(["Анна anna@pismo.localhost"]);
  await expect(popup.subject).toHaveValue("Re: Дача");
  await expect(popup.text).toBeFocused();
  await page.keyboard.type("My answer");
  const quote = popup.dialog.getByRole("button", { name: "Quoted letter" });
  await quote.click();
  await expect(popup.dialog.getByText("The old text")).toBeVisible();
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.inReplyTo).toBe("<second@mail.example>");
  expect(parsed.references).toBe("<first@mail.example> <second@mail.example>");
  expect(parsed.text).toMatch(
    /^My answer\s+On .*Анна <anna@pismo\.localhost> wrote:\s+> The old text\s+> in two lines\s+> cell/,
  );
  expect(parsed.html).toMatch(/My answer[\s\S]*<blockquote[\s\S]*<b>old<\/b>[\s\S]*<td[\s\S]*cell/);
  const you = await mailboxOf(server);
  await expect
    .poll(async () => (await you.emails("inbox")).map(({ keywords }) => keywords?.["$answered"]))
    .toEqual([true]);
});

test("Reply to all: everybody else once, own addresses left out; Reply-To wins over From", async ({ page, server }) => {
  await server.deliver({ ...email, replyTo: "List <list@mail.example>" });
  const popup = await answer(page, server.url, "Reply all");
  await expect(popup.cc).toBeVisible();
  await expect(popup.dialog.locator("[data-chip]")).toHaveText([
    "List list@mail.example",
    "boris@pismo.localhost",
    "Vera vera@pismo.localhost",
  ]);
});

test("Forward: a photograph goes on without the place where it was taken, what is damaged goes on as it is", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  const photograph = jpegOf(jpegExif(1), jpegPixels());
  const halved = photograph.subarray(0, -4);
  await server.deliver({
    ...email,
    attachments: [
      { filename: "dacha.jpg", content: photograph },
      { filename: "half.jpg", content: halved },
    ],
  });
  const popup = await answer(page, server.url, "Forward");
  await popup.to.fill("anna@pismo.localhost");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  const [whole, half] = parsed.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));
  expect(photograph.toString("latin1")).toContain("55.7558");
  expect(whole).toEqual(jpegOf(jpegPixels()));
  expect(half).toEqual(halved);
});

test("Forward: Fwd: once, no recipient yet, the Email's head and its attachments", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await server.deliver({ ...email, subject: "Fwd: Re: Дача" });
  const popup = await answer(page, server.url, "Forward");
  await expect(popup.subject).toHaveValue("Fwd: Дача");
  await expect(popup.to).toBeFocused();
  await expect(popup.dialog.locator("[data-chip]")).toHaveCount(0);
  await expect(popup.dialog.getByRole("img", { name: "plan.png" })).toBeVisible();
  await popup.to.fill("anna@pismo.localhost");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.text).toMatch(/Forwarded letter[\s\S]*From: Анна <anna@pismo\.localhost>[\s\S]*The old text/);
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["plan.png"]);
  expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer)).toEqual(email.attachments[0]!.content);
});

test("the images within an Email go along with its quote, and with it only", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  const image = png(8, 8, [200, 0, 0]);
  await server.deliver({
    ...email,
    html: '<p>Look: <img src="cid:red@mail.example" alt="Red"></p>',
    attachments: [...email.attachments, { filename: "red.png", content: image, cid: "red@mail.example" }],
  });
  const popup = await answer(page, server.url, "Reply");
  await expect(popup.dialog.getByRole("button", { name: "Quoted letter" })).toBeVisible();
  await expect(popup.dialog.getByRole("img")).toHaveCount(0);
  await page.keyboard.type("I see");
  await expect(popup.saved).toBeVisible();
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.html).toContain('src="cid:red@mail.example"');
  expect(parsed.attachments.map(({ filename, contentId }) => [filename, contentId])).toEqual([
    ["red.png", "<red@mail.example>"],
  ]);
  expect(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer)).toEqual(image);
});

test.describe("in Russian", () => {
  test.use({ lang: "ru" });
  test("the answer's words are Russian, and its prefix is not repeated", async ({ page, server }) => {
    await server.pismo("mailbox", "add", "anna");
    await server.deliver({ ...email, subject: "Отв: Re: Дача" });
    await page.goto(server.url);
    await page.getByRole("link", { name: /Дача/ }).click();
    await page.getByRole("button", { name: "Ответить", exact: true }).first().click();
    const popup = popupOf(page, "ru");
    await expect(popup.subject).toHaveValue("Re: Дача");
    await popup.text.pressSequentially("Мой ответ");
    await popup.send.click();
    await expect(page.getByText("Письмо отправлено")).toBeVisible();
    const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
    expect(parsed.text).toMatch(/^Мой ответ\s+.*Анна <anna@pismo\.localhost> пишет:/);
  });
});

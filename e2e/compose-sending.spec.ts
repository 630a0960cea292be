/** Sending: what arrives, byte for byte, what is seen while it is sent, and what happens when the server refuses. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { compose, composeToAnna, mailboxOf } from "./support/compose.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const images = [
  { name: "red.png", mimeType: "image/png", buffer: png(64, 48, [200, 30, 30]) },
  { name: "синий кит.png", mimeType: "image/png", buffer: png(48, 64, [20, 60, 220]) },
];

test("the Email that arrives is multipart/alternative with its files as parts of their own", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.to.fill("Анна <anna@pismo.localhost>");
  await popup.subject.fill("Привет 👋 и длинная тема, которая не помещается в одну строку заголовка");
  await popup.text.pressSequentially("Plain, ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("bold");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(" & <tags>\n- один\nдва");
  await popup.files.setInputFiles(images);
  await expect(popup.dialog.getByRole("img")).toHaveCount(2);
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  await expect(popup.dialog).toBeHidden();

  const anna = await mailboxOf(server, "anna");
  const { parsed, source } = await anna.onlyMessage();
  expect(parsed.subject).toBe("Привет 👋 и длинная тема, которая не помещается в одну строку заголовка");
  expect(parsed.to).toEqual([{ name: "Анна", address: "anna@pismo.localhost" }]);
  expect(parsed.from?.address).toBe("you@pismo.localhost");
  expect(parsed.text?.replaceAll("\r\n", "\n").trim()).toBe("Plain, bold & <tags>\n• один\n• два");
  expect(parsed.html).toContain("Plain, <b>bold</b> &amp; &lt;tags&gt;");
  expect(parsed.html).not.toContain("data:");
  expect(parsed.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition])).toEqual(
    images.map(({ name, mimeType }) => [name, mimeType, "attachment"]),
  );
  for (const [index, { content }] of parsed.attachments.entries()) {
    expect(Buffer.from(content as ArrayBuffer)).toEqual(images[index]!.buffer);
  }
  expect(source).toMatch(/^Content-Type: multipart\/mixed/im);
  expect(source).toMatch(/^Content-Type: multipart\/alternative/im);
  expect(source).toMatch(/^MIME-Version: 1\.0/im);
  expect(source).not.toMatch(/[^\r]\n/);
  expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);

  await page.getByRole("link", { name: /^Sent/ }).click();
  await expect(page.getByRole("link", { name: /Привет 👋/ })).toBeVisible();
  const you = await mailboxOf(server);
  expect(await you.emails("drafts")).toEqual([]);
});

test("what was saved a moment ago goes out as that draft; later it is saved again, with the date of then", async ({
  page,
  server,
}) => {
  const now = Date.now();
  await page.clock.setFixedTime(now);
  const popup = await composeToAnna(page, server);
  const you = await mailboxOf(server);
  /** The id of the draft with so many files, once the page knows it. */
  const savedDraft = async (files: number) => {
    await expect.poll(async () => (await you.emails("drafts"))[0]?.attachments?.length).toBe(files);
    await expect(popup.saved).toBeVisible();
    return (await you.emails("drafts"))[0]!.id!;
  };
  const sentIds = async () => (await you.emails("sent")).map(({ id }) => id!);
  await popup.subject.fill("At once");
  await popup.files.setInputFiles(images);
  const first = await savedDraft(2);
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  await expect.poll(sentIds).toEqual([first]);
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))).toEqual(
    images.map(({ buffer }) => buffer),
  );

  await popup.openButton.click();
  await popup.to.fill("anna@pismo.localhost");
  await popup.subject.fill("Later");
  const second = await savedDraft(0);
  await page.clock.setFixedTime(now + 60_000);
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  await expect.poll(async () => (await sentIds()).length).toBe(2);
  expect(await sentIds()).not.toContain(second);
  expect(await you.emails("drafts")).toEqual([]);
});

test("an empty subject is allowed, once that is meant", async ({ page, server }) => {
  const popup = await composeToAnna(page, server);
  await popup.text.pressSequentially("No title");
  await popup.send.click();
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.subject ?? "").toBe("");
  expect(parsed.text?.trim()).toBe("No title");
});

/** Holds the submission until it is let go, or fails it. */
async function holdSubmission(page: Page): Promise<{ isAsked(): boolean; letGo(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route("**/jmap/api", async (route) => {
    if (route.request().postData()?.includes("EmailSubmission/set")) {
      isAsked = true;
      await promise;
    }
    await route.continue().catch(() => undefined);
  });
  return { isAsked: () => isAsked, letGo: resolve };
}

test("sending shows its progress, and is not done twice by pressing twice", async ({ page, server }) => {
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("Slowly");
  const saving = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route) => {
    if (route.request().postData()?.includes("Email/set")) await saving.promise;
    await route.continue();
  });
  await popup.send.click();
  await expect(popup.dialog.getByRole("progressbar", { name: "Sending…" })).toBeVisible();
  await expect(popup.dialog.getByRole("button", { name: "Sending…" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  saving.resolve();
  await expect(page.getByText("Letter sent")).toBeVisible();
  await (await mailboxOf(server, "anna")).onlyMessage();
});

test("the popup closes once the Email is stored as one that is sent; a slow answer is waited for in sight", async ({
  page,
  server,
}) => {
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("Slowly answered");
  await expect(popup.saved).toBeVisible();
  const submission = await holdSubmission(page);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(popup.dialog).toBeHidden();
  await expect(page.getByText("Sending…")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("Letter sent")).toBeHidden();
  submission.letGo();
  await expect(page.getByText("Letter sent")).toBeVisible();
  await expect(page.getByText("Sending…")).toBeHidden();
  await (await mailboxOf(server, "anna")).onlyMessage();
});

test("another tab leaves an Email alone that is on its way, and sees to it once the first one is gone", async ({
  page,
  context,
  server,
}) => {
  const popup = await composeToAnna(page, server);
  await popup.subject.fill("Of two tabs");
  await expect(popup.saved).toBeVisible();
  const submission = await holdSubmission(page);
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  await expect.poll(submission.isAsked).toBe(true);

  const other = await context.newPage();
  const submitted = await holdSubmission(other);
  await other.goto(server.url);
  // All that the page does at its start has been asked for.
  await other.getByRole("button", { name: "Compose" }).first().click();
  await expect(other.getByRole("dialog")).toBeVisible();
  await other.keyboard.press("Escape");
  expect(submitted.isAsked()).toBe(false);

  // Whether its request still gets to the server or not.
  submitted.letGo();
  await page.close();
  await expect(other.getByText("Letter sent")).toBeVisible();
  await (await mailboxOf(server, "anna")).onlyMessage();
});

test("refused while the next Email is written, it waits behind a notice", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  const first = await compose(page);
  await first.to.fill("someone@elsewhere.example");
  await first.subject.fill("The first");
  await expect(first.saved).toBeVisible();
  const submission = await holdSubmission(page);
  await first.send.click();
  await expect(first.dialog).toBeHidden();
  const next = await compose(page);
  await next.subject.fill("The next");
  submission.letGo();
  const notice = page.getByText(/The first/);
  await expect(notice).toBeVisible();
  await expect(next.subject).toHaveValue("The next");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(first.subject).toHaveValue("The first");
  await expect(first.dialog.getByRole("alert")).toHaveText(/Sending to other servers is not set up/);
});

test("where the server refuses, the popup is there with the whole Email and the reason; corrected, it goes out", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.to.fill("someone@elsewhere.example");
  await popup.subject.fill("Refused");
  await popup.text.pressSequentially("The text of it");
  await popup.files.setInputFiles(images[0]!);
  await expect(popup.dialog.getByRole("img")).toHaveCount(1);
  await popup.send.click();
  await expect(popup.dialog.getByRole("alert")).toHaveText(/Sending to other servers is not set up/);
  await expect(popup.subject).toHaveValue("Refused");
  await expect(popup.text).toHaveText("The text of it");
  await expect(popup.dialog.getByRole("img", { name: "red.png" })).toBeVisible();
  await popup.dialog.getByRole("button", { name: "Remove recipient someone@elsewhere.example" }).click();
  await popup.to.fill("nobody@pismo.localhost");
  await popup.send.click();
  await expect(popup.dialog.getByRole("alert")).toHaveText("There is no such recipient: nobody@pismo.localhost");
  await popup.dialog.getByRole("button", { name: "Remove recipient nobody@pismo.localhost" }).click();
  await popup.to.fill("anna@pismo.localhost");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.attachments).toHaveLength(1);
  const you = await mailboxOf(server);
  expect(await you.emails("drafts")).toEqual([]);
});

/** What is written is never lost: drafts, reloads, crashes, a server that is away. */
import type { Page } from "@playwright/test";
import { compose, mailboxOf, popupOf } from "./support/compose.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

/** How many Emails the browser keeps because the server has not all of them. */
const storedInBrowser = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("pismo");
        opening.addEventListener("success", () => {
          const count = opening.result.transaction("letters").objectStore("letters").count();
          count.addEventListener("success", () => {
            opening.result.close();
            resolve(count.result);
          });
        });
      }),
  );

test("the close icon keeps the draft; Cancel discards it, and Undo opens it again as it was", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const you = await mailboxOf(server);
  let popup = await compose(page);
  await popup.subject.fill("By the icon");
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  await expect.poll(async () => (await you.emails("drafts")).map(({ subject }) => subject)).toEqual(["By the icon"]);

  popup = await compose(page);
  await popup.to.fill("anna@mail.example");
  await popup.subject.fill("Thrown away");
  await popup.text.pressSequentially("with its text");
  await popup.files.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png(9, 9, [9, 9, 9]) });
  await expect(popup.saved).toBeVisible();
  await popup.text.pressSequentially(", not saved yet");
  await popup.cancel.click();
  await expect(popup.dialog).toBeHidden();
  await expect(page.getByText("Draft discarded")).toBeVisible();
  // Its focus holds the notice, however long the server takes.
  await page.getByRole("button", { name: "Undo" }).focus();
  await expect.poll(async () => (await you.emails("drafts")).length).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(popup.subject).toHaveValue("Thrown away");
  await expect(popup.text).toHaveText("with its text, not saved yet");
  await expect(popup.dialog.getByText("anna@mail.example")).toBeVisible();
  await expect(popup.dialog.getByRole("img", { name: "a.png" })).toBeVisible();
  await expect(popup.saved).toBeVisible();
  await popup.close.click();
  await expect
    .poll(async () => (await you.emails("drafts")).map(({ subject }) => subject))
    .toEqual(expect.arrayContaining(["By the icon", "Thrown away"]));
});

test("a draft opens that a newer version replaces while it is asked for", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("Replaced");
  await expect(popup.saved).toBeVisible();
  // The last change does not reach the server: the next page sends it.
  await page.route("**/jmap/api", (route) =>
    route.request().postData()?.includes("Email/set") ? route.abort() : route.fallback(),
  );
  await popup.text.pressSequentially("with a text");
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  // Another document, before anything gets through again: else this page sends it.
  await page.goto(`${server.url}/notifications.js`);
  await page.unrouteAll();

  const clicked = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const replaced = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route) => {
    const data = route.request().postData() ?? "";
    if (data.includes('["Email/set",{"accountId":"a1","create"')) {
      await asked.promise;
      await route.fulfill({ response: await route.fetch() });
      replaced.resolve();
      return;
    }
    if (data.includes("bodyValues")) {
      // It may be fetched when the pointer comes: the row is not replaced before the button is let go.
      await clicked.promise;
      asked.resolve();
      await replaced.promise;
    }
    await route.fallback();
  });
  await page.goto(`${server.url}/drafts?letters=all`);
  await page.getByRole("link", { name: /Replaced/ }).click();
  clicked.resolve();
  await expect(popup.text).toHaveText("with a text");
  await expect(popup.subject).toHaveValue("Replaced");
});

test("a draft opens that a newer version replaces between the press on its row and the release", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("Replaced");
  await expect(popup.saved).toBeVisible();
  await page.route("**/jmap/api", (route) =>
    route.request().postData()?.includes("Email/set") ? route.abort() : route.fallback(),
  );
  await popup.text.pressSequentially("with a text");
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  await page.goto(`${server.url}/notifications.js`);
  await page.unrouteAll();

  const pressed = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route) => {
    if (route.request().postData()?.includes('["Email/set",{"accountId":"a1","create"')) await pressed.promise;
    await route.fallback();
  });
  await page.goto(`${server.url}/drafts?letters=all`);
  const row = page.getByRole("link", { name: /Replaced/ });
  await row.hover();
  const before = await row.getAttribute("data-letter");
  await page.mouse.down();
  pressed.resolve();
  await expect(row).not.toHaveAttribute("data-letter", before!);
  await page.mouse.up();
  await expect(popup.text).toHaveText("with a text");
});

test("the Email is one draft, whatever is changed, and is there again after a reload", async ({ page, server }) => {
  await page.goto(server.url);
  const you = await mailboxOf(server);
  const popup = await compose(page);
  await popup.to.fill("anna@mail.example, ");
  for (const subject of ["Plan", "Plan for", "Plan for Monday"]) {
    await popup.subject.fill(subject);
    await expect(popup.saved).toBeHidden();
    await expect(popup.saved).toBeVisible();
  }
  await popup.text.pressSequentially("Half a thought");
  await expect(popup.saved).toBeHidden();
  await expect(popup.saved).toBeVisible();
  expect(await you.emails("drafts")).toHaveLength(1);

  await page.reload();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /Plan for Monday/ }).click();
  await expect(popup.text).toHaveText("Half a thought");
  await expect(popup.dialog.getByText("anna@mail.example")).toBeVisible();
  await popup.text.press("End");
  await page.keyboard.type(" more");
  await expect(popup.saved).toBeVisible();
  expect(await you.emails("drafts")).toHaveLength(1);
  expect(await you.emails("trash")).toEqual([]);
});

test("an Email that is emptied again leaves no draft", async ({ page, server }) => {
  await page.goto(server.url);
  const you = await mailboxOf(server);
  const popup = await compose(page);
  await popup.subject.fill("Oh no");
  await expect(popup.saved).toBeVisible();
  await popup.subject.fill("");
  await popup.close.click();
  await expect.poll(async () => (await you.emails("drafts")).length).toBe(0);
});

test("after a reload in the middle of a word the Email is offered, whole, and stays one draft", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.to.pressSequentially("anna@mail.example, boris@mail");
  await popup.subject.fill("Half written");
  await popup.text.pressSequentially("Half a thou");
  await page.reload();
  await expect(page.getByText("Unfinished letter: Half written")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(popup.text).toHaveText("Half a thou");
  await expect(popup.dialog.getByText("anna@mail.example")).toBeVisible();
  await popup.text.press("End");
  await page.keyboard.type("ght");
  await expect(popup.saved).toBeVisible();
  const you = await mailboxOf(server);
  await expect.poll(async () => (await you.emails("drafts")).length).toBe(1);
  await popup.close.click();
  await expect.poll(() => storedInBrowser(page)).toBe(0);
  await page.reload();
  await expect(page.getByRole("link", { name: /^Drafts/ })).toContainText("1");
  await expect(page.getByText(/^Unfinished letter/)).toBeHidden();
});

test("the notice of an unfinished letter goes once its draft is opened from Drafts", async ({ page, server }) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("Half written");
  await expect(popup.saved).toBeVisible();
  await page.reload();
  const offer = page.getByText("Unfinished letter: Half written");
  await expect(offer).toBeVisible();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /Half written/ }).click();
  await expect(popup.subject).toHaveValue("Half written");
  await expect(offer).toHaveCount(0);
});

test("a power cut of the server and a closed tab: the text is offered in the next one", async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("Before the cut");
  await expect(popup.saved).toBeVisible();
  await server.kill();
  await popup.text.pressSequentially("written without a server");
  await popup.files.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png(9, 9, [9, 9, 9]) });
  await expect(popup.dialog.getByText("Offline: the letter is saved on this device")).toBeVisible();
  await expect(popup.dialog.getByRole("button", { name: /^Try again/ })).toBeVisible();
  await page.close();
  await server.start();
  const next = await context.newPage();
  await next.addInitScript(() => localStorage.setItem("lang", "en"));
  await next.goto(server.url);
  await next.getByRole("button", { name: "Continue" }).click();
  const again = popupOf(next);
  await expect(again.subject).toHaveValue("Before the cut");
  await expect(again.text).toHaveText("written without a server");
  await expect(again.dialog.getByRole("img", { name: "a.png" })).toBeVisible();
  const you = await mailboxOf(server);
  await expect
    .poll(async () => (await you.emails("drafts")).map(({ attachments }) => attachments?.length))
    .toEqual([1]);
});

test("while the server is away one writes and sends; the Email goes out when it is back, once", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  const popup = await compose(page);
  await server.kill();
  await popup.to.fill("anna@pismo.localhost");
  await popup.subject.fill("Sent from the desert");
  await popup.text.pressSequentially("No network here");
  await popup.files.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png(9, 9, [9, 9, 9]) });
  await expect(popup.dialog.getByRole("img", { name: "a.png" })).toBeVisible();
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  await expect(page.getByText("Offline. The letter will be sent when you are back online")).toBeVisible();
  // It can be taken back until then.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(popup.text).toHaveText("No network here");
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  await server.start();
  await expect(page.getByText("Letter sent")).toBeVisible({ timeout: 60_000 });
  const anna = await mailboxOf(server, "anna");
  const { parsed } = await anna.onlyMessage();
  expect(parsed.subject).toBe("Sent from the desert");
  expect(parsed.attachments).toHaveLength(1);
  const you = await mailboxOf(server);
  await expect.poll(async () => (await you.emails("drafts")).length).toBe(0);
  expect(await you.emails("sent")).toHaveLength(1);
});

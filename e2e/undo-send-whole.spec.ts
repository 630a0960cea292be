/** What is taken back comes back whole: pictures with their originals, also in another tab and after a reload. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { composeToAnna, mailboxOf, type Popup, popupOf } from "./support/compose.ts";
import { photograph } from "./support/photograph.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    sent: "Letter sent",
    undo: "Undo",
    label: "Large pictures",
    waiting: "Not sent yet",
    edit: /^Edit/,
    schedule: "Schedule",
    tomorrow: /^Tomorrow morning/,
  },
  ru: {
    sent: "Письмо отправлено",
    undo: "Отменить",
    label: "Большие картинки",
    waiting: "Ещё не отправлено",
    edit: /^Изменить/,
    schedule: "Запланировать",
    tomorrow: /^Завтра утром/,
  },
} as const;

const choiceIn = (popup: Popup, lang: "en" | "ru") =>
  popup.dialog.getByRole("combobox", { name: words[lang].label, exact: true });

const undoIn = (page: Page, lang: "en" | "ru") =>
  page
    .getByText(words[lang].sent, { exact: true })
    .locator("..")
    .getByRole("button", { name: words[lang].undo, exact: true });

/** In the middle size. @returns what the file weighs as it is */
async function writeWithPhotograph(page: Page, server: PismoServer, lang: "en" | "ru") {
  const popup = await composeToAnna(page, server, lang);
  await popup.subject.fill("A photograph");
  await popup.text.pressSequentially("Look");
  const buffer = await photograph(page);
  await popup.files.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
  await expect(choiceIn(popup, lang)).toBeVisible();
  const weight = await sizeIn(popup).textContent();
  await choiceIn(popup, lang).selectOption("medium");
  await expect(sizeIn(popup)).not.toHaveText(weight!);
  return { popup, weight: weight! };
}

const sizeIn = (popup: Popup) => popup.dialog.getByText(/\d Kb$|\d Кб$/).first();

async function expectWhole(popup: Popup, lang: "en" | "ru", weight: string): Promise<void> {
  await expect(popup.text).toHaveText("Look");
  await expect(choiceIn(popup, lang)).toHaveValue("medium");
  await expect(sizeIn(popup)).not.toHaveText(weight);
  await expect(popup.dialog.getByRole("img", { name: "photo.jpg" })).toBeVisible();
  await choiceIn(popup, lang).selectOption("original");
  await expect(sizeIn(popup)).toHaveText(weight);
  await expect(popup.dialog.getByRole("progressbar")).toHaveCount(0);
}

/** There is one letter, and nothing has gone out. */
async function expectOneDraft(server: PismoServer): Promise<void> {
  const you = await mailboxOf(server);
  await expect
    .poll(async () => (await you.emails("drafts")).map(({ keywords }) => keywords?.["$draft"]))
    .toEqual([true]);
  expect(await you.emails("sent")).toEqual([]);
  expect(await (await mailboxOf(server, "anna")).emails("inbox")).toEqual([]);
}

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang, undoSendSeconds: 30 });

    test("a picture that went smaller has its original again", async ({ page, server }) => {
      const { popup, weight } = await writeWithPhotograph(page, server, lang);
      await popup.send.click();
      await undoIn(page, lang).click();
      await expectWhole(popup, lang, weight);
      await expectOneDraft(server);
    });

    test("the page is reloaded: sending can still be undone, and the original is there", async ({ page, server }) => {
      const { popup, weight } = await writeWithPhotograph(page, server, lang);
      await popup.send.click();
      await expect(undoIn(page, lang)).toBeVisible();
      await page.reload();
      await expect(undoIn(page, lang)).toBeVisible();
      await expectAccessible(page);
      await undoIn(page, lang).focus();
      await page.keyboard.press("Enter");
      await expectWhole(popup, lang, weight);
      await expectOneDraft(server);
    });
  });
}

test.describe("for half a minute", () => {
  test.use({ undoSendSeconds: 30 });

  test("another tab takes it back by its page, whole; the first one's Undo shows that it has it", async ({
    page,
    server,
  }) => {
    const { popup, weight } = await writeWithPhotograph(page, server, "en");
    await popup.send.click();
    await expect(undoIn(page, "en")).toBeVisible();
    const you = await mailboxOf(server);
    const [draft] = await you.emails("drafts");
    const other = await page.context().newPage();
    await other.addInitScript(() => localStorage.setItem("lang", "en"));
    await other.goto(`${server.url}/email/${draft!.id}`);
    await other.getByRole("region", { name: words.en.waiting }).getByRole("button", { name: words.en.edit }).click();
    await expectWhole(popupOf(other), "en", weight);
    await popupOf(other).text.pressSequentially(" here");
    await expect(popupOf(other).saved).toBeVisible();
    await undoIn(page, "en").click();
    await page.getByRole("button", { name: "Continue here" }).click();
    await expect(popup.text).toContainText("here");
    await expect(other.getByRole("dialog")).toHaveCount(0);
    await expectOneDraft(server);
  });

  test("another device takes it back with its originals, in the size that was chosen", async ({
    page,
    server,
    browser,
  }) => {
    const { popup, weight } = await writeWithPhotograph(page, server, "en");
    await popup.dialog.getByRole("button", { name: words.en.schedule, exact: true }).click();
    await page.getByRole("menuitem", { name: words.en.tomorrow }).click();
    await expect(popup.dialog).toBeHidden();
    const { client, accountId } = await mailboxOf(server);
    const originals = async () =>
      (await client.call("EmailSubmission/get", { accountId, ids: null })).list.map((each) =>
        Object.keys(each.originals ?? {}),
      );
    await expect.poll(originals).toEqual([[expect.any(String)]]);
    const device = await browser.newContext();
    const other = await device.newPage();
    await other.addInitScript(() => localStorage.setItem("lang", "en"));
    await other.goto(`${server.url}/scheduled`);
    await other.getByRole("button", { name: words.en.edit }).click();
    await expectWhole(popupOf(other), "en", weight);
    await expectOneDraft(server);
    await device.close();
  });

  test("an answer that is undone after a reload leaves the letter unanswered", async ({ page, server }) => {
    await server.deliver({ from: "Anna <anna@pismo.localhost>", subject: "Question", text: "Are you there?" });
    await server.pismo("mailbox", "add", "anna");
    await page.goto(server.url);
    await page.getByRole("link", { name: /Question/ }).click();
    await page.keyboard.press("r");
    await expect(popupOf(page).text).toBeFocused();
    await page.keyboard.type("Yes");
    await page.keyboard.press("Control+Enter");
    await expect(undoIn(page, "en")).toBeVisible();
    const you = await mailboxOf(server);
    const keywords = async () => (await you.emails("inbox"))[0]!.keywords;
    await expect.poll(keywords).toHaveProperty("$answered");
    await page.reload();
    await undoIn(page, "en").click();
    await expect(popupOf(page).text).toContainText("Yes");
    await expect.poll(keywords).not.toHaveProperty("$answered");
    await expectOneDraft(server);
  });

  test("a letter with a time is edited with its originals after a reload", async ({ page, server }) => {
    const { popup, weight } = await writeWithPhotograph(page, server, "en");
    await popup.dialog.getByRole("button", { name: words.en.schedule, exact: true }).click();
    await page.getByRole("menuitem", { name: words.en.tomorrow }).click();
    await expect(popup.dialog).toBeHidden();
    await page.goto(`${server.url}/scheduled`);
    await page.getByRole("button", { name: /^Edit/ }).click();
    await expectWhole(popup, "en", weight);
    await expect(popup.dialog.getByRole("status").filter({ hasText: "not scheduled" })).toBeVisible();
    await expectOneDraft(server);
  });
});

test.describe("for a moment", () => {
  test.use({ undoSendSeconds: 5 });

  test("taken back on another device while the answer is lost, it is not said to be sent, and not sent", async ({
    page,
    server,
  }) => {
    const popup = await composeToAnna(page, server);
    await popup.subject.fill("Not yet");
    const you = await mailboxOf(server);
    const { accountId, client } = you;
    let lost = 0;
    await page.route("**/jmap/**", async (route) => {
      if (!route.request().postData()?.includes('"sending":') || lost++ > 0) return route.fallback();
      await route.fetch();
      const { ids } = await client.call("EmailSubmission/query", { accountId });
      await client.call("EmailSubmission/set", {
        accountId,
        update: { [ids[0]!]: { undoStatus: "canceled" } },
        onSuccessUpdateEmail: { [ids[0]!]: { "keywords/$draft": true, "keywords/$submitpending": null } },
      });
      return route.abort();
    });
    await popup.send.click();
    await expect(popup.dialog.getByText(/changed, sent or deleted elsewhere/)).toBeVisible();
    await expect(popup.subject).toHaveValue("Not yet");
    await expect(page.getByText("Letter sent")).toBeHidden();
    const { list } = await client.call("EmailSubmission/get", { accountId });
    expect([lost, list.map(({ undoStatus }) => undoStatus)]).toEqual([1, ["canceled"]]);
    expect(await (await mailboxOf(server, "anna")).emails("inbox")).toEqual([]);
  });

  test("nothing of a letter that has gone stays in the browser", async ({ page, server }) => {
    const { popup } = await writeWithPhotograph(page, server, "en");
    await popup.send.click();
    await expect(undoIn(page, "en")).toBeVisible();
    await (await mailboxOf(server, "anna")).onlyMessage();
    const stored = () =>
      page.evaluate(
        () =>
          new Promise<unknown[]>((resolve) => {
            const opening = indexedDB.open("pismo");
            opening.addEventListener("success", () => {
              const reading = opening.result.transaction(["letters", "files"]);
              const letters = reading.objectStore("letters").getAllKeys();
              const files = reading.objectStore("files").getAllKeys();
              reading.addEventListener("complete", () => {
                opening.result.close();
                resolve([letters.result.length, files.result.length]);
              });
            });
          }),
      );
    await expect.poll(async () => (await stored())[0]).toBe(0);
    await page.reload();
    await expect.poll(stored).toEqual([0, 0]);
    await expect(undoIn(page, "en")).toHaveCount(0);
  });
});

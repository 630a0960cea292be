/** What a person does with mail that lies with a JMAP server, whichever way they came to it. */
import type { Page } from "@playwright/test";
import { compose } from "./compose.ts";
import type { Engine } from "./engines.ts";
import { png } from "./images.ts";
import { expect, test } from "./story.ts";

export const row = (page: Page, subject: string) => page.getByRole("link", { name: new RegExp(subject) });

/** Signs in on the page that asks for it. */
export async function enterEngine(page: Page, { name, password }: Engine): Promise<void> {
  await page.getByRole("textbox", { name: "Name or address" }).fill(name);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/inbox/);
}

/** An address in the account that the page shows: beside the own mailbox it is not the first one. */
function inAccount(page: Page, address: string): string {
  const url = new URL(address);
  const account = new URL(page.url()).searchParams.get("account");
  if (account !== null) url.searchParams.set("account", account);
  return url.href;
}

/** Two letters are in the inbox, which is shown. @param url of the front */
export async function useEngine(page: Page, engine: Engine, url: string): Promise<void> {
  await test.step("what arrives stands in the open list by itself", async () => {
    await engine.deliver("Third of all", "About roses");
    await expect(row(page, "Third of all")).toBeVisible();
  });

  await test.step("a letter is opened, flagged and put into a new folder", async () => {
    await row(page, "First of all").click();
    await expect(page.getByRole("article").getByText("About tulips")).toBeVisible();
    await page.getByRole("button", { name: "Flag", exact: true }).first().click();
    await expect(page.getByRole("button", { name: "Remove flag" }).first()).toBeVisible();
    await page
      .getByRole("button", { name: "Back" })
      .or(page.getByRole("link", { name: "Back" }))
      .click();
    await page.getByRole("link", { name: "New folder" }).click();
    const dialog = page.getByRole("dialog", { name: "New folder" });
    await dialog.getByRole("textbox", { name: "Folder name" }).fill("Flowers");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: /^Flowers/ })).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await row(page, "Second of all").dragTo(page.getByRole("link", { name: /^Flowers/ }));
    await expect(row(page, "Second of all")).toBeHidden();
    await page.getByRole("link", { name: /^Flowers/ }).click();
    await expect(row(page, "Second of all")).toBeVisible();
    await page.reload();
    await expect(row(page, "Second of all")).toBeVisible();
  });

  await test.step("the flag is kept by the engine", async () => {
    await page.goto(inAccount(page, `${url}/inbox?bookmark=true`));
    await expect(row(page, "First of all")).toBeVisible();
    await expect(row(page, "Third of all")).toBeHidden();
  });

  await test.step("words of a text are found", async () => {
    await page.getByRole("link", { name: /^Inbox/ }).click();
    // Not of the flagged ones, which are shown until the inbox is there: a search would stay among them.
    await expect(row(page, "Third of all")).toBeVisible();
    await engine.untilFound("roses");
    await page.locator("[data-search-box]").fill("roses");
    await expect(row(page, "Third of all")).toBeVisible();
    await expect(row(page, "First of all")).toBeHidden();
    await page.locator("[data-search-box]").fill("");
  });

  await test.step("what is sent is not to wait: a setting that is kept", async () => {
    await page.goto(inAccount(page, `${url}/settings/writing`));
    await page.getByRole("combobox", { name: "Undo send" }).selectOption("Do not wait");
    await expect(page.getByText("The setting is saved")).toBeVisible();
    await page.getByRole("link", { name: /^Inbox/ }).click();
  });

  await test.step("a draft is kept, and sent with a picture", async () => {
    const popup = await compose(page);
    await popup.to.fill(engine.bob);
    await popup.subject.fill("From the front");
    await popup.text.pressSequentially("With a picture");
    await popup.files.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png(9, 9, [9, 9, 9]) });
    await expect(popup.saved).toBeVisible();
    await popup.close.click();
    await page.getByRole("link", { name: /^Drafts/ }).click();
    await row(page, "From the front").click();
    await expect(popup.dialog.getByRole("img", { name: "a.png" })).toBeVisible();
    await popup.send.click();
    await expect(page.getByText("Letter sent")).toBeVisible();
    await expect.poll(() => engine.sentToBob()).toEqual(["From the front"]);
    await page.getByRole("link", { name: /^Sent/ }).click();
    await row(page, "From the front").click();
    await expect(page.getByRole("button", { name: /a\.png/ }).locator("img")).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /Download.*a\.png/ }).click();
    expect((await download).suggestedFilename()).toBe("a.png");
  });

  await test.step("while the engine is away the page says so, and it comes back by itself", async () => {
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await engine.goAway();
    await page.getByRole("link", { name: /^Archive/ }).click();
    await expect(page.getByText(/Your changes will be sent later/).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(/Your changes will be sent later/).first()).toBeVisible();
    await engine.comeBack();
    await engine.deliver("After the pause", "About lilies");
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await expect(row(page, "After the pause")).toBeVisible({ timeout: 60_000 });
  });
}

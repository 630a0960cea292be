/** The new-letter popup: nothing that was written is lost, and what cannot be sent says why. */
import { png } from "./support/pictures.ts";
import { expect, test } from "./support/story.ts";

test.beforeEach(async ({ server, page }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Compose" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the letter is one draft, whatever is changed, and is there again after a reload", async ({ page, server }) => {
  const popup = page.getByRole("dialog");
  await popup.getByRole("combobox", { name: "To" }).fill("anna@mail.example, ");
  for (const subject of ["Plan", "Plan for", "Plan for Monday"]) {
    await popup.getByRole("textbox", { name: "Subject" }).fill(subject);
    await expect(popup.getByText("Draft saved")).toBeVisible();
  }
  await popup.getByRole("textbox", { name: "Compose" }).pressSequentially("Half a thought");
  await expect(popup.getByText("Draft saved")).toBeHidden();
  await expect(popup.getByText("Draft saved")).toBeVisible();

  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  expect((await client.call("Email/query", { accountId })).ids).toHaveLength(1);

  await page.reload();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /Plan for Monday/ }).click();
  await expect(popup.getByRole("textbox", { name: "Compose" })).toHaveText("Half a thought");
  await expect(popup.getByText("anna@mail.example")).toBeVisible();
  await popup.getByRole("textbox", { name: "Compose" }).press("End");
  await page.keyboard.type(" more");
  await expect(popup.getByText("Draft saved")).toBeVisible();
  expect((await client.call("Email/query", { accountId })).ids).toHaveLength(1);
});

test("Cancel discards the draft, and Undo brings it back", async ({ page }) => {
  const popup = page.getByRole("dialog");
  await popup.getByRole("textbox", { name: "Subject" }).fill("Nothing");
  await expect(popup.getByText("Draft saved")).toBeVisible();
  await popup.getByRole("button", { name: "Cancel" }).click();
  await expect(popup).toBeHidden();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await expect(page.getByText("No letters")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Nothing")).toBeVisible();
});

test("without a recipient, with a wrong one and without a way out the reason is said and the letter stays", async ({
  page,
}) => {
  const popup = page.getByRole("dialog");
  const send = popup.getByRole("button", { name: "Send" });
  const to = popup.getByRole("combobox", { name: "To" });
  await popup.getByRole("textbox", { name: "Subject" }).fill("Hello");
  await send.click();
  await expect(popup.getByText("Name at least one recipient")).toBeVisible();
  await to.fill("nobody");
  await send.click();
  await expect(popup.getByText("Check the address: nobody")).toBeVisible();
  await popup.getByRole("button", { name: "Remove recipient nobody" }).click();
  await to.fill("nobody@pismo.localhost");
  await send.click();
  await expect(popup.getByText(/There is no such recipient: nobody@pismo\.localhost/)).toBeVisible();
  await popup.getByRole("button", { name: /Remove recipient/ }).click();
  await to.fill("someone@elsewhere.example");
  await send.click();
  await expect(popup.getByText(/Sending to other servers is not set up/)).toBeVisible();
  await expect(popup.getByRole("textbox", { name: "Subject" })).toHaveValue("Hello");
  await popup.getByRole("button", { name: /Close/ }).click();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await expect(page.getByText("Hello")).toBeVisible();
});

test("files that are no images are refused with the specification's alert; good ones stay", async ({ page }) => {
  const popup = page.getByRole("dialog");
  const input = popup.locator("input[type=file]");
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("text") });
  await expect(popup.getByRole("alert")).toHaveText("Selected images are not of valid type!");
  await input.setInputFiles([
    { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") },
    { name: "good.png", mimeType: "image/png", buffer: png(10, 10, [0, 128, 0]) },
  ]);
  await expect(popup.getByRole("img", { name: "good.png" })).toBeVisible();
  await expect(popup.getByRole("img", { name: "fake.png" })).toBeHidden();
  await expect(popup.getByText("Files size: 0.1 Kb")).toBeVisible();
  await popup.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(popup.getByText(/Files size/)).toBeHidden();
});

test("a style is applied to all of a selection that has it in part, and removed when all has it", async ({ page }) => {
  const text = page.getByRole("dialog").getByRole("textbox", { name: "Compose" });
  const bold = page.getByRole("dialog").getByRole("button", { name: "Bold" });
  await text.pressSequentially("one two");
  await text.click({ clickCount: 3 });
  await bold.click();
  await expect(text.locator("b")).toHaveText("one two");
  await expect(bold).toHaveAttribute("aria-pressed", "true");
  await bold.click();
  await expect(text.locator("b")).toHaveCount(0);
});

/** The signature of the address that writes: where it stands, and when the addresses come late. */
import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { compose, mailboxOf, popupOf } from "./support/compose.ts";
import { giveAddresses } from "./support/identities.ts";
import { expect, test } from "./support/story.ts";

test("where it is chosen, the signature stands below the quote, in the draft and in the letter", async ({
  page,
  server,
}) => {
  await giveAddresses(server);
  await server.deliver({ from: "anna@pismo.localhost", subject: "A question", text: "What do you say?" });
  await page.goto(`${server.url}/settings/writing`);
  await page.getByRole("switch", { name: "Signature below the quote" }).click();
  await expect(page.getByText("The setting is saved")).toBeVisible();
  await page.goto(server.url);
  await page.getByRole("link", { name: /A question/ }).click();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  const popup = popupOf(page);
  const signature = popup.dialog.getByRole("region", { name: "Signature" });
  await expect(signature).toHaveText(/Yours/);
  await expect(popup.text).toBeFocused();
  await page.keyboard.type("Yes");
  await popup.dialog.getByRole("combobox", { name: "From", exact: true }).selectOption({ index: 2 });
  await expect(signature).toHaveText(/The post/);
  await expect(popup.text).toHaveText("Yes");
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/signature-below.png" });
  // A save that the page leaves behind would replace the draft under the click.
  await expect(popup.saved).toBeVisible();
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  await page.goto(`${server.url}/drafts?letters=all`);
  await page.getByRole("link", { name: /Re: A question/ }).click();
  await expect(signature).toHaveText(/The post/);
  await expect(popup.text).toHaveText("Yes");
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.text).toMatch(/^Yes\r?\n\r?\n.*wrote:\r?\n> What do you say\?\r?\n\r?\n-- \r?\nThe post\s*$/);
  expect(parsed.html).toMatch(/Yes.*What do you say\?.*The post/s);
});

/** Holds the answers that name the identities back. @returns lets them go */
async function holdIdentities(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route: Route) => {
    if (route.request().postData()?.includes("Identity/get")) await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test("a letter that is begun while the server is away has its signature", async ({ page, server }) => {
  await giveAddresses(server);
  const identities = page.waitForResponse(
    (response) => response.request().postData()?.includes("Identity/get") ?? false,
  );
  await page.goto(server.url);
  await identities;
  // What writes letters is fetched at the same time.
  const fetched = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  const growth = async () => {
    const before = await fetched();
    await page.waitForTimeout(500);
    return (await fetched()) - before;
  };
  await expect.poll(growth).toBe(0);
  await server.kill();
  const popup = await compose(page);
  await expect(popup.text).toHaveText("-- Yours");
});

test("addresses that come late are offered then: a new letter gets its signature, a draft has its own", async ({
  page,
  server,
}) => {
  await giveAddresses(server);
  const letGo = await holdIdentities(page);
  await page.goto(server.url);
  const popup = await compose(page);
  const choice = popup.dialog.getByRole("combobox", { name: "From", exact: true });
  await expect(popup.text).toHaveText("");
  await expect(choice).toHaveCount(0);
  letGo();
  await expect(choice.locator("option:checked")).toHaveText("You <you@pismo.localhost>");
  await expect(popup.text).toHaveText("-- Yours");
  await choice.selectOption({ label: "The shop <you+shop@pismo.localhost>" });
  await expect(popup.text).toHaveText(/^-- ?The shop, Main street$/);
  // What came by itself is no draft.
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();

  await compose(page);
  await choice.selectOption({ label: "The shop <you+shop@pismo.localhost>" });
  await popup.to.fill("anna@pismo.localhost");
  await popup.subject.fill("Hello");
  await expect(popup.saved).toBeVisible();
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  const you = await mailboxOf(server);
  await expect.poll(async () => (await you.emails("drafts")).map(({ subject }) => subject)).toEqual(["Hello"]);

  const letGoAgain = await holdIdentities(page);
  await page.goto(`${server.url}/drafts?letters=all`);
  await page.getByRole("link", { name: /Hello/ }).click();
  await expect(popup.text).toHaveText(/^-- ?The shop, Main street$/);
  await expect(choice).toHaveCount(0);
  await popup.subject.fill("Hello again");
  letGoAgain();
  await expect(choice.locator("option:checked")).toHaveText("The shop <you+shop@pismo.localhost>");
  await expect(popup.text).toHaveText(/^-- ?The shop, Main street$/);
  await popup.send.click();
  await expect(popup.dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.from).toMatchObject({ name: "The shop", address: "you+shop@pismo.localhost" });
  expect(parsed.replyTo).toMatchObject([{ address: "office@pismo.localhost" }]);
});

/** A search in the list of a label. */
import { expectAccessible } from "./support/axe.ts";
import { row, start } from "./support/house-letters.ts";
import { expect, test } from "./support/story.ts";

test("a search that is begun in the list of a label says so, and leaves it by its chip", async ({ page, server }) => {
  await start(page, server);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await client.call("Label/set", { accountId, create: { label: { name: "Trip" } } });
  const line = page.getByRole("navigation").first().getByRole("link", { name: /^Trip/ });
  await row(page, "Tickets").dragTo(line);
  await expect(line).toHaveAccessibleName(/Trip ?1/);
  await line.click();
  await expect(page).toHaveURL(/\/all\?label=/);
  await page.locator("[data-search-box]").fill("house");
  const chips = page.getByRole("list", { name: "What is searched for" });
  await expect(chips).toHaveText("Label: Trip");
  await expect(row(page, "Plan of the house")).toBeHidden();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/search-in-label.png" });
  await chips.getByRole("button", { name: "Remove “Label: Trip”" }).press("Enter");
  await expect(row(page, "Plan of the house")).toBeVisible();
  await expect(chips).toHaveCount(0);
  await expect(page).toHaveURL(/\/all\?q=house/);
  await expect(page.locator("[data-search-box]")).toBeFocused();
});

/** A double click where one click leaves the page. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

for (const name of ofToday(["Archive", "Delete"])) {
  test(`a double click on ${name} leaves the Email once, and opens nothing in the list`, async ({ page, server }) => {
    await putEmails(
      server,
      Array.from({ length: 10 }, (_, index) => ({ subject: `Number ${index}.`, keywords: ["$seen"] })),
    );
    await page.goto(`${server.url}/sent?letters=all`);
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await page.getByRole("link", { name: /Number 7\./ }).click();
    const button = page.getByRole("toolbar").getByRole("button", { name, exact: true });
    await button.dblclick();
    await expect(page.getByRole("link", { name: /Number 8\./ })).toBeVisible();
    await expect(page.getByRole("link", { name: /Number 7\./ })).toHaveCount(0);
    // A row that had been hit would open its Email, a second step lead to Sent: another round trip shows neither has.
    await page.getByRole("link", { name: /^Important/ }).click();
    await expect(page).toHaveURL(/\/important/);
    await page.goBack();
    await expect(page).toHaveURL(/\/inbox/);
  });
}

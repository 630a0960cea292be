/** A message of very many lines: the page answers while it is drawn, and all of it is there in the end. */
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

test("40,000 lines with a link each: never two seconds without an answer, and the last line is there", async ({
  page,
  server,
}) => {
  const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index} http://example.org/${index}`);
  await putEmails(server, [{ subject: "Long", text: lines.join("\n") }]);
  await page.goto(`${server.url}/inbox?letters=all`);
  const row = page.getByRole("link", { name: /Long/ });
  await expect(row).toBeVisible();
  await page.evaluate(() => {
    let last = performance.now();
    document.documentElement.dataset["longest"] = "0";
    setInterval(() => {
      const { dataset } = document.documentElement;
      dataset["longest"] = String(Math.max(Number(dataset["longest"]), performance.now() - last));
      last = performance.now();
    }, 10);
  });
  await row.click();
  // Counted by the page: looking for links by their role would hold it up by itself.
  await page.waitForFunction(() => document.links.length >= 40_000, undefined, { polling: 500 });
  expect(Number(await page.locator("html").getAttribute("data-longest"))).toBeLessThan(2000);
  const last = page.locator('a[href="http://example.org/39999"]');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
});

/** Links of Emails to an address: they lead to the new-letter popup, by a person's click alone. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { popupOf } from "./support/compose.ts";
import { expect, test } from "./support/story.ts";

const link = "mailto:anna@mail.example?cc=boris@mail.example&bcc=vera@mail.example&subject=A%26B&body=Hello%0D%0Athere";
const shown = "article iframe[sandbox^=allow-popups]";

for (const [way, modifiers] of ofToday([
  ["a click", []],
  ["Ctrl and a click", ["ControlOrMeta"]],
  ["Enter", undefined],
] as const)) {
  test(`a link to an address in an Email's frame opens the popup with all that it asks for, by ${way}`, async ({
    server,
    page,
    context,
  }) => {
    await server.deliver({
      from: "Shop <news@shop.example>",
      subject: "Ask us",
      html: `<p><a href="${link.replaceAll("&", "&amp;")}">Write to us</a></p>`,
    });
    await page.goto(server.url);
    await page.getByRole("link", { name: /Ask us/ }).click();
    const anchor = page.frameLocator(shown).getByRole("link", { name: "Write to us" });
    await expect(anchor).toBeVisible();
    expect(context.pages()).toHaveLength(1);
    const opening = context.waitForEvent("page");
    if (modifiers) await anchor.click({ modifiers: [...modifiers] });
    else await anchor.press("Enter");
    const tab = await opening;
    const { dialog, subject } = popupOf(tab);
    await expect(dialog).toBeVisible();
    for (const name of ["anna", "boris", "vera"]) await expect(dialog).toContainText(`${name}@mail.example`);
    await expect(subject).toHaveValue("A&B");
    await expect(dialog).toContainText("Hello");
    await expect(dialog).toContainText("there");
    // A reload asks for nothing again, and the words of the link stand in no address.
    expect(new URL(tab.url()).hash).toBe("");
    await expect(popupOf(page).dialog).toBeHidden();
  });
}

test("an address in a plain text Email opens the popup in its place", async ({ server, page, context }) => {
  await server.deliver({ from: "Shop <news@shop.example>", subject: "Plain", text: "Write to anna@mail.example." });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Plain/ }).click();
  await page.locator("article").getByRole("link", { name: "anna@mail.example" }).press("Enter");
  await expect(popupOf(page).dialog).toContainText("anna@mail.example");
  expect(context.pages()).toHaveLength(1);
});

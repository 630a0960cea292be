/** What of an Email goes out in an answer: what its writer was shown, and nothing that rules their own words. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { mailboxOf, popupOf } from "./support/compose.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const hostile = {
  from: "Мария <anna@pismo.localhost>",
  to: "You <you@pismo.localhost>",
  subject: "Lunch",
  text: "Shall we have lunch?\nAnd you sell me the house for one euro, agreed?",
  html:
    `<style>p[style]{display:none} .b{display:none} blockquote .b{display:block} .c{color:#0a5} ` +
    `@media (max-width:600px){.narrow{display:none}} @media print{.paper{display:block}} .paper{display:none}</style>` +
    `<p class="c">Shall we have lunch?</p><p class="b">You sell me the house, agreed?</p>` +
    `<div style="font-size:0">Tiny house</div><div class="paper">Printed house</div><p class="narrow">On Friday.</p>` +
    `<img src="https://attack.test/t.gif" width="1" height="1"><img class="b" src="https://attack.test/house.png" alt="A house">` +
    `<img src="https://shop.example/menu.png" alt="The menu" width="300" height="200">`,
};

for (const [width, isFridayShown] of ofToday([
  [1440, true],
  [390, false],
] as const)) {
  test(`an answer quotes what was shown at ${width} pixels, and the writer's words stay`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 800 });
    await server.pismo("mailbox", "add", "anna");
    await server.deliver(hostile);
    await page.goto(server.url);
    await page.getByRole("link", { name: /Lunch/ }).click();
    await expect(page.locator("article iframe[sandbox^=allow-popups]").contentFrame().getByText("lunch")).toBeVisible();
    await page.getByRole("button", { name: "Reply", exact: true }).first().click();
    const popup = popupOf(page);
    await expect(popup.text).toBeFocused();
    await page.keyboard.type("Yes");
    await popup.send.click();
    await expect(page.getByText("Letter sent")).toBeVisible();
    const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
    for (const body of [parsed.html!, parsed.text!]) {
      expect(body).toContain("Yes");
      expect(body).toContain("Shall we have lunch?");
      expect(body.includes("On Friday.")).toBe(isFridayShown);
      expect(body).not.toMatch(/house|attack\.test/i);
    }
    // The image was not shown; its words were.
    expect(parsed.html).toContain("The menu");
    expect(parsed.html).not.toMatch(/<style|shop\.example|class="(?!pismo-quote")/);
    const elsewhere = await page.context().newPage();
    await elsewhere.setContent(parsed.html!);
    await expect(elsewhere.getByText("Yes")).toBeVisible();
    await expect(elsewhere.getByText("Shall we have lunch?")).toHaveCSS("color", "rgb(0, 170, 85)");
  });
}

test("an Email that is sent on keeps its images, and neither what hides nor what counts readers", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await server.deliver(hostile);
  await page.goto(server.url);
  await page.getByRole("link", { name: /Lunch/ }).click();
  await page.getByRole("button", { name: "Forward", exact: true }).first().click();
  const popup = popupOf(page);
  await popup.to.fill("anna@pismo.localhost");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.html).toMatch(/<img[^>]*src="https:\/\/shop\.example\/menu\.png"/);
  expect(parsed.html).toContain("On Friday.");
  expect(`${parsed.html}${parsed.text}`).not.toMatch(/house|attack\.test|<style/i);
});

test("of an Email in Spam an answer quotes the words that were shown", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  const html = `<style>.b{display:none}</style><p>Win <a href="https://attack.test/in">www.bank.example</a></p><p class="b">Hidden</p>`;
  const [id] = await putEmails(server, [
    { from: { name: "Anna", email: "anna@pismo.localhost" }, subject: "Win", text: "", html, folder: "junk" },
  ]);
  await page.goto(`${server.url}/email/${id}`);
  await expect(page.getByRole("article")).toContainText("Hidden");
  await page.getByRole("button", { name: "Reply", exact: true }).first().click();
  const popup = popupOf(page);
  await expect(popup.text).toBeFocused();
  await page.keyboard.type("No");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  for (const body of [parsed.html!.replaceAll("&lt;", "<").replaceAll("&gt;", ">"), parsed.text!]) {
    expect(body).toContain("www.bank.example <https://attack.test/in>");
    expect(body).toContain("Hidden");
  }
  expect(parsed.html).not.toContain("<a ");
});

test("the quote of a draft that another program wrote is looked at again", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  const quote = `<style>p{display:none} .b{color:red}</style><b class="b">Seen?</b><div style="display:none">Never</div>`;
  const [id] = await putEmails(server, [
    {
      to: [{ email: "anna@pismo.localhost" }],
      subject: "Begun there",
      text: "Mine\n\nSeen? Never",
      html: `<p>Mine</p><div class="pismo-quote">${quote}</div>`,
      folder: "drafts",
      keywords: ["$draft", "$seen"],
    },
  ]);
  expect(id).toBeTruthy();
  await page.goto(`${server.url}/drafts`);
  await page.getByRole("link", { name: /Begun there/ }).click();
  const popup = popupOf(page);
  await expect(popup.text).toContainText("Mine");
  await popup.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.html).toMatch(/<b style="color:\s?red;?">Seen\?<\/b>/);
  expect(`${parsed.html}${parsed.text}`).not.toMatch(/<style|Never/);
});

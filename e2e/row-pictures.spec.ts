/** Rows of a list show the pictures of contacts, which come after the list and move nothing. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { cardOf, putCards } from "./support/cards.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const pictureIn = (colour: [number, number, number]): string =>
  `data:image/png;base64,${png(8, 8, colour).toString("base64")}`;
const withPicture = (uri: string) => ({ media: { m: { kind: "photo", uri } } });
const blue = pictureIn([10, 90, 200]);
const orange = pictureIn([200, 90, 10]);

const rowOf = (page: Page, subject: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: new RegExp(`, ${subject},`) }) });
const pictureOf = (row: Locator, uri: string): Locator => row.locator(`img[src="${uri}"]`);
const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

for (const width of [1440, 390]) {
  test(`they are asked for together, and stand where the initials do, ${width} px wide`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 800 });
    await putCards(server, [
      // Of two with one address the one that has a picture counts.
      cardOf("Zoe", "Bare", "zoe@mail.example"),
      cardOf("Zoe", "Miller", "Zoe@mail.example", withPicture(blue)),
      cardOf("Boris", "Akunin", "boris@mail.example"),
    ]);
    const emails = Array.from({ length: 60 }, (_, at) => ({
      subject: `Letter ${at}`,
      from: at % 2 ? { name: "Zoe", email: "zoe@mail.example" } : { name: "Other", email: `other${at}@mail.example` },
      receivedAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
    }));
    await putEmails(server, emails);
    let asked = 0;
    page.on("request", (request) => {
      if (request.postData()?.includes("zoe@mail.example")) asked += 1;
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(server.url);
    const row = rowOf(page, "Letter 59");
    const picture = pictureOf(row, blue);
    await expect(picture).toBeVisible();
    await expect(rowOf(page, "Letter 58").locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
    expect(await boxOf(picture)).toEqual(await boxOf(row.getByRole("checkbox")));
    await expectAccessible(page);
    // The rows in sight together, an address once.
    expect(asked).toBe(1);
    await row.getByRole("checkbox").check();
    await expect(picture).toBeHidden();
    await row.getByRole("checkbox").uncheck();
    await page.mouse.move(0, 0);
    await expect(picture).toBeVisible();
  });
}

test("a picture that is changed elsewhere, or removed, is so here too", async ({ page, server }) => {
  const from = { name: "Zoe", email: "zoe@mail.example" };
  await putEmails(server, [
    { subject: "Hello", from },
    { subject: "False", from, folder: "junk" },
  ]);
  await page.goto(server.url);
  const row = rowOf(page, "Hello");
  await expect(row).toBeVisible();
  // A picture that cannot be read leaves the initials, and gives way to the next one.
  const broken = "data:image/png;base64,AAAA";
  const came = page.waitForResponse(async (response) => (await response.text().catch(() => "")).includes(broken));
  await putCards(server, [cardOf("Zoe", "Miller", "zoe@mail.example", withPicture(broken))]);
  await came;
  await expect(row.locator("img")).toHaveCount(0);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { ids } = await client.call("ContactCard/query", { accountId });
  await client.call("ContactCard/set", { accountId, update: { [ids[0]!]: withPicture(blue) } });
  await expect(pictureOf(row, blue)).toBeVisible();
  // Of a letter that may be false the name says nothing.
  const navigation = page.getByRole("navigation");
  await navigation.getByRole("link", { name: "Spam" }).click();
  await expect(rowOf(page, "False")).toBeVisible();
  await expect(rowOf(page, "False").locator("img")).toHaveCount(0);
  await navigation.getByRole("link", { name: "Inbox" }).click();
  await expect(pictureOf(row, blue)).toBeVisible();
  await client.call("ContactCard/set", { accountId, update: { [ids[0]!]: withPicture(orange) } });
  await expect(pictureOf(row, orange)).toBeVisible();
  await expect(row.locator("img")).toHaveCount(1);
  await client.call("ContactCard/set", { accountId, destroy: ids });
  await expect(row.locator("img")).toHaveCount(0);
});

test("of several accounts together each has its own contacts", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await putCards(server, [cardOf("Zoe", "Miller", "zoe@mail.example", withPicture(blue))]);
  await putCards(server, [cardOf("Zoe", "Other", "zoe@mail.example", withPicture(orange))], "anna@pismo.localhost");
  const from = { name: "Zoe", email: "zoe@mail.example" };
  await putEmails(server, [{ subject: "Mine", from }]);
  await putEmails(server, [{ subject: "Hers", from }], "anna@pismo.localhost");
  await page.goto(server.url);
  await page.getByRole("navigation").getByRole("link", { name: "All inboxes" }).click();
  await expect(pictureOf(rowOf(page, "Mine"), blue)).toBeVisible();
  await expect(pictureOf(rowOf(page, "Hers"), orange)).toBeVisible();
  // So has the letter, and what is added goes there.
  await page.getByRole("link", { name: /, Hers,/ }).click();
  const main = page.getByRole("main");
  await expect(main.locator(`img[src="${orange}"]`)).toBeVisible();
  const client = await server.client("anna@pismo.localhost");
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { ids } = await client.call("ContactCard/query", { accountId });
  await client.call("ContactCard/set", { accountId, destroy: ids });
  await main.getByRole("button", { name: "Add to contacts" }).click();
  await main.getByRole("link", { name: "Contact: Zoe" }).click();
  await expect(page.getByRole("heading", { name: "Zoe", exact: true })).toBeVisible();
  expect((await client.call("ContactCard/query", { accountId })).ids).toHaveLength(1);
  // Who is written to is completed from the contacts of the account that writes.
  await putCards(server, [cardOf("Quentin", "Durward", "quentin@mail.example")]);
  await page.getByRole("navigation").getByRole("link", { name: "All inboxes" }).click();
  await expect(rowOf(page, "Mine")).toBeVisible();
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByRole("combobox", { name: "To", exact: true }).fill("Quen");
  await expect(page.getByRole("option", { name: /Quentin Durward/ })).toBeVisible();
});

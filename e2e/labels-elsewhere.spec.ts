/** Labels that another tab or client changes while a page shows them. */
import type { Id } from "@pismo/jmap";
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { mailboxOf } from "./support/compose.ts";
import { putEmails } from "./support/emails.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const row = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });

interface Labelled {
  client: Awaited<ReturnType<PismoServer["client"]>>;
  accountId: Id;
  labelId: Id;
}

/** A label with one letter. */
async function putLabelled(server: PismoServer, name: string): Promise<Labelled> {
  await putEmails(server, [
    { subject: "Plan of the house", text: "Walls", keywords: ["home"] },
    { subject: "Tickets" },
  ]);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const label = { name, keyword: "home" };
  const { created } = await client.call("Label/set", { accountId, create: { label } });
  return { client, accountId, labelId: created!["label"]!.id! };
}

for (const [lang, words] of ofToday([
  [
    "en",
    {
      name: "House",
      missing: "Label not found",
      next: "My flat",
      operator: "label",
      chips: "What is searched for",
      chip: "Label: My flat",
    },
  ],
  [
    "ru",
    {
      name: "Дом",
      missing: "Метка не найдена",
      next: "Моя квартира",
      operator: "метка",
      chips: "Что ищем",
      chip: "Метка: Моя квартира",
    },
  ],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("the list of a label that is removed elsewhere is shown again once it is back", async ({ page, server }) => {
      const { client, accountId, labelId } = await putLabelled(server, words.name);
      for (const address of [`/all?label=${labelId}`, `/inbox?read=false&label=${labelId}`]) {
        await page.goto(`${server.url}${address}`);
        await expect(row(page, "Plan of the house")).toBeVisible();
        await client.call("Label/set", { accountId, destroy: [labelId] });
        await expect(page.getByRole("heading", { name: words.missing })).toBeVisible();
        // A sync finds the list without its label.
        const inbox = page.getByRole("navigation").first().locator('a[href^="/inbox"]');
        const before = await inbox.innerText();
        await putEmails(server, [{ subject: "Something else" }]);
        await expect(inbox).not.toHaveText(before);
        const label = { id: labelId, name: words.name, keyword: "home" };
        await client.call("Label/set", { accountId, create: { label } });
        await expect(row(page, "Plan of the house")).toBeVisible();
        await expect(page.getByRole("heading", { name: words.missing })).toBeHidden();
        await expect(page).toHaveURL(`${server.url}${address}`);
      }
    });

    test("a search by a label goes on under the name that it gets elsewhere", async ({ page, server }) => {
      const { client, accountId, labelId } = await putLabelled(server, words.name);
      await page.goto(`${server.url}/all?q=${words.operator}:${words.name}`);
      await expect(row(page, "Plan of the house")).toBeVisible();
      await client.call("Label/set", { accountId, update: { [labelId]: { name: words.next } } });
      await expect(page.locator("[data-search-box]")).toHaveValue(`${words.operator}:"${words.next}"`);
      await expect(page.getByRole("list", { name: words.chips })).toHaveText(words.chip);
      await expect(row(page, "Plan of the house")).toBeVisible();
      await expect(row(page, "Tickets")).toBeHidden();
    });
  });
}

test("a group of the navigation that was folded is folded after a reload, and open once it is opened again", async ({
  page,
  server,
}) => {
  const { labelId } = await putLabelled(server, "House");
  await page.goto(`${server.url}/inbox?letters=all`);
  const nav = page.getByRole("navigation").first();
  const line = nav.locator(`a[href^="/all?label=${labelId}"]`);
  const heading = nav.getByRole("button", { name: "Labels" });
  await expect(line).toBeVisible();
  const kept = () =>
    page.waitForResponse((answer) => answer.request().postData()?.includes("Preferences/set") === true);
  await Promise.all([kept(), heading.press("Enter")]);
  await expect(line).toBeHidden();
  await page.reload();
  await expect(heading).toHaveAttribute("aria-expanded", "false");
  await expect(line).toBeHidden();
  await Promise.all([kept(), heading.press("Enter")]);
  await expect(line).toBeVisible();
  await page.reload();
  await expect(line).toBeVisible();
});

test("the address of a label opens in a browser that was not here before", async ({ page, server }) => {
  const { labelId } = await putLabelled(server, "House");
  await page.goto(`${server.url}/all?label=${labelId}`);
  await expect(row(page, "Plan of the house")).toBeVisible();
  await expect(row(page, "Tickets")).toBeHidden();
});

test("so does the address of a label of an account that is not the first", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  await server.deliver({ from: "x@mail.example", to: "anna@pismo.localhost", subject: "Plan of the house" });
  const { client, accountId, emails } = await mailboxOf(server, "anna");
  const [letter] = await emails("inbox");
  await client.call("Email/set", { accountId, update: { [letter!.id!]: { "keywords/home": true } } });
  const label = { name: "House", keyword: "home" };
  const { created } = await client.call("Label/set", { accountId, create: { label } });
  await page.goto(`${server.url}/all?label=${created!["label"]!.id}&account=${accountId}`);
  await expect(row(page, "Plan of the house")).toBeVisible();
  await page.reload();
  await expect(row(page, "Plan of the house")).toBeVisible();
});

/** Labels of an account at another server among those of all accounts, though both servers gave them the same ids. */
import { type Id, JmapClient } from "@pismo/jmap";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { row } from "./support/engine-steps.ts";
import { pismoEngine } from "./support/engines.ts";
import { addNow, dialog, fillJmapAccount } from "./support/own-account.ts";
import { expect, test } from "./support/story.ts";

interface Place {
  client: JmapClient;
  accountId: Id;
}

async function placeOf(client: JmapClient): Promise<Place> {
  return { client, accountId: Object.keys((await client.session()).accounts)[0]! };
}

/** @returns its id */
async function putLabel({ client, accountId }: Place, name: string): Promise<Id> {
  const { created } = await client.call("Label/set", { accountId, create: { label: { name } } });
  return created!["label"]!.id!;
}

async function putOn({ client, accountId }: Place, subject: string, keyword: string): Promise<void> {
  const { ids } = await client.call("Email/query", { accountId, filter: { subject } });
  const { updated } = await client.call("Email/set", {
    accountId,
    update: { [ids[0]!]: { [`keywords/${keyword}`]: true } },
  });
  expect(Object.keys(updated ?? {})).toHaveLength(1);
}

const labelsOf = async ({ client, accountId }: Place): Promise<string[]> =>
  (await client.call("Label/get", { accountId, ids: null })).list.map(({ name = "" }) => name).toSorted();

/** How many Emails have a keyword. */
const having = async ({ client, accountId }: Place, hasKeyword: string): Promise<number> =>
  (await client.call("Email/query", { accountId, filter: { hasKeyword } })).ids.length;

const line = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) });

test("labels of two servers stand together, each leads to its letters, and one name is one", async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  const engine = await pismoEngine();
  try {
    await engine.deliver("Far house", "About tulips");
    await server.deliver({ from: "Boris <boris@mail.example>", subject: "Near garden", text: "Here" });
    const there = await placeOf(
      new JmapClient({
        sessionUrl: `${engine.url}/.well-known/jmap`,
        headers: { authorization: `Bearer ${engine.password}` },
      }),
    );
    const here = await placeOf(await server.client("you@pismo.localhost"));
    expect(await putLabel(there, "House")).toBe(await putLabel(here, "Garden"));
    for (const place of [there, here]) await putLabel(place, "Both");
    await putOn(there, "Far house", "house");
    await putOn(there, "Far house", "both");
    for (const keyword of ["garden", "both"]) await putOn(here, "Near garden", keyword);
    await page.goto(server.url);
    await fillJmapAccount(page, engine);
    await addNow(page).click();
    await expect(dialog(page)).toBeHidden({ timeout: 30_000 });

    await test.step("in the navigation, with the counts of both", async () => {
      await page.goto(`${server.url}/accounts/inbox?letters=all`);
      await expect(row(page, "Far house")).toHaveAccessibleName(/labels: House, Both/);
      await expect(line(page, "Both")).toHaveCount(1);
      await expect(line(page, "Both")).toHaveAccessibleName("Both 2 unread");
      await expect(line(page, "House")).toHaveAccessibleName("House 1 unread");
      await expectAccessible(page);
      await page.screenshot({ path: "test-results/elsewhere-labels.png" });
    });

    await test.step("a line leads to its letters, and its address too", async () => {
      await line(page, "House").click();
      await expect(row(page, "Far house")).toBeVisible();
      await expect(row(page, "Near garden")).toBeHidden();
      await page.reload();
      await expect(row(page, "Far house")).toBeVisible();
      await expect(line(page, "House")).toHaveAttribute("aria-current", "page");
      await line(page, "Garden").click();
      await expect(row(page, "Near garden")).toBeVisible();
      await expect(row(page, "Far house")).toBeHidden();
      await line(page, "Both").click();
      await expect(row(page, "Far house")).toBeVisible();
      await expect(row(page, "Near garden")).toBeVisible();
    });

    await test.step("the label on the letter's page leads there too", async () => {
      await row(page, "Far house").click();
      await page.getByRole("article").getByRole("link", { name: "House" }).click();
      await expect(line(page, "House")).toHaveAttribute("aria-current", "page");
      await expect(row(page, "Far house")).toBeVisible();
    });

    await test.step("it is searched for by its name", async () => {
      await page.locator("[data-search-box]").fill("label:House");
      await page.keyboard.press("Enter");
      await expect(row(page, "Far house")).toBeVisible();
      await expect(row(page, "Near garden")).toBeHidden();
    });

    await test.step("one of both is removed from both, and comes back", async () => {
      await page.goto(`${server.url}/accounts/inbox?letters=all`);
      await expect(row(page, "Near garden")).toHaveAccessibleName(/labels: Garden, Both/);
      await line(page, "Both").locator("..").getByRole("button").click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
      await expect(line(page, "Both")).toHaveCount(0);
      const undo = page.getByRole("button", { name: "Undo", exact: true });
      await undo.focus();
      await expect.poll(async () => [await labelsOf(there), await labelsOf(here)]).toEqual([["House"], ["Garden"]]);
      await undo.click();
      await expect.poll(async () => [await having(there, "both"), await having(here, "both")]).toEqual([1, 1]);
      // The other was read on its page.
      await expect(line(page, "Both")).toHaveAccessibleName("Both 1 unread");
      await expect
        .poll(async () => [await labelsOf(there), await labelsOf(here)])
        .toEqual([
          ["Both", "House"],
          ["Both", "Garden"],
        ]);
    });
  } finally {
    await engine.stop();
  }
});

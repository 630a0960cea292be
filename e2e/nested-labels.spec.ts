/** Labels under a label that is removed, and brought back. */
import type { Page } from "@playwright/test";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

/** Home with Attic under it and Chest under that, and Work. */
async function putNested(server: PismoServer): Promise<void> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const create = {
    home: { name: "Home" },
    attic: { name: "Attic", parentId: "#home" },
    chest: { name: "Chest", parentId: "#attic" },
    work: { name: "Work" },
  };
  expect((await client.call("Label/set", { accountId, create })).notCreated).toBeNull();
}

const list = (page: Page) => page.getByRole("list", { name: "Labels" }).last();

/** The labels in their order, with how far in each stands. */
async function tree(page: Page): Promise<string[]> {
  const found = await list(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => ({ name: link.textContent, x: link.getBoundingClientRect().x })));
  const levels = [...new Set(found.map(({ x }) => x))].toSorted((one, other) => one - other);
  return found.map(({ name, x }) => `${levels.indexOf(x)} ${name}`);
}

test("labels under a removed one go up one level with their own, and Undo puts them back, in both tabs", async ({
  page,
  server,
}) => {
  await putNested(server);
  const other = await page.context().newPage();
  const both = [page, other];
  for (const each of both) await each.goto(`${server.url}/settings/labels`);
  const shows = async (expected: string[]): Promise<void> => {
    for (const each of both) await expect.poll(() => tree(each)).toEqual(expected);
  };
  const nested = ["0 Home", "1 Attic", "2 Chest", "0 Work"];
  await shows(nested);
  for (const [name, left] of [
    ["Home", ["0 Attic", "1 Chest", "0 Work"]],
    ["Attic", ["0 Home", "1 Chest", "0 Work"]],
  ] as const) {
    await list(page)
      .getByRole("button", { name: `Remove “${name}”` })
      .click();
    await shows([...left]);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await shows(nested);
    await other.reload();
    await shows(nested);
  }
  // A reload ends Undo: what went up stays there.
  await list(page).getByRole("button", { name: "Remove “Home”" }).click();
  await shows(["0 Attic", "1 Chest", "0 Work"]);
  await page.reload();
  await shows(["0 Attic", "1 Chest", "0 Work"]);
});

/** Changes labels by their names, as another program does. */
async function changeElsewhere(server: PismoServer, removed: readonly string[], moved: Record<string, string>) {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list: all } = await client.call("Label/get", { accountId, ids: null });
  const idOf = (name: string) => all.find((label) => label.name === name)!.id!;
  const update = Object.fromEntries(
    Object.entries(moved).map(([name, parent]) => [idOf(name), { parentId: idOf(parent) }]),
  );
  const destroy = removed.map(idOf);
  expect(await client.call("Label/set", { accountId, update, destroy })).toMatchObject({
    notUpdated: null,
    notDestroyed: null,
  });
}

test("Undo of a removed label leaves what was removed or moved since, and puts back all others", async ({
  page,
  server,
}) => {
  await putNested(server);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { list: all } = await client.call("Label/get", { accountId, ids: null });
  const parentId = all.find(({ name }) => name === "Home")!.id!;
  await client.call("Label/set", {
    accountId,
    create: { shed: { name: "Shed", parentId }, loft: { name: "Loft", parentId } },
  });
  await page.goto(`${server.url}/settings/labels`);
  await expect.poll(() => tree(page)).toEqual(["0 Home", "1 Attic", "2 Chest", "1 Loft", "1 Shed", "0 Work"]);
  await list(page).getByRole("button", { name: "Remove “Home”" }).click();
  await expect.poll(() => tree(page)).toEqual(["0 Attic", "1 Chest", "0 Loft", "0 Shed", "0 Work"]);
  await changeElsewhere(server, ["Attic"], { Shed: "Work" });
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect.poll(() => tree(page)).toEqual(["0 Chest", "0 Home", "1 Loft", "0 Work", "1 Shed"]);
  await expect(page.getByRole("alert")).toHaveCount(0);

  // What it stood under is gone: it comes to where that stood.
  await list(page).getByRole("button", { name: "Remove “Loft”" }).click();
  await expect.poll(() => tree(page)).toEqual(["0 Chest", "0 Home", "0 Work", "1 Shed"]);
  await changeElsewhere(server, ["Home"], {});
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect.poll(() => tree(page)).toEqual(["0 Chest", "0 Loft", "0 Work", "1 Shed"]);
  await page.reload();
  await expect.poll(() => tree(page)).toEqual(["0 Chest", "0 Loft", "0 Work", "1 Shed"]);
});

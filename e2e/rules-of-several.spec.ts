/** Rules made from a letter while all accounts are shown: they sort the letters of the account that has it. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { row } from "./support/rules.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const ANNA = "anna@pismo.localhost";

const words = {
  en: {
    more: "More",
    file: "Always file letters like this …",
    folder: "Put it into the folder",
    found: "Do this to the 2 letters found, too",
    save: "Save",
    added: "The rule is saved and sorts what arrives from now on",
    sorted: "Sorted by a rule: When the sender's address is “shop@deals.example”: put it into “Shop”.",
    rule: "Sorted by a rule:",
    rules: "Rules",
    card: "Block …",
    title: "Block a sender",
    past: "Move the 1 letter that is here, too",
    block: "Block",
    blocked: "Blocked: win@spam.example. 1 letter moved",
    undo: "Undo",
  },
  ru: {
    more: "Ещё",
    file: "Всегда раскладывать такие письма …",
    folder: "Положить в папку",
    found: "Сделать это и с 2 найденными письмами",
    save: "Сохранить",
    added: "Правило сохранено и раскладывает то, что придёт",
    sorted: "Разложено по правилу: Когда адрес отправителя «shop@deals.example»: положить в «Shop».",
    rule: "Разложено по правилу:",
    rules: "Правила",
    card: "Заблокировать …",
    title: "Заблокировать отправителя",
    past: "Переместить туда и 1 письмо, которое уже здесь",
    block: "Заблокировать",
    blocked: /Заблокировано: win@spam\.example/,
    undo: "Отменить",
  },
} as const;

async function accountOf(server: PismoServer, address?: string) {
  const client = await server.client(address);
  return { client, accountId: Object.keys((await client.session()).accounts)[0]! };
}

/** Subjects in a folder of an account. */
async function subjectsIn(server: PismoServer, address: string, folder: string): Promise<string[]> {
  const { client, accountId } = await accountOf(server, address);
  const { list: mailboxes } = await client.call("Mailbox/get", { accountId, ids: null });
  const mailbox = mailboxes.find(({ name, role }) => name === folder || role === folder)!;
  const { ids } = await client.call("Email/query", { accountId, filter: { inMailbox: mailbox.id! } });
  const { list } = await client.call("Email/get", { accountId, ids, properties: ["subject"] });
  return list.map(({ subject }) => subject!).toSorted();
}

const countScripts = async (server: PismoServer, address?: string): Promise<number> => {
  const { client, accountId } = await accountOf(server, address);
  return (await client.call("SieveScript/get", { accountId, ids: null })).list.length;
};

/** Letters of one shop in Anna's account, which has a folder for them, and another one in mine. */
async function begin(server: PismoServer): Promise<void> {
  await server.pismo("mailbox", "add", "anna");
  const { client, accountId } = await accountOf(server, ANNA);
  await client.call("Mailbox/set", { accountId, create: { shop: { name: "Shop" } } });
  const from = "Shop <shop@deals.example>";
  for (const subject of ["Sale one", "Sale two"]) await server.deliver({ from, to: ANNA, subject, text: "Cheap" });
  await server.deliver({ from, subject: "Sale of mine", text: "Cheap" });
  await server.deliver({ from: "Win <win@spam.example>", to: ANNA, subject: "You have won", text: "A car" });
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a letter's rule is its account's, with the folders and the letters of that", async ({ page, server }) => {
      await begin(server);
      await page.goto(`${server.url}/inbox?account=all&letters=all`);
      await row(page, "Sale two").click();
      await page.getByRole("toolbar").getByRole("button", { name: w.more, exact: true }).press("Enter");
      await page.getByRole("menuitem", { name: w.file }).press("Enter");
      const dialog = page.getByRole("dialog");
      const found = dialog.getByRole("checkbox", { name: w.found });
      await expect(found).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole("combobox", { name: w.folder }).selectOption({ label: "Shop" });
      await found.press("Space");
      await dialog.getByRole("button", { name: w.save }).press("Enter");
      await expect(page.getByText(w.added).first()).toBeVisible();
      await expect.poll(() => subjectsIn(server, ANNA, "Shop")).toEqual(["Sale one", "Sale two"]);
      await server.deliver({ from: "shop@deals.example", to: ANNA, subject: "Sale three", text: "Cheap" });
      await expect.poll(() => subjectsIn(server, ANNA, "Shop")).toContain("Sale three");
      expect(await countScripts(server, ANNA)).toBe(1);
      expect(await countScripts(server)).toBe(0);

      await page.goto(`${server.url}/inbox?account=all&letters=all`);
      await expect(row(page, "Sale of mine")).toBeVisible();
      await expect(row(page, "Sale one")).toHaveCount(0);
      await page.goto(`${server.url}/all?account=all`);
      await row(page, "Sale three").click();
      await expect(page.getByText(w.sorted)).toBeVisible();
      await page.getByRole("link", { name: w.rule }).press("Enter");
      await expect(page.getByRole("list", { name: w.rules, exact: true })).toContainText("shop@deals.example");
    });

    test("a sender is blocked from the card in the account of the letter, and Undo takes it back", async ({
      page,
      server,
    }) => {
      await begin(server);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${server.url}/inbox?account=all&letters=all`);
      await row(page, "You have won").click();
      await page.getByRole("button", { name: "Win", exact: true }).press("Enter");
      await page.getByRole("dialog", { name: "Win" }).getByRole("button", { name: w.card }).press("Enter");
      const dialog = page.getByRole("dialog", { name: w.title });
      await dialog.getByRole("checkbox", { name: w.past }).check();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: w.block, exact: true }).press("Enter");
      await expect(page.getByText(w.blocked).first()).toBeVisible();
      // Its focus holds the notice.
      const undo = page.getByRole("button", { name: w.undo, exact: true });
      await undo.focus();
      await expect.poll(() => subjectsIn(server, ANNA, "junk")).toEqual(["You have won"]);
      expect(await countScripts(server)).toBe(0);
      await undo.press("Enter");
      await expect.poll(() => subjectsIn(server, ANNA, "inbox")).toContain("You have won");
      await expect
        .poll(async () => {
          await server.deliver({ from: "win@spam.example", to: ANNA, subject: "Won again", text: "A boat" });
          return subjectsIn(server, ANNA, "inbox");
        })
        .toContain("Won again");
    });
  });
}

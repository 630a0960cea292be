/** The side navigation: Compose, the eight links, the folders that people make, Emails dropped on them. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { box } from "./support/measure.ts";
import { expect, test } from "./support/story.ts";

const links = {
  en: {
    compose: "Compose",
    nav: "Folders",
    names: ["Inbox", "Important", "Sent", "Drafts", "Archive", "Spam", "Trash", "New folder"],
  },
  ru: {
    compose: "Написать письмо",
    nav: "Папки",
    names: ["Входящие", "Важные", "Отправленные", "Черновики", "Архив", "Спам", "Корзина", "Новая папка"],
  },
};
const addresses = ["/inbox", "/important", "/sent", "/drafts", "/archive", "/spam", "/trash", "/"];

const nav = (page: Page) => page.getByRole("navigation", { name: "Folders" });
const link = (page: Page, name: string | RegExp) => nav(page).getByRole("link", { name });

const shadow = (target: Locator) => target.evaluate((element) => getComputedStyle(element).boxShadow);

/** Makes a folder through the interface. */
async function makeFolder(page: Page, name: string): Promise<void> {
  await link(page, "New folder").click();
  const dialog = page.getByRole("dialog", { name: "New folder" });
  await dialog.getByRole("textbox", { name: "Folder name" }).fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name })).toBeAttached();
}

async function chooseAction(page: Page, folder: string, action: string): Promise<void> {
  await link(page, folder).hover();
  await nav(page)
    .getByRole("button", { name: `Actions for folder “${folder}”` })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const { compose, names, nav: label } = links[lang];
  test.describe(lang, () => {
    test.use({ lang });
    test("Compose opens the new-letter popup; eight links, each with its icon and letters=all", async ({
      page,
      server,
    }) => {
      await page.goto(server.url);
      const side = page.getByRole("navigation", { name: label });
      await expect(side.getByRole("link")).toHaveText(names);
      for (const [index, entry] of (await side.getByRole("link").all()).entries()) {
        await expect(entry).toHaveAttribute("href", `${addresses[index]}?letters=all`);
        const icon = await box(entry.locator("svg"));
        expect(icon).toMatchObject({ width: 20, height: 20 });
        const own = await box(entry);
        // The icon's middle is the line's.
        expect(Math.abs(icon.y + 10 - (own.y + own.height / 2))).toBeLessThanOrEqual(0.5);
        expect(own.height).toBe(40);
      }
      const icons = await side
        .getByRole("link")
        .locator("svg")
        .evaluateAll((all) => all.map((one) => one.innerHTML));
      expect(new Set(icons).size).toBe(8);
      await expect(side.getByRole("link", { name: names[0]!, exact: true })).toHaveAttribute("aria-current", "page");
      for (const [index, name] of names.slice(0, 7).entries()) {
        await side.getByRole("link", { name, exact: true }).click();
        await expect(page).toHaveURL(`${server.url}${addresses[index]}?letters=all`);
        await expect(side.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
      }
      await side.getByRole("button", { name: compose, exact: true }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    });
  });
}

test("New folder is a link to /?letters=all; a plain click asks for the name, makes the folder and opens it", async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  const newFolder = link(page, "New folder");
  await expect(newFolder).toHaveAttribute("href", "/?letters=all");
  // Any other click follows the link.
  const opened = context.waitForEvent("page");
  await newFolder.click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(`${server.url}/inbox?letters=all`);
  await expect(page.getByRole("dialog")).toBeHidden();

  await newFolder.click();
  const dialog = page.getByRole("dialog", { name: "New folder" });
  const name = dialog.getByRole("textbox", { name: "Folder name" });
  const create = dialog.getByRole("button", { name: "Create" });
  await expect(name).toBeFocused();
  await create.click();
  await expect(dialog.getByRole("alert")).toHaveText("Enter a folder name");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription("Enter a folder name");
  const [field, error] = [await box(name), await box(dialog.getByRole("alert"))];
  expect(error.y).toBeGreaterThanOrEqual(field.y + field.height);
  await expectAccessible(page);
  // 255 octets.
  await name.fill("😀".repeat(64));
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("The name is too long: give a shorter one");
  await name.fill("Projects");
  await expect(dialog.getByRole("alert")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/m\d+\?letters=all$/);
  await expect(link(page, "Projects")).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  await page.reload();
  await expect(link(page, "Projects")).toBeVisible();

  await newFolder.click();
  for (const taken of ["Projects", " Projects ", "sent"]) {
    await name.fill(taken);
    await create.click();
    await expect(dialog.getByRole("alert")).toHaveText("A folder with this name already exists here");
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(newFolder).toBeFocused();
});

test("a folder that cannot be made now: the reason stands under the field, and nothing is lost", async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  await link(page, "New folder").click();
  const dialog = page.getByRole("dialog", { name: "New folder" });
  await dialog.getByRole("textbox").fill("Projects");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("No connection to the server. Nothing was changed");
  await expect(dialog.getByRole("textbox")).toHaveValue("Projects");
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(link(page, "Projects")).toHaveAttribute("aria-current", "page");
});

test("folders are a tree that can be folded; they are renamed and moved", async ({ page, server }) => {
  await page.goto(server.url);
  await makeFolder(page, "Work");
  await makeFolder(page, "Home");
  await chooseAction(page, "Work", "New folder inside");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Reports");
  await page.keyboard.press("Enter");
  await expect(link(page, "Reports")).toHaveAttribute("aria-current", "page");
  const indent = async (name: string) => (await box(link(page, name).locator("svg"))).x;
  expect(await indent("Reports")).toBe((await indent("Work")) + 16);
  await expectAccessible(page);

  await nav(page).getByRole("button", { name: "Collapse “Work”" }).click();
  await expect(link(page, "Reports")).toBeHidden();
  await nav(page).getByRole("button", { name: "Expand “Work”" }).click();
  await expect(link(page, "Reports")).toBeVisible();

  await chooseAction(page, "Work", "Rename");
  await expect(dialog.getByRole("textbox")).toHaveValue("Work");
  await dialog.getByRole("textbox").fill("Office");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(link(page, "Office")).toBeVisible();
  await expect(link(page, "Work")).toBeHidden();

  await chooseAction(page, "Office", "Move");
  // Never into itself or below.
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByText("Home", { exact: true }).click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => indent("Office")).toBe((await indent("Home")) + 16);
  await expect.poll(() => indent("Reports")).toBe((await indent("Home")) + 32);
  await page.reload();
  await expect.poll(() => indent("Office")).toBe((await indent("Home")) + 16);
});

test("a folder is deleted after a question, and its Emails go to the trash", async ({ page, server }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
  await page.goto(server.url);
  await makeFolder(page, "Garden");
  await link(page, /^Inbox/).click();
  await page.getByRole("link", { name: /Dacha/ }).dragTo(link(page, "Garden"));
  await expect(link(page, /^Garden.*1 unread/)).toBeVisible();
  await link(page, /^Garden/).click();
  await expect(page.getByRole("link", { name: /Dacha/ })).toBeVisible();

  await link(page, /^Garden/).hover();
  await nav(page).getByRole("button", { name: "Actions for folder “Garden”" }).click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete folder “Garden”?" });
  await expect(dialog).toContainText("1 letter will move to the trash.");
  await expectAccessible(page);
  // A page whose folder is gone is a 404, which React reports.
  const errors: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
  await expect(link(page, /^Garden/)).toBeHidden();
  expect(errors).toEqual([]);
  await link(page, /^Trash/).click();
  await expect(page.getByRole("link", { name: /Dacha/ })).toBeVisible();
});

test("Emails are dropped on folders, which show that they would take them", async ({ page, server }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
  await page.goto(server.url);
  const row = page.getByRole("link", { name: /Dacha/ });
  await expect(row).toBeVisible();
  await expect(link(page, /^Inbox.*1 unread/)).toBeVisible();
  const over = async (target: Locator): Promise<void> => {
    const { x, y, width, height } = await box(target);
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  };
  await over(row);
  await page.mouse.down();
  await over(link(page, "Archive"));
  await expect.poll(() => shadow(link(page, "Archive"))).toContain("inset");
  await over(link(page, "Spam"));
  await expect.poll(() => shadow(link(page, "Archive"))).toBe("none");
  await expect.poll(() => shadow(link(page, "Spam"))).toContain("inset");
  // The folder that they lie in takes nothing.
  await over(link(page, /^Inbox/));
  await expect.poll(() => shadow(link(page, "Spam"))).toBe("none");
  expect(await shadow(link(page, /^Inbox/))).toBe("none");
  await over(link(page, "Archive"));
  await page.mouse.up();
  await expect(row).toBeHidden();
  await expect.poll(() => shadow(link(page, /^Archive/))).toBe("none");
  await link(page, /^Archive/).click();
  await expect(row).toBeVisible();
});

test("beside an Email, the folder that it lies in is marked", async ({ page, server }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Dacha/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dacha" })).toBeVisible();
  await expect(link(page, /^Inbox/)).toHaveAttribute("aria-current", "true");
  const colour = await link(page, /^Inbox/).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(colour).not.toBe("rgba(0, 0, 0, 0)");
  await expect(nav(page).locator("[aria-current]")).toHaveCount(1);
});

test("a folder that is shown already is no further step on the way back", async ({ page, server }) => {
  await page.goto(`${server.url}/sent?letters=all`);
  await link(page, "Archive").click();
  await expect(page).toHaveURL(/\/archive\?letters=all$/);
  const steps = () => page.evaluate(() => window.history.length);
  const before = await steps();
  await link(page, "Archive").click();
  await link(page, "Archive").click();
  expect(await steps()).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(/\/sent\?letters=all$/);
});

test("everything is reached by Tab, in order, with a focus that is seen", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  const seen: string[] = [];
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement!;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const field = element.closest("form") && getComputedStyle(element.closest("form")!).boxShadow !== "none";
      const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
      const isSeen = (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || field === true;
      return { name, isSeen };
    });
    if (seen.includes(at.name)) break;
    seen.push(at.name);
    expect(at.isSeen, at.name).toBe(true);
    if (at.name === "Settings") break;
  }
  expect(seen).toEqual([
    "Skip to content",
    "Pismo: inbox",
    "Search letters",
    "Go to a date",
    "Search by fields",
    "Filter",
    "Account you@pismo.localhost",
    "Compose",
    ...links.en.names,
    "Settings",
  ]);
  await page.keyboard.press("Home");
  await link(page, "Sent").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${server.url}/sent?letters=all`);
});

/** The dialog that adds an account with servers of its own, and the menu that it opens from. */
import { expect, type Page } from "@playwright/test";
import type { Engine } from "./engines.ts";
import { worldPassword } from "./mail-world.ts";

export const dialog = (page: Page) => page.getByRole("dialog");
export const menuButton = (page: Page) => page.getByRole("button", { name: /^Account / });

export async function openAdd(page: Page): Promise<void> {
  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Add account" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Add account" })).toBeVisible();
}

/** Name, address and password; then what was found is added. */
export async function addFound(page: Page, user: string): Promise<void> {
  await openAdd(page);
  await dialog(page).getByLabel("Your name").fill(`${user} Test`);
  await dialog(page).getByLabel("Email address").fill(`${user}@mail.test`);
  await dialog(page).getByLabel("Password").fill(worldPassword);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByRole("region", { name: "Servers found" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

/** The address of the account at a JMAP server. */
export const jmapAccount = "ann@engine.example";

export async function fillJmapAccount(page: Page, engine: Engine, password = engine.password): Promise<void> {
  await openAdd(page);
  await dialog(page).getByLabel("Your name").fill("Ann Test");
  await dialog(page).getByLabel("Email address").fill(jmapAccount);
  await dialog(page).getByLabel("Password").fill(password);
  await dialog(page).getByRole("button", { name: "Enter servers manually" }).click();
  await dialog(page).getByRole("combobox", { name: "Protocol" }).selectOption("JMAP");
  await dialog(page).getByRole("textbox", { name: "User name" }).fill(engine.name);
  await dialog(page).getByRole("textbox", { name: "JMAP server" }).fill(engine.url);
}

export const addNow = (page: Page) => dialog(page).getByRole("button", { name: "Add", exact: true });

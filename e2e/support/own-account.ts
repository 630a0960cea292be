/** The dialog that adds an account with servers of its own, and the menu that it opens from. */
import { expect, type Page } from "@playwright/test";
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

/** Three letters about a house: what is labelled and searched for in stories. */
import { expect, type Locator, type Page } from "@playwright/test";
import { putEmails } from "./emails.ts";
import type { PismoServer } from "./server.ts";

export const row = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });

export async function start(page: Page, server: PismoServer): Promise<void> {
  await putEmails(server, [
    { subject: "Plan of the house", text: "Walls and a roof" },
    { subject: "Tickets", text: "Two of them" },
    { subject: "Old roof", folder: "archive", text: "It leaks" },
  ]);
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(row(page, "Tickets")).toBeVisible();
}

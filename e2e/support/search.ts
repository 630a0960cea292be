/** What the stories of search look for, and in what. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./story.ts";
import { type GivenEmail, putEmails } from "./emails.ts";
import type { PismoServer } from "./server.ts";

export const link = (page: Page, subject: string): Locator => page.getByRole("link", { name: new RegExp(subject) });
export const box = (page: Page): Locator => page.getByRole("combobox", { name: /Search|Поиск/ });
export const subjects = async (page: Page): Promise<string[]> => {
  const names = await page.locator("[data-letter]").evaluateAll((rows) => rows.map((row) => row.getAttribute("href")));
  return names.map((href) => new URL(href ?? "", "http://a").searchParams.get("title") ?? "");
};

export const emails: GivenEmail[] = [
  { subject: "Поездка", text: "Билеты на поезд куплены", receivedAt: new Date("2024-05-16T09:00:00Z") },
  { subject: "Отчёт", from: { name: "Борис", email: "boris@mail.example" }, text: "Билеты проданы" },
  { subject: "Старые планы", folder: "archive", text: "Билеты не нужны", keywords: ["$seen"] },
  { subject: "Выигрыш", folder: "junk", text: "Билеты бесплатно" },
  { subject: "Выброшено", folder: "trash", text: "Билеты просрочены" },
  {
    subject: "Накладная",
    text: "см. файл",
    files: [{ name: "Накладная.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.4") }],
  },
];

export async function start(page: Page, server: PismoServer): Promise<void> {
  await putEmails(server, emails);
  await page.goto(`${server.url}/inbox?letters=all`);
  await expect(link(page, "Накладная")).toBeVisible();
}

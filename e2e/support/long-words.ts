/** A message of endless words, which has to fit on a screen. */
import type { Locator, Page } from "@playwright/test";
import { png } from "./images.ts";
import type { PismoServer } from "./server.ts";

export const longWordsRow = (page: Page): Locator => page.getByRole("main").getByRole("link", { name: /Donau/ });

export async function deliverLongWords(server: PismoServer): Promise<void> {
  await server.deliver({
    from: `"${"Очень длинное имя ".repeat(8)}" <a@mail.example>`,
    subject: "Donaudampfschifffahrtsgesellschaftskapitän".repeat(5),
    text: "x".repeat(500),
    html: `<p>${"x".repeat(500)}</p><table width="2000"><tr><td>wide</td></tr></table>`,
    attachments: [{ filename: `${"very-long-name-".repeat(12)}.png`, content: png(20, 20, [1, 2, 3]) }],
  });
}

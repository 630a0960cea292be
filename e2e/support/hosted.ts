/** A server for several people, who have their mail at example.org. */
import { expect, type Page } from "@playwright/test";

/** Settings of a server whose people sign in to the mail server at that port. */
export const hostedAt = (imapPort: number): Record<string, string> => ({
  PISMO_MODE: "hosted",
  PISMO_IMAP_URL: `imap://127.0.0.1:${imapPort}`,
  PISMO_DOMAIN: "example.org",
});

/** Signs in on the page, in either language. */
export async function enter(page: Page, url: string, password: string, name = "ann@example.org"): Promise<void> {
  await page.goto(url);
  await page.getByRole("textbox", { name: /^(?:Name or address|Имя или адрес)$/ }).fill(name);
  await page.getByLabel(/^(?:Password|Пароль)$/).fill(password);
  await page.keyboard.press("Enter");
  // The address of the sign-in names the inbox too, encoded.
  await expect(page).toHaveURL(/\/inbox/);
}

/** What the stories of rules have in common: a letter's row, and changes that the server must have. */
import type { Page } from "@playwright/test";

export const row = (page: Page, subject: string) => page.getByRole("link", { name: new RegExp(subject) });

/** Does something that is shown at once, and waits until the server has it. */
export async function stored(page: Page, act: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse((each) => each.request().postData()?.includes("SieveScript/set") === true);
  await act();
  await response;
}

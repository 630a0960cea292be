import type { Page } from "@playwright/test";

/** @param own the origin of the server @returns requests to other hosts, and questions that a script asks, as they come */
export function watchPage(page: Page, own: string): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== own) seen.push(request.url());
  });
  page.on("dialog", (dialog) => {
    seen.push(dialog.message());
    void dialog.dismiss();
  });
  return seen;
}

/** A server with its own language, theme, name and logo: seen until a person chooses others. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "@playwright/test";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { createServerFor, type PismoServer } from "./support/server.ts";

const secret = "pässword-17";
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#0a7d3c"/></svg>';

// Without the languages and themes that the other stories store.
const test = base.extend<{ dovecot: Dovecot; server: PismoServer }>({
  dovecot: fixture(
    () => startDovecot({ password: secret }),
    (dovecot) => dovecot.stop(),
  ),
  server: async ({ dovecot }, provide) => {
    const file = join(mkdtempSync(join(tmpdir(), "pismo-brand-")), "logo.svg");
    writeFileSync(file, logo);
    const server = await createServerFor({
      ...hostedAt(dovecot.port),
      PISMO_LANGUAGE: "en",
      PISMO_THEME: "dark",
      PISMO_NAME: "Post of the university",
      PISMO_LOGO: file,
    });
    await provide(server);
    await server.remove();
  },
});

test.skip(!canRunDovecot, "Dovecot is not installed");

for (const width of [1440, 390]) {
  test(`name, logo and defaults are the administrator's, until a person chooses: ${width}`, async ({
    page,
    server,
  }) => {
    const blocked: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && message.text().includes("Content Security Policy"))
        blocked.push(message.text());
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(server.url);
    await expect(page.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();
    await expect(page).toHaveTitle(/Post of the university$/);
    await expect(page.getByText("Post of the university")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.locator("meta[name='theme-color']")).toHaveAttribute("content", "#232324");
    const picture = page.locator("img[src^='/brand/logo-']");
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/brand-sign-in-${width}.png` });

    await enter(page, server.url, secret);
    await expect(page.getByText("No letters", { exact: true })).toBeVisible();
    await expect(page).toHaveTitle("Inbox – Post of the university");
    await expect(page.getByRole("link", { name: "Post of the university: inbox" })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/brand-inbox-${width}.png` });

    // What a person has chosen wins.
    await page.evaluate(() => {
      localStorage.setItem("theme", "white");
      localStorage.setItem("lang", "ru");
    });
    await page.goto(`${server.url}/inbox?letters=all`);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "white");
    await expect(page.locator("meta[name='theme-color']")).toHaveAttribute("content", /^#fff(fff)?$/);
    await expect(page).toHaveTitle("Входящие – Post of the university");
    expect(blocked).toEqual([]);
  });
}

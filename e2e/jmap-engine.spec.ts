/** The mail of a JMAP server that is not ours: Pismo stands in front of it and stores none. */
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { cyrusEngine, type Engine, pismoEngine } from "./support/engines.ts";
import { row, useEngine } from "./support/engine-steps.ts";
import { createServerFor } from "./support/server.ts";
import { expect, test } from "./support/story.ts";
import type { Page } from "@playwright/test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAuthorizationServer } from "../packages/server/test/servers/authorization-server.ts";
import { startIntrospectingProxy } from "../packages/server/test/servers/introspecting-proxy.ts";
import { expectAccessible } from "./support/axe.ts";

const engines = [
  { behind: "a second Pismo", start: pismoEngine, canRun: true },
  { behind: "Cyrus", start: cyrusEngine, canRun: canRunCyrus },
];

async function enter(page: Page, { name, password }: Engine): Promise<void> {
  const [nameField, passwordField] = [
    page.getByRole("textbox", { name: "Name or address" }),
    page.getByLabel("Password"),
  ];
  await nameField.fill(name);
  await passwordField.fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("The name or the password is wrong");
  await passwordField.fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/inbox/);
}

for (const { behind, start, canRun } of engines) {
  test(`in front of ${behind}: a person signs in, reads, sorts, searches, writes and sends`, async ({ page }) => {
    test.skip(!canRun, `${behind} is not installed`);
    test.setTimeout(120_000);
    const engine = await start();
    const server = await createServerFor({ PISMO_MODE: "hosted", PISMO_JMAP_URL: engine.url });
    try {
      await engine.deliver("First of all", "About tulips");
      await engine.deliver("Second of all", "About orchids");

      await test.step("a wrong password is refused, the right one lets in", async () => {
        await page.goto(server.url);
        await expect(page).toHaveURL(/\/sign-in/);
        await enter(page, engine);
        await expect(row(page, "First of all")).toBeVisible();
      });

      await useEngine(page, engine, server.url);

      await test.step("who signs out leaves nothing", async () => {
        await page.getByRole("button", { name: /^Account/ }).click();
        await page.getByRole("menuitem", { name: "Sign out" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Sign in to your mail" })).toBeVisible();
      });
    } finally {
      await server.remove();
      await engine.stop();
    }
  });
}

test("people sign in with the provider whose tokens the engine takes, and again when it has ended them", async ({
  page,
}) => {
  const authority = await startAuthorizationServer();
  const proxy = await startIntrospectingProxy(authority.introspection);
  const engine = await pismoEngine({ PISMO_PUBLIC_URL: proxy.url });
  proxy.behind = { engineUrl: engine.url, tokens: { "ann@example.org": engine.password } };
  const folder = await mkdtemp(join(tmpdir(), "pismo-providers-"));
  const file = join(folder, "providers.json");
  const entry = { name: "Example Mail", issuer: authority.issuer, clientId: "pismo", jmap: proxy.url };
  const scopes = ["openid", "offline_access"];
  await writeFile(file, JSON.stringify([{ ...entry, clientSecret: "the client's secret", scopes }]));
  const server = await createServerFor({
    PISMO_MODE: "hosted",
    PISMO_JMAP_URL: proxy.url,
    PISMO_OAUTH_FILE: file,
  });
  const button = page.getByRole("button", { name: "Sign in with Example Mail" });
  try {
    await engine.deliver("First of all", "About tulips");
    await test.step("the page offers the provider in place of name and password, in either language", async () => {
      await page.goto(server.url);
      await expect(button).toBeVisible();
      await expect(page.getByLabel("Password")).toBeHidden();
      await expectAccessible(page);
      await page.evaluate(() => localStorage.setItem("lang", "ru"));
      await page.reload();
      await expect(page.getByRole("button", { name: "Войти через Example Mail" })).toBeVisible();
      await page.evaluate(() => localStorage.setItem("lang", "en"));
      await page.reload();
    });

    await test.step("who has signed in there sees the list and opens a letter", async () => {
      await button.click();
      await page.getByPlaceholder("Enter any login").fill("ann@example.org");
      await page.getByPlaceholder("and password").fill("x");
      await page.getByRole("button", { name: "Sign-in" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(row(page, "First of all")).toBeVisible();
      await row(page, "First of all").click();
      await expect(page.getByRole("article").getByText("About tulips")).toBeVisible();
    });

    await test.step("a token that has ended is renewed and the person notices nothing", async () => {
      await authority.revokeAccessTokens("ann@example.org");
      await page.getByRole("link", { name: /^Archive/ }).click();
      await page.getByRole("link", { name: /^Inbox/ }).click();
      await engine.deliver("Second of all", "About orchids");
      await expect(row(page, "Second of all")).toBeVisible();
      await expect.poll(() => authority.grants).toContain("refresh_token");
    });

    await test.step("a grant that has ended asks for a sign-in", async () => {
      await authority.revokeAll("ann@example.org");
      await page.reload();
      await expect(button).toBeVisible();
    });
  } finally {
    await server.remove();
    await engine.stop();
    await proxy.close();
    await authority.close();
    await rm(folder, { recursive: true });
  }
});

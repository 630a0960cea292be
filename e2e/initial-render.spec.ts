/** What is drawn before the client is there: the same that the client draws, and nothing that is not known. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const initialRender = "[data-initial-render]";
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const file = { name: "a.png", type: "image/png", content: Buffer.from("x") };

/** Emails and folders with all that a row or a line can show. @returns the id of a folder that people made */
async function fill(server: PismoServer): Promise<string> {
  await putEmails(server, [
    { subject: "Unread", receivedAt: hoursAgo(1) },
    { subject: "Read", receivedAt: hoursAgo(2), keywords: ["$seen"] },
    { subject: "Flagged", receivedAt: hoursAgo(3), keywords: ["$seen", "$flagged"] },
    { subject: "Important", receivedAt: hoursAgo(30), keywords: ["$important"] },
    { subject: "With a file", receivedAt: hoursAgo(40), files: [file] },
    { receivedAt: hoursAgo(50), from: null, text: "" },
    { subject: "exe.\u202egpj", receivedAt: hoursAgo(60), from: { name: "Анна \u202e", email: "a@b.example" } },
    { subject: "Long ago ".repeat(20), receivedAt: hoursAgo(24 * 800), from: { email: "only@address.example" } },
    ...Array.from({ length: 30 }, (_, index) => ({ subject: `Letter ${index}`, receivedAt: hoursAgo(100 + index) })),
    { subject: "Sent", folder: "sent", to: [{ name: "Boris", email: "b@c.example" }, { email: "c@d.example" }] },
    { subject: "Draft", folder: "drafts", keywords: ["$draft", "$seen"], to: [] },
  ]);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { created } = await client.call("Mailbox/set", {
    accountId,
    create: {
      outer: { name: "Work" },
      inner: { name: "Letters that have a long name and more", parentId: "#outer" },
      last: { name: "Дом" },
    },
  });
  const { id = "" } = created!["inner"]!;
  const { ids } = await client.call("Email/query", { accountId, filter: { subject: "Letter" }, limit: 3 });
  const update = Object.fromEntries(ids.map((each) => [each, { mailboxIds: { [id]: true } }]));
  await client.call("Email/set", { accountId, update });
  const { ids: found } = await client.call("Email/query", { accountId, filter: { subject: "Read" }, limit: 1 });
  await client.call("Email/set", { accountId, update: { [found[0]!]: { "keywords/$orders": true } } });
  return id;
}

/** Until `free` is called, the client's code does not come; and no answer ever does. */
async function holdClient(page: Page): Promise<() => void> {
  let free: (() => void) | undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  const code = /\/assets\/client-[\w-]+\.js$/;
  await page.route(code, async (route) => {
    await freed;
    await route.fallback().catch(() => undefined);
  });
  // What comes with an answer is not what stood at first.
  await page.route(/\/(?:jmap|\.well-known)\//, () => undefined);
  return () => free?.();
}

const rowsOf = (page: Page) => page.waitForFunction(() => document.querySelector("[data-letter]") !== null);

/** Every piece of text that can be seen, where it stands. */
const textIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.querySelector("#root")!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { x, y, width, height } = range.getBoundingClientRect();
      const isSeen = node.parentElement?.checkVisibility({ visibilityProperty: true }) === true;
      const isHidden =
        node.parentElement?.closest(".visually-hidden, a[href='#content'], [inert]:not([data-initial-render])") !==
        null;
      // The client draws rows beyond the edge of the list too.
      const { top, bottom } = (
        node.parentElement!.closest("ul")?.parentElement ?? document.body
      ).getBoundingClientRect();
      if (!isSeen || isHidden || width <= 1 || y >= bottom || y + height <= top) continue;
      texts.push(`${node.textContent} ${[x, y, width, height].map((each) => Math.round(each * 10) / 10).join(" ")}`);
    }
    return texts.sort();
  });

/** Of what is painted in parts, Chromium rounds the edges otherwise: the whole page is painted at once. */
const paintWhole = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    document.body.style.visibility = "hidden";
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    document.body.style.visibility = "";
  });

async function expectSame(page: Page, free: () => void): Promise<void> {
  await expect(page.locator(initialRender)).toBeAttached();
  await paintWhole(page);
  const [text, pixels] = [await textIn(page), await page.screenshot()];
  expect(text.length).toBeGreaterThan(5);
  free();
  await rowsOf(page);
  await expect(page.locator(initialRender)).toHaveCount(0);
  expect(await textIn(page)).toEqual(text);
  await paintWhole(page);
  expect(Buffer.compare(await page.screenshot(), pixels)).toBe(0);
}

for (const [width, theme, lang] of ofToday([
  [1440, "white", "en"],
  [899, "anime", "ru"],
  [390, "dark", "en"],
] as const)) {
  test.describe(`at ${width} px`, () => {
    test.use({ theme, lang, viewport: { width, height: 800 } });

    test("it is what the client draws, in any folder", async ({ page, server, context }) => {
      const folder = await fill(server);
      for (const path of ["/inbox?letters=all", "/", "/sent", "/drafts?letters=all", `/${folder}`]) {
        const free = await holdClient(page);
        await page.goto(server.url + path);
        await expectSame(page, free);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await context.clearCookies();
      }
    });

    test("a reload has it where the list was left, and as it is narrowed", async ({ page, server }) => {
      await fill(server);
      await page.goto(`${server.url}/inbox?read=false`);
      await expect(page.locator("[data-letter]").first()).toBeAttached();
      await page.locator("ul:has([data-letter])").evaluate((list) => list.parentElement!.scrollTo(0, 333));
      await page.waitForTimeout(300);
      const free = await holdClient(page);
      await page.reload();
      await expectSame(page, free);
    });
  });
}

test("the account in the address has its own, and so have all of them together", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  for (const [to, subject] of [
    ["you", "Mine"],
    ["anna", "Hers"],
  ] as const)
    await server.deliver({ from: "zoe@mail.example", to: `${to}@pismo.localhost`, subject, text: subject });
  const client = await server.client("anna@pismo.localhost");
  const anna = Object.keys((await client.session()).accounts)[0]!;
  for (const [account, subjects] of [
    [anna, ["Hers"]],
    ["all", ["Hers", "Mine"]],
  ] as const) {
    const free = await holdClient(page);
    await page.goto(`${server.url}/inbox?letters=all&account=${account}`);
    const rows = page.locator(`${initialRender} [data-letter]`);
    const shown = (): Promise<(string | null)[]> =>
      page
        .locator("[data-letter]")
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).search));
    await expect(rows).toHaveCount(subjects.length);
    const addresses = subjects.map((subject) => `?title=${subject}&account=${account}`);
    expect(await shown()).toEqual(addresses);
    free();
    await expect(page.locator(initialRender)).toHaveCount(0);
    expect(await shown()).toEqual(addresses);
    await page.screenshot({ path: `test-results/initial-${account === "all" ? "all" : "other"}.png` });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});

test("its rows become the list's own, without being drawn again", async ({ page, server }) => {
  await fill(server);
  const expectTaken = async (load: () => Promise<unknown>): Promise<void> => {
    const free = await holdClient(page);
    await load();
    await expect(page.locator(initialRender)).toBeAttached();
    const row = await page.locator("[data-letter]").first().elementHandle();
    free();
    await expect(page.locator(initialRender)).toHaveCount(0);
    expect(await row.evaluate((element) => element.isConnected)).toBe(true);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  };
  await expectTaken(() => page.goto(server.url));
  await expectTaken(() => page.goto(`${server.url}/sent`));
  await page.goto(`${server.url}/inbox?read=false`);
  await expect(page.getByRole("link", { name: /^Unread, Anna, Unread/ })).toBeVisible();
  await expectTaken(() => page.reload());
});

test("nobody can press it, reach it or hear of it", async ({ page, server }) => {
  await fill(server);
  const free = await holdClient(page);
  await page.goto(server.url);
  await expect(page.locator(initialRender)).toBeVisible();
  await expect(page.getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  free();
  await rowsOf(page);
  await expect(page).toHaveURL(/\/inbox/);
  await expect(page.getByRole("link", { name: /^Unread, Anna, Unread/ })).toBeVisible();
});

test("the last click on it is for what comes to stand at its place", async ({ page, server }) => {
  await fill(server);
  const free = await holdClient(page);
  await page.goto(server.url);
  await expect(page.locator(initialRender)).toBeVisible();
  for (const text of ["Flagged", "Archive"]) {
    const { x, y } = (await page.locator(initialRender).getByText(text).first().boundingBox())!;
    await page.mouse.click(x + 20, y + 5);
  }
  free();
  await expect(page).toHaveURL(`${server.url}/archive?letters=all`);
});

test("it is not drawn where something else will stand", async ({ page, server }) => {
  const [id = ""] = await putEmails(server, [{ subject: "One" }]);
  for (const path of [
    `/email/${id}`,
    "/outbox",
    "/sign-in",
    "/nowhere",
    "/archive",
    "/inbox?q=One",
    "/inbox?files=true",
  ]) {
    const free = await holdClient(page);
    await page.goto(server.url + path);
    await page.waitForTimeout(200);
    await expect(page.locator(initialRender), path).toHaveCount(0);
    // The client has come to its page, whatever that is, before the next is opened.
    const came = page.waitForResponse(/\/assets\/client-/);
    free();
    await came;
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});

test("a first page has its Emails without a question; a change that it missed comes after", async ({
  page,
  server,
}) => {
  await putEmails(server, [{ subject: "Stands at once" }]);
  await page.route(/\/(?:jmap|\.well-known)\//, () => undefined);
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /Stands at once/ })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await server.deliver({ from: "friend@b.example", subject: "Came later", text: "Text" });
  await expect(page.getByRole("link", { name: /Came later/ })).toBeVisible();
});

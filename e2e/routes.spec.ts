/** Addresses: what each shows, what is fetched for it, and where errors end. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    page: "Page not found",
    folder: "Folder not found",
    email: "Letter not found",
    method: "Method not allowed",
    version: "There is a new version",
    home: "To the inbox",
  },
  ru: {
    page: "Страница не найдена",
    folder: "Папка не найдена",
    email: "Письмо не найдено",
    method: "Так сюда обратиться нельзя",
    version: "Вышла новая версия",
    home: "Во входящие",
  },
};

test("the root leads to /inbox?letters=all and keeps nothing else", async ({ page, server }) => {
  await page.goto(`${server.url}/?q=dacha&read=false#x`);
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
  await page.goto(`${server.url}/?letters=all`);
  await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
});

test("every folder has its address, which survives a reload", async ({ page, server }) => {
  for (const [folder, name] of [
    ["inbox", "Inbox"],
    ["important", "Important"],
    ["sent", "Sent"],
    ["drafts", "Drafts"],
    ["archive", "Archive"],
    ["spam", "Spam"],
    ["trash", "Trash"],
  ] as const) {
    await page.goto(`${server.url}/${folder}?letters=all`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeAttached();
    await expect(page).toHaveTitle(`${name} – Pismo`);
    await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Trash" })).toBeAttached();
});

test("the list and the Email are pieces of code of their own, each fetched when it is wanted", async ({
  page,
  server,
}) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Dacha", text: "Pears" });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  const list = /\/assets\/EmailListPage-[\w-]+\.js$/;
  const email = /\/assets\/EmailPage-[\w-]+\.js$/;

  await page.route(email, (route) => route.abort());
  await page.goto(`${server.url}/inbox?letters=all`);
  const row = page.getByRole("link", { name: /Dacha/ });
  await expect(row).toBeVisible();
  expect(scripts.filter((path) => list.test(path))).toHaveLength(1);
  const address = await row.getAttribute("href");
  await page.unroute(email);

  scripts.length = 0;
  await page.route(list, (route) => route.abort());
  await page.goto(server.url + address);
  await expect(page.getByRole("heading", { level: 1, name: "Dacha" })).toBeVisible();
  expect(scripts.filter((path) => email.test(path))).toHaveLength(1);
});

for (const lang of ofToday(["en", "ru"] as const)) {
  const say = words[lang];
  test.describe(lang, () => {
    test.use({ lang });

    test("an unknown folder, an unknown route and a deleted Email lead to the error page, and it leads home", async ({
      page,
      server,
    }) => {
      await server.deliver({ from: "Anna <anna@mail.example>", subject: "Gone soon", text: "text" });
      await page.goto(server.url);
      await page.getByRole("link", { name: /Gone soon/ }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Gone soon" })).toBeVisible();
      const address = page.url().slice(server.url.length);
      const client = await server.client();
      const accountId = Object.keys((await client.session()).accounts)[0]!;
      await client.call("Email/set", { accountId, destroy: [address.split(/[/?]/)[2]!] });

      for (const [path, title, message] of [
        ["/nowhere?letters=all", say.folder, '404 Not Found: Nothing found at "/nowhere"'],
        ["/a/b/c", say.page, '404 Not Found: No route matches URL "/a/b/c"'],
        [address, say.email, /^404 Not Found: Nothing found at "\/email\/e\d+"$/],
        ["/email/e999?title=x", say.email, '404 Not Found: Nothing found at "/email/e999"'],
        ["/email/a.b?title=x", say.email, '404 Not Found: Nothing found at "/email/a.b"'],
        ["/inbox.html", say.folder, '404 Not Found: Nothing found at "/inbox.html"'],
      ] as const) {
        await page.goto(server.url + path);
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        await expect(page.getByText("404", { exact: true })).toBeVisible();
        await expect(page.getByText(message)).toBeVisible();
        await expect(page).toHaveTitle(`${title} – Pismo`);
        await expectAccessible(page);
        await page.getByRole("link", { name: say.home }).click();
        await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
        await expect(page.getByRole("main")).toBeVisible();
      }
    });

    test("a form that is sent to a page meets the router's 405", async ({ page, server }) => {
      const pattern = `${server.url}/inbox`;
      await page.route(pattern, (route) => route.continue({ method: "POST" }));
      await page.goto(pattern);
      await expect(page.getByRole("heading", { level: 1, name: say.method })).toBeVisible();
      await expect(page.getByText("405", { exact: true })).toBeVisible();
      await expect(page.getByText(/^405 Method Not Allowed: .*"\/inbox"/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: say.home }).click();
      await expect(page).toHaveURL(`${server.url}/inbox?letters=all`);
      await expect(page.getByRole("heading", { level: 1, name: say.method })).toBeHidden();
    });

    test("a page whose code the server does not have any more leads to the error page", async ({ page, server }) => {
      await page.route(/\/assets\/EmailListPage-/, (route) => route.fulfill({ status: 404, body: "" }));
      await page.goto(server.url);
      await expect(page.getByRole("heading", { level: 1, name: say.version })).toBeVisible();
      await expect(page.getByRole("link", { name: say.home })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test.describe("dark", () => {
  test.use({ theme: "dark" });
  test("the error page without a shell has the theme", async ({ page, server }) => {
    await page.goto(`${server.url}/a/b/c`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(255, 255, 255)");
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(25, 25, 26)");
    await page.setViewportSize({ width: 320, height: 480 });
    await expect(page.getByRole("link", { name: "To the inbox" })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

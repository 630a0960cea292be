/**
 * Screenshots of every screen: `node scripts/screenshots.mjs [FOLDER] [PART OF A NAME …]`.
 * A server of its own with the sample messages; Russian and English, white and dark, four widths.
 * `themes` among the names makes inbox, letter, settings and compose in every theme instead.
 * With --readme only the screenshot of the README is made.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "./debian-packages.mjs";
import { pinnedNode, run } from "./runtime.mjs";

const args = process.argv.slice(2);
const forReadme = args.includes("--readme");
const [folder = ".tmp/screenshots", ...wanted] = args.filter((arg) => !arg.startsWith("--"));
const port = 18025;
const url = `http://127.0.0.1:${port}`;

const widths = { wide: [1440, 900], collapsed: [899, 800], phone: [390, 844], small: [320, 640] };

/** The page hears clicks and keys once the client has taken over the initial render. */
async function open(page, path) {
  await page.goto(url + path);
  await page.waitForFunction(() => document.querySelector("[data-initial-render]") === null);
}

/** On narrow screens the navigation is behind a button. */
async function openFolders(page, below) {
  if (page.viewportSize().width >= below) return;
  await page.getByRole("button", { name: /^(Открыть папки|Open folders)/ }).click();
  await page.getByRole("dialog").waitFor();
}

/** Each screen: a name and how to get there. */
const screens = {
  inbox: (page) => open(page, `/inbox?letters=all`),
  drafts: (page) => open(page, `/drafts?letters=all`),
  empty: (page) => open(page, `/inbox?q=zzzzzzzz`),
  noFolder: (page) => open(page, `/nowhere?letters=all`),
  noRoute: (page) => open(page, `/no/such/page`),
  async letter(page) {
    await open(page, `/inbox?letters=all`);
    await page.locator("main a[href^='/email/']").nth(1).click();
    await page.locator("article").waitFor();
  },
  async attachments(page) {
    await open(page, `/inbox?files=true`);
    await page.locator("main a[href^='/email/']").first().click();
    await page.locator("h1").waitFor();
  },
  async filter(page) {
    await open(page, `/inbox?letters=all`);
    await page.getByRole("button", { name: /^(Фильтр|Filter)/ }).click();
  },
  async filters(page) {
    await open(page, `/inbox?read=false&files=true`);
    await page.getByRole("button", { name: /^(Фильтры|Filters)/ }).click();
  },
  async settings(page) {
    await open(page, `/inbox?letters=all`);
    await openFolders(page, 600);
    await page.getByRole("button", { name: /^(Настройки|Settings)/ }).click();
  },
  async language(page) {
    await screens.settings(page);
    await page.getByRole("button", { name: /^(Язык|Language)/ }).click();
  },
  async folders(page) {
    await open(page, `/inbox?letters=all`);
    await openFolders(page, 900);
  },
  async newFolder(page) {
    await screens.folders(page);
    await page.getByRole("link", { name: /^(Новая папка|New folder)/ }).click();
    await page.keyboard.press("Enter");
  },
  async accounts(page) {
    await open(page, `/inbox?letters=all`);
    await page.getByRole("button", { name: /^(Аккаунт|Account)/ }).click();
  },
  async shortcuts(page) {
    await open(page, `/inbox?letters=all`);
    await page.locator("main a[href^='/email/']").first().waitFor();
    await page.keyboard.press("?");
  },
  async compose(page) {
    await open(page, `/inbox?letters=all`);
    await page.locator("main a[href^='/email/']").first().waitFor();
    await page.keyboard.press("c");
    await page.getByRole("dialog").waitFor();
  },
  async reply(page) {
    await screens.letter(page);
    await page
      .getByRole("button", { name: /^(Ответить|Reply)$/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
  },
};

const dataDir = mkdtempSync(join(tmpdir(), "pismo-screenshots-"));
if (run("npm", ["run", "--silent", "build"]) !== 0) process.exit(1);
const server = spawn(pinnedNode(), ["packages/server/src/main.ts", "serve"], {
  env: { ...process.env, PISMO_PORT: String(port), PISMO_SMTP_PORT: "0", PISMO_DATA_DIR: dataDir },
  stdio: ["ignore", "ignore", "inherit"],
});
const isUp = () =>
  fetch(url).then(
    () => true,
    () => false,
  );
while (!(await isUp())) {
  if (server.exitCode !== null) process.exit(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const browser = await chromium.launch({
  executablePath: findChromium(),
  chromiumSandbox: false,
  args: ["--disable-background-networking"],
});

async function take(name, { lang, theme, size: [width, height], path }) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", locale: "ru-RU" });
  // Messages are shown in frames without storage.
  await context.addInitScript(
    `if (self === top) { localStorage.setItem("lang", "${lang}"); localStorage.setItem("theme", "${theme}"); }`,
  );
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`${path}: ${error.message}`));
  page.setDefaultTimeout(5000);
  try {
    await screens[name](page);
    await page.waitForTimeout(600);
  } catch (error) {
    console.error(`${path}: ${error.message.split("\n")[0]}`);
  }
  await page.screenshot({ path });
  await context.close();
}

if (forReadme) {
  mkdirSync("docs/screenshots", { recursive: true });
  await take("inbox", { lang: "en", theme: "white", size: [1280, 800], path: "docs/screenshots/inbox.png" });
} else if (wanted.includes("themes")) {
  mkdirSync(folder, { recursive: true });
  const themes = readdirSync("packages/web/src/themes").flatMap(
    (file) => /^(?!derived)(\w+)\.css$/.exec(file)?.[1] ?? [],
  );
  for (const theme of themes)
    for (const name of ["inbox", "letter", "settings", "compose"])
      await take(name, { lang: "en", theme, size: widths.wide, path: join(folder, `${theme}-${name}.png`) });
} else {
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(screens).filter((key) => wanted.length === 0 || wanted.includes(key)))
    for (const lang of ["ru", "en"])
      for (const theme of ["white", "dark"])
        for (const [label, size] of Object.entries(widths))
          await take(name, { lang, theme, size, path: join(folder, `${name}-${lang}-${theme}-${label}.png`) });
}
await browser.close();
server.kill();
rmSync(dataDir, { recursive: true, force: true });

/** Letters that are files of letters: their names, and what lies inside them. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";
import { watchPage } from "./support/watch-page.ts";

const words = {
  en: {
    preview: "Preview: Plan_ the house.eml",
    nameless: "Letter.eml",
    outer: "To the letter that the file is in",
    download: "Download file",
    files: "Attachments",
    clip: "Show attachments",
    downloadOf: (name: string) => `Download: ${name}`,
    inFile: (name: string) => `in ${name}`,
    inIt: "the words are in it",
  },
  ru: {
    preview: "Посмотреть: Plan_ the house.eml",
    nameless: "Письмо.eml",
    outer: "К письму, в котором лежит файл",
    download: "Скачать файл",
    files: "Вложения",
    clip: "Показать вложения",
    downloadOf: (name: string) => `Скачать: ${name}`,
    inFile: (name: string) => `в файле ${name}`,
    inIt: "слова есть внутри",
  },
} as const;

interface Part {
  type: string;
  name?: string;
  content: string | Buffer;
}

function body({ type, name, content }: Part): string {
  const named = name ? `; filename="${name}"` : "";
  const isLetter = type === "message/rfc822";
  const text = isLetter
    ? content.toString()
    : Buffer.from(content as string)
        .toString("base64")
        .replace(/.{76}/g, "$&\r\n");
  const encoding = isLetter ? "" : "Content-Transfer-Encoding: base64\r\n";
  return `Content-Type: ${type}\r\n${encoding}Content-Disposition: attachment${named}\r\n\r\n${text}\r\n`;
}

/** A message with its files; its text is a page with a script and a picture from elsewhere. */
function message(subject: string | undefined, files: readonly Part[]): string {
  const edge = `b${Math.random().toString(36).slice(2)}`;
  const text = `<p>Words of ${subject}</p><script>alert(1)</script><img src="https://tracker.example/x.png">`;
  return [
    `From: Eve <eve@mail.example>\r\nTo: you@mail.example\r\n${subject === undefined ? "" : `Subject: ${subject}\r\n`}`,
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=${edge}\r\n\r\n`,
    `--${edge}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${text}\r\n`,
    ...files.map((file) => `--${edge}\r\n${body(file)}`),
    `--${edge}--\r\n`,
  ].join("");
}

const letter = (subject: string | undefined, ...files: Part[]): Part => ({
  type: "message/rfc822",
  content: message(subject, files),
});

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("letters and files inside a letter are opened, and the way leads back, by keyboard", async ({
      page,
      server,
    }) => {
      const seen = watchPage(page, new URL(server.url).origin);
      const picture: Part = { type: "image/png", name: "sea.png", content: png(40, 30, [10, 90, 200]) };
      const inner = letter("Budget", picture, letter(undefined));
      await server.deliver({ from: "eve@mail.example", raw: message("Outer", [letter("Plan: the house", inner)]) });
      await page.goto(server.url);
      await page.getByRole("link", { name: /Outer/ }).click();
      await page.getByRole("button", { name: w.preview }).press("Enter");
      const dialog = page.getByRole("dialog");
      const list = dialog.getByRole("list", { name: w.files });
      await expect(dialog.getByRole("heading", { name: "Plan: the house" })).toBeVisible();
      await expect(dialog.frameLocator("iframe").last().getByText("Words of Plan: the house")).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/letters-in-letters-${lang}.png` });

      await list.getByRole("button", { name: "Budget.eml" }).press("Enter");
      await expect(page.getByRole("dialog", { name: "Budget.eml" })).toBeVisible();
      await expect(dialog.getByRole("heading", { name: "Budget", exact: true })).toBeVisible();
      const frame = dialog.locator("iframe:visible").last();
      await expect(frame).toHaveAttribute("sandbox", /^(?!.*allow-scripts)/);
      await expect(list.getByRole("listitem")).toHaveText([/sea\.png/, new RegExp(w.nameless)]);
      await expectAccessible(page);
      await list.getByRole("button", { name: "sea.png" }).press("Enter");
      await expect(page.getByRole("dialog", { name: "sea.png" }).getByRole("img")).toBeVisible();
      const download = page.waitForEvent("download");
      await dialog.getByRole("link", { name: w.download }).click();
      expect((await download).suggestedFilename()).toBe("sea.png");

      await dialog.getByRole("button", { name: w.outer }).press("Enter");
      await expect(list.getByRole("button", { name: "sea.png" })).toBeFocused();
      await list.getByRole("button", { name: w.nameless }).press("Enter");
      await expect(page.getByRole("dialog", { name: w.nameless })).toBeVisible();
      await dialog.getByRole("button", { name: w.outer }).press("Enter");
      await dialog.getByRole("button", { name: w.outer }).press("Enter");
      await expect(list.getByRole("button", { name: "Budget.eml" })).toBeFocused();
      await expect(dialog.getByRole("button", { name: w.outer })).toBeHidden();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      expect(seen).toEqual([]);
    });

    test("a letter without a file name has one name in its row, on its page, in a copy and among the files", async ({
      page,
      server,
    }) => {
      await server.deliver({
        from: "eve@mail.example",
        raw: message("Outer", [letter("Plan: the house"), letter(undefined)]),
      });
      await page.goto(server.url);
      await page.getByRole("main").getByRole("listitem").getByRole("button", { name: w.clip }).hover();
      const popover = page.getByRole("dialog", { name: w.files });
      await expect(popover).toContainText("Plan_ the house.eml");
      await expect(popover).toContainText(w.nameless);
      await page.mouse.move(0, 0);
      await expect(popover).toBeHidden();
      await page.getByRole("link", { name: /Outer/ }).click();
      const attachments = page.getByRole("region", { name: w.files });
      await expect(attachments).toContainText("Plan_ the house.eml");
      await expect(attachments).toContainText(w.nameless);
      await page.keyboard.press("f");
      const popup = page.getByRole("dialog");
      await expect(popup).toContainText("Plan_ the house.eml");
      await expect(popup).toContainText(w.nameless);
      await page.goto(`${server.url}/files`);
      for (const name of ["Plan_ the house.eml", w.nameless]) {
        await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
        await expect(page.getByRole("link", { name: w.downloadOf(name) })).toHaveAttribute("download", name);
      }
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/nameless-letters-${lang}.png` });
      for (const [searched, name] of [
        ["Plan the house", "Plan_ the house.eml"],
        ["undefined", w.nameless],
      ] as const) {
        await page.goto(`${server.url}/all?q=${encodeURIComponent(searched)}`);
        await expect(page.getByRole("main").getByText(w.inFile(name))).toBeVisible();
        await page.getByRole("link", { name: /Outer/ }).click();
        await expect(attachments.getByRole("listitem").filter({ hasText: w.inIt })).toContainText(name);
      }
      await page.goto(`${server.url}/files`);
      await page.getByRole("button", { name: "Plan_ the house.eml" }).press("Enter");
      await expect(page.getByRole("dialog", { name: "Plan_ the house.eml" })).toBeVisible();
    });
  });
}

test("what lies too deep is said, and a phone has room for the way", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  let deep = letter("Level 9");
  for (let level = 8; level > 0; level--) deep = letter(`Level ${level}`, deep);
  const [id] = await putEmails(server, [
    {
      subject: "Outer",
      files: [{ name: "Level 1.eml", type: "message/rfc822", content: Buffer.from(deep.content as string) }],
    },
  ]);
  await page.goto(`${server.url}/email/${id}`);
  await page.getByRole("button", { name: "Preview: Level 1.eml" }).click();
  const dialog = page.getByRole("dialog");
  const files = dialog.getByRole("list", { name: "Attachments" });
  for (let level = 2; level <= 8; level++) {
    await files.getByRole("button", { name: `Level ${level}.eml` }).click();
    await expect(dialog.getByRole("heading", { name: `Level ${level}`, exact: true })).toBeVisible();
  }
  await expect(dialog.getByText("What lies deeper is not opened here.")).toBeVisible();
  await expect(files.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/letters-in-letters-phone.png" });
});

test("a server that reads no letters within letters is told of, and the file can be downloaded", async ({
  page,
  server,
}) => {
  await page.route("**/jmap/api", async (route) => {
    const data = route.request().postDataJSON() as { methodCalls: [string, { blobIds?: string[] }, string][] };
    const parse = data.methodCalls.find(([method]) => method === "Email/parse");
    // Of the inner one alone: its blob is a part of a part.
    if (!parse || (parse[1].blobIds?.[0]?.slice(44).split("_").length ?? 0) < 3) return route.fallback();
    const notFound = parse[1].blobIds;
    const response = ["Email/parse", { accountId: "a", parsed: null, notParsable: null, notFound }, parse[2]];
    return route.fulfill({ json: { methodResponses: [response], sessionState: "s" } });
  });
  await server.deliver({ from: "eve@mail.example", raw: message("Outer", [letter("Plan", letter("Budget"))]) });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Outer/ }).click();
  await page.getByRole("button", { name: "Preview: Plan.eml" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("list", { name: "Attachments" }).getByRole("button").click();
  await expect(dialog.getByRole("alert")).toHaveText("The server could not read this letter. It can be downloaded.");
  await expect(dialog.getByRole("link", { name: "Download file" })).toHaveAttribute("href", /_/);
});

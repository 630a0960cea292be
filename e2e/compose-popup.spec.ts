/** The new-letter popup itself: how it opens and closes, where the focus goes, what it looks like on a phone. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { compose, mailboxOf, popupOf } from "./support/compose.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

interface Fading {
  property: string;
  milliseconds: number;
  from: string;
  to: string;
}

/** The transitions of the popup that begin while `act` runs. */
async function fadings(page: Page, act: () => Promise<void>): Promise<Fading[]> {
  await page.evaluate(() => {
    const seen: object[] = [];
    document.addEventListener("transitionrun", ({ target, propertyName }) => {
      if (!(target instanceof HTMLElement) || target.getAttribute("role") !== "dialog") return;
      const running = target.getAnimations() as CSSTransition[];
      const effect = running.find((one) => one.transitionProperty === propertyName)?.effect as KeyframeEffect;
      const [from, to] = effect.getKeyframes().map((frame) => String(frame[propertyName]));
      seen.push({ property: propertyName, milliseconds: effect.getTiming().duration, from, to });
    });
    Object.assign(window, { fadings: seen });
  });
  await act();
  const read = () => page.evaluate(() => (window as unknown as { fadings: Fading[] }).fadings);
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  return read();
}

test("the write button opens it, over 0.1 s of opacity; the close icon hides it over 0.1 s", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = popupOf(page);
  await expect(popup.openButton).toBeVisible();
  // The first time its code has just been loaded; the second time it is there.
  for (let time = 0; time < 2; time++) {
    const opening = await fadings(page, () => popup.openButton.click());
    expect(opening).toEqual([{ property: "opacity", milliseconds: 100, from: "0", to: "1" }]);
    await expect(popup.dialog).toHaveCSS("opacity", "1");
    const closing = await fadings(page, () => popup.close.click());
    expect(closing).toEqual([{ property: "opacity", milliseconds: 100, from: "1", to: "0" }]);
    await expect(popup.dialog).toBeHidden();
  }
});

for (const [lang, names] of ofToday(
  Object.entries({
    en: { to: "To", subject: "Subject", placeholder: "Compose ...", send: "Send", cancel: "Cancel", add: "Add files" },
    ru: {
      to: "Кому",
      subject: "Тема",
      placeholder: "Напишите что-нибудь …",
      send: "Отправить",
      cancel: "Отменить",
      add: "Прикрепить файлы",
    },
  }),
)) {
  test.describe(lang, () => {
    test.use({ lang: lang as "en" | "ru" });
    test(`it has the recipient and title inputs, the editor, and its buttons (${lang})`, async ({ page, server }) => {
      await page.goto(server.url);
      const popup = await compose(page, lang as "en" | "ru");
      await expect(popup.dialog.getByRole("combobox", { name: names.to, exact: true })).toHaveAttribute("type", "text");
      const subject = popup.dialog.getByRole("textbox", { name: names.subject, exact: true });
      await expect(subject).toHaveAttribute("type", "text");
      for (const name of [names.to, names.subject]) {
        await expect(popup.dialog.getByText(name, { exact: true })).toBeVisible();
      }
      const placeholder = await popup.text
        .locator("p")
        .evaluate((line) => getComputedStyle(line, "::before").getPropertyValue("content"));
      expect(placeholder).toBe(`"${names.placeholder}"`);
      for (const name of [names.send, names.cancel, names.add]) {
        await expect(popup.dialog.getByRole("button", { name, exact: true })).toBeVisible();
      }
      await expect(popup.close).toBeVisible();
    });

    test(`axe finds nothing in it, empty, filled, and with every error shown (${lang})`, async ({ page, server }) => {
      await page.goto(server.url);
      const popup = await compose(page, lang as "en" | "ru");
      const check = async (): Promise<void> => {
        await expect(popup.dialog).toHaveCSS("opacity", "1");
        const { violations } = await new AxeBuilder({ page }).include("[role=dialog]").analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
      };
      await check();
      await popup.to.fill("anna@mail.example, wrong address, boris@");
      await popup.to.press("Enter");
      await popup.subject.fill("Subject");
      await popup.text.pressSequentially("Some text");
      await popup.files.setInputFiles([
        { name: "one.png", mimeType: "image/png", buffer: png(40, 30, [200, 30, 30]) },
        { name: "two.png", mimeType: "image/png", buffer: png(30, 40, [255, 255, 255]) },
      ]);
      await expect(popup.dialog.getByRole("img")).toHaveCount(2);
      await popup.send.click();
      await expect(popup.dialog.getByRole("alert")).toBeVisible();
      await popup.files.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
      await expect(popup.dialog.getByRole("alert")).toHaveCount(2);
      await check();
    });
  });
}

test("the focus starts in the recipients, stays in the popup, and goes back to what opened it", async ({
  page,
  server,
}) => {
  await server.deliver({ from: "anna@mail.example", subject: "Question", text: "?" });
  await page.goto(server.url);
  const popup = await compose(page);
  const stops = new Set<string>();
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press("Tab");
    // At either end a guard beside the dialog gets the focus, and hands it on at once.
    await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]"));
    const stop = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute("aria-label") ?? (activeElement?.textContent || activeElement?.id);
    });
    stops.add(stop ?? "");
  }
  expect(stops.size).toBeGreaterThan(6);
  await popup.close.click();
  await expect(popup.dialog).toBeHidden();
  await expect(popup.openButton).toBeFocused();

  await page.getByRole("link", { name: /Question/ }).click();
  const reply = page.getByRole("button", { name: "Reply", exact: true }).first();
  await reply.click();
  await expect(popup.text).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(popup.dialog).toBeHidden();
  await expect(reply).toBeFocused();
});

test("Escape closes it and keeps the draft; nothing written leaves no draft", async ({ page, server }) => {
  await page.goto(server.url);
  let popup = await compose(page);
  await page.keyboard.press("Escape");
  await expect(popup.dialog).toBeHidden();
  popup = await compose(page);
  await popup.subject.fill("Kept by Escape");
  await page.keyboard.press("Escape");
  await expect(popup.dialog).toBeHidden();
  const you = await mailboxOf(server);
  await expect.poll(async () => (await you.emails("drafts")).map(({ subject }) => subject)).toEqual(["Kept by Escape"]);
});

test("Return in the title goes on to the text; Ctrl+Enter sends from anywhere, typed recipients too", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.fill("By keyboard");
  await popup.subject.press("Enter");
  await expect(popup.text).toBeFocused();
  await page.keyboard.type("Text");
  await popup.to.pressSequentially("anna@pismo.localhost");
  await popup.to.press("Control+Enter");
  await expect(popup.dialog).toBeHidden();
  await expect(page.getByText("Letter sent")).toBeVisible();
  const anna = await mailboxOf(server, "anna");
  expect((await anna.onlyMessage()).parsed.subject).toBe("By keyboard");
});

test("it fills the screen of a phone, nothing stands outside, down to 320 px", async ({ page, server }) => {
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(server.url);
    await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
    await page.keyboard.press("c");
    const popup = popupOf(page);
    await expect(popup.to).toBeFocused();
    await popup.to.fill("a.very.long.address.that.does.not.end@a-very-long-domain-name.example, b@mail.example");
    await popup.to.press("Enter");
    await popup.text.pressSequentially("WordThatDoesNotEnd".repeat(12));
    expect(await popup.dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await expect(popup.dialog).toHaveCSS("border-radius", "0px");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    for (const control of [popup.send, popup.cancel, popup.addFiles, popup.close])
      await expect(control).toBeInViewport();
    await popup.cancel.click();
    await expect(popup.dialog).toBeHidden();
  }
});

test("with less motion wished for it appears at once", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(server.url);
  const popup = await compose(page);
  await expect(popup.dialog).toHaveCSS("transition-duration", /^(0s|1e-05s)$/);
});

for (const size of ofToday([
  { width: 390, height: 844 },
  { width: 899, height: 700 },
  { width: 1440, height: 760 },
])) {
  test(`a toast leaves Send and Cancel free at ${size.width} × ${size.height}`, async ({ page, server }) => {
    await page.setViewportSize(size);
    await putEmails(server, [{ subject: "Put away" }]);
    await page.goto(server.url);
    await page.getByRole("link", { name: /Put away/ }).focus();
    await page.keyboard.press("e");
    const toast = page.getByRole("button", { name: "Undo", exact: true });
    await expect(toast).toBeVisible();
    await page.keyboard.press("c");
    const popup = page.getByRole("dialog");
    await expect(popup.getByRole("button", { name: "Cancel" })).toBeVisible();
    const buttons = await popup.evaluate((dialog) =>
      Array.from(dialog.querySelectorAll("footer button"), (button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        const isCovered = [0.05, 0.5, 0.95].some(
          (share) => !button.contains(document.elementFromPoint(x + width * share, y + height / 2)),
        );
        return { name: button.textContent, isCovered };
      }),
    );
    await expect(toast).toBeVisible();
    expect(buttons.map(({ name }) => name)).toEqual(expect.arrayContaining(["Send", "Cancel"]));
    expect(buttons.filter(({ isCovered }) => isCovered)).toEqual([]);
  });
}

for (const [lang, away, cancel] of ofToday([
  ["en", "This opens once the server can be reached.", "Cancel"],
  ["ru", "Откроется, как только сервер ответит.", "Отменить"],
] as const)) {
  test.describe(`in ${lang}, with the server lost before its code is there`, () => {
    test.use({ lang });
    test("a notice says at once that it opens later, the keys go on, and it opens", async ({ page, server }) => {
      await putEmails(server, [{ subject: "One" }, { subject: "Two" }]);
      await page.route(/\/ComposePopup-/, (route) => route.abort());
      await page.goto(`${server.url}/inbox?letters=all`);
      await expect(page.getByRole("link", { name: /Two/ })).toBeVisible();
      const pieces = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      await expect.poll(pieces).toContainEqual(expect.stringContaining("/Overlays-"));
      await server.kill();
      const notice = page.getByRole("region").getByText(away);
      await page.keyboard.press("c");
      await expect(notice).toBeVisible();
      await page.getByRole("button", { name: cancel }).click();
      await expect(notice).toBeHidden();
      await page.keyboard.press("c");
      await expect(notice).toBeVisible();
      await page.keyboard.press("j");
      await expect(page.getByRole("link", { name: /Two|One/ }).and(page.locator(":focus"))).toBeVisible();
      await page.unroute(/\/ComposePopup-/);
      await server.start();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(notice).toBeHidden();
    });
  });
}

test("Back shows another list behind it, and leaves the focus in it", async ({ page, server }) => {
  await putEmails(server, [{ subject: "Pears", text: "Ripe" }]);
  await page.goto(server.url);
  await page.getByRole("link", { name: /Pears/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pears" })).toBeVisible();
  const { text } = await compose(page);
  await text.click();
  await page.keyboard.type("Dear ");
  await page.goBack();
  await expect(page).toHaveURL(/\/inbox/);
  await expect(page.locator("[data-letter]")).toBeAttached();
  await page.keyboard.type("Anna");
  await expect(text).toHaveText("Dear Anna");
});

test("what is typed while the popup is on its way stands in its first field", async ({ page, server }) => {
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "A question", text: "Is it so?" });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/ComposePopup-[^/]*\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  const popup = popupOf(page);
  await page.goto(server.url);
  const letter = page.getByRole("link", { name: /A question/ });
  await expect(letter).toBeVisible();
  // What opens over the page is there once the list has been shown.
  await expect(page.locator('[role="status"].visually-hidden')).toBeAttached();
  await page.keyboard.press("c");
  await page.keyboard.type("borix");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("s@mail.example,anna@");
  release();
  await expect(popup.to).toBeFocused();
  await expect(popup.to).toHaveValue("anna@");
  await page.keyboard.type("mail.example,");
  await expect(popup.chip("boris@mail.example")).toBeVisible();
  await expect(popup.chip("anna@mail.example")).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(popup.dialog).toBeHidden();
  await letter.click();
  await expect(page.getByRole("heading", { level: 1, name: "A question" })).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type("It is so.");
  await expect(popup.text).toContainText("It is so.");
});

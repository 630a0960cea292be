/** The text of a letter under what is hard on editors: other scripts, input methods, undo. */
import type { Page } from "@playwright/test";
import { compose, composeToAnna, mailboxOf } from "./support/compose.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await page.evaluate((formats) => {
    const clipboardData = new DataTransfer();
    for (const [format, text] of Object.entries(formats)) clipboardData.setData(format, text);
    document.activeElement!.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, data);
}

test("lines in Hebrew and Arabic stand on the right as they are written, and arrive so", async ({ page, server }) => {
  const { dialog, subject, text, send } = await composeToAnna(page, server);
  await subject.fill("From the right");
  await text.focus();
  for (const line of ["Hello", "שלום עולם", "مرحبا 12"]) {
    await page.keyboard.insertText(line);
    await page.keyboard.press("Enter");
  }
  const lines = text.locator("p");
  await expect(lines.nth(0)).not.toHaveAttribute("dir");
  for (const at of [1, 2]) await expect(lines.nth(at)).toHaveCSS("direction", "rtl");
  // The caret goes on from where it was.
  await lines.nth(1).click();
  await page.keyboard.press("End");
  await page.keyboard.insertText("!");
  await expect(lines.nth(1)).toHaveText("שלום עולם!");
  await page.screenshot({ path: "test-results/from-the-right.png" });
  await send.click();
  await expect(dialog).toBeHidden();
  const { parsed } = await (await mailboxOf(server, "anna")).onlyMessage();
  expect(parsed.html).toMatch(/<p style="[^"]*">Hello<\/p><p (?:style="[^"]*" )?dir="rtl"[^>]*>שלום עולם!<\/p>/);
});

test("an input method composes over what is selected, in a list and in a cell", async ({ page, server }) => {
  await page.goto(server.url);
  const { text } = await compose(page);
  await text.focus();
  const input = await page.context().newCDPSession(page);
  const composeText = async (...steps: string[]): Promise<void> => {
    for (const step of steps)
      await input.send("Input.imeSetComposition", {
        text: step,
        selectionStart: step.length,
        selectionEnd: step.length,
      });
    await input.send("Input.insertText", { text: steps.at(-1)! });
  };
  await page.keyboard.type("- ");
  await composeText("n", "に", "にほ", "日本");
  await expect(text.locator("li")).toHaveText("日本");
  await page.keyboard.press("Shift+ArrowLeft");
  await composeText("g", "ご");
  await expect(text.locator("li")).toHaveText("日ご");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await paste(page, { "text/html": "<table><tr><td>a</td><td>b</td></tr></table>" });
  await text.getByRole("cell").first().click();
  await page.keyboard.press("End");
  await composeText("ㅎ", "하", "한");
  await expect(text.getByRole("cell")).toHaveText(["a한", "b"]);
});

test("what is pasted is undone by itself and done again, and so is a list after it", async ({ page, server }) => {
  await page.goto(server.url);
  const { text } = await compose(page);
  await text.focus();
  await page.keyboard.type("Typed ");
  await paste(page, { "text/html": "<p>pasted <b>words</b></p>" });
  await expect(text).toHaveText("Typed pasted words");
  await page.keyboard.press("Control+Shift+8");
  await expect(text.locator("li")).toHaveText("Typed pasted words");
  await page.keyboard.press("Control+z");
  await expect(text.locator("li")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(text).toHaveText("Typed");
  await page.keyboard.press("Control+Shift+z");
  await expect(text).toHaveText("Typed pasted words");
  await page.keyboard.press("Control+Shift+z");
  await expect(text.locator("li")).toHaveText("Typed pasted words");
});

test("empty lines of pasted text stay, and a file dropped on the text or on the list of files is there once", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const { text, dialog } = await compose(page);
  await text.focus();
  await page.keyboard.type("Typed ");
  await paste(page, { "text/plain": "One\n\nThree\n" });
  await expect(text.locator("p")).toHaveText(["Typed One", "", "Three"]);

  const octets = [...png(20, 10, [1, 2, 3])];
  const drop = (place: string, name: string): Promise<void> =>
    page.evaluate(
      ([selector, bytes, fileName]) => {
        const element = document.querySelector(selector)!;
        const { left, top } = element.getBoundingClientRect();
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], fileName, { type: "image/png" }));
        const at = { dataTransfer, bubbles: true, cancelable: true, clientX: left + 4, clientY: top + 4 };
        for (const type of ["dragenter", "dragover", "drop"]) element.dispatchEvent(new DragEvent(type, at));
      },
      [place, octets, name] as const,
    );
  await drop(".ProseMirror p", "in-text.png");
  await expect(text.locator("img[src^=data]")).toHaveCount(1);
  await expect(dialog.locator("[data-file]")).toHaveCount(0);
  await drop("footer", "beside.png");
  await expect(dialog.locator("[data-file]")).toHaveCount(1);
  await drop("[data-file]", "second.png");
  await expect(dialog.locator("[data-file]")).toHaveCount(2);
  await expect(text.locator("img[src^=data]")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(text.locator("img[src^=data]")).toHaveCount(0);
});

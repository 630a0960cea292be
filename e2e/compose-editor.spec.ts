/** The text of an Email: styles, the toolbar, what a triple click selects. */
import type { Locator, Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { compose } from "./support/compose.ts";
import { expect, test } from "./support/story.ts";

const selected = (page: Page): Promise<string> => page.evaluate(() => String(window.getSelection()));

/** Selects `text`, which stands in one text node. */
async function select(editor: Locator, text: string): Promise<void> {
  await editor.evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue!.indexOf(wanted);
      if (at !== -1) window.getSelection()!.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, text);
}

for (const [name, tag, key] of ofToday([
  ["Bold", "b", "Control+b"],
  ["Italic", "i", "Control+i"],
  ["Underline", "u", "Control+u"],
] as const)) {
  test(`${name}: where the whole selection has it, it is removed; otherwise it is applied to all of it`, async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    const { text, tool } = await compose(page);
    const button = tool(name);
    await text.pressSequentially("one two three\n- item");
    await expect(text.locator("li")).toHaveText("item");
    const line = text.locator("p").first();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await select(text, "two");
    await expect.poll(() => selected(page)).toBe("two");
    await button.click();
    await expect(text.locator(tag)).toHaveText("two");
    await expect(button).toHaveAttribute("aria-pressed", "true");
    // Mixed: a part has it.
    await line.click({ clickCount: 3 });
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await page.keyboard.press(key);
    await expect(text.locator(tag)).toHaveText("one two three");
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press(key);
    await expect(text.locator(tag)).toHaveCount(0);
    // Over several blocks, one of them a list.
    await text.getByText("item").click({ clickCount: 3 });
    await button.click();
    await expect(text.locator(tag)).toHaveText("item");
    await expect(async () => {
      await text.press("Control+a");
      expect(await selected(page)).toMatch(/one two three\s+item/);
    }).toPass();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await button.click();
    await expect(text.locator(tag)).toHaveText(["one two three", "item"]);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await expect(text.locator(tag)).toHaveCount(0);
    // Without a selection it holds for what is typed next.
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => selected(page)).toBe("");
    await page.keyboard.press(key);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.type("!");
    await expect(text.locator(tag)).toHaveText("!");
  });
}

test("signs at the start of a line make a heading of it, and the next key undoes that", async ({ page, server }) => {
  await page.goto(server.url);
  const { text } = await compose(page);
  await text.pressSequentially("## Plan");
  await expect(text.getByRole("heading", { name: "Plan", level: 2 })).toBeVisible();
  await page.keyboard.press("Enter");
  await text.pressSequentially("# ");
  await expect(text.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(text.locator("p").last()).toHaveText("# ");
  await expect(text.getByRole("heading")).toHaveCount(1);
});

test("a key that comes before the browser tells of the caret acts where the caret is", async ({ page, server }) => {
  await page.goto(server.url);
  const { text } = await compose(page);
  await text.pressSequentially("one two three");
  await text.press("Control+a");
  await expect.poll(() => selected(page)).toBe("one two three");
  await text.evaluate((editor) => {
    window.getSelection()!.collapseToEnd();
    // In the same task: the caret is told of in a later one.
    editor.dispatchEvent(new KeyboardEvent("keydown", { key: "b", ctrlKey: true, bubbles: true, cancelable: true }));
  });
  await page.keyboard.type("!");
  await expect(text.locator("b")).toHaveText("!");
  await expect(text.locator("p")).toHaveText("one two three!");
});

test("a triple click selects exactly one block, in lists and quotes too", async ({ page, server }) => {
  await page.goto(server.url);
  const { text, tool } = await compose(page);
  await text.pressSequentially(
    "First paragraph\nSecond paragraph\n- item one\nitem two\n\n1. number one\nnumber two\n\nsaid",
  );
  await tool("Quote").click();
  await expect(text.locator("li")).toHaveCount(4);
  for (const block of [
    "First paragraph",
    "Second paragraph",
    "item one",
    "item two",
    "number one",
    "number two",
    "said",
  ]) {
    await text.getByText(block, { exact: true }).click({ clickCount: 3 });
    await expect.poll(() => selected(page)).toBe(block);
  }
  await text.getByText("item one", { exact: true }).click({ clickCount: 3 });
  await tool("Bold").click();
  await expect(text.locator("b")).toHaveText(["item one"]);
  await page.keyboard.type("replaced");
  await expect(text.locator("li").first()).toHaveText("replaced");
  await expect(text.getByText("item two", { exact: true })).toBeVisible();
});

test("the toolbar is one tab stop; arrows go from button to button, and pressed ones say so", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const popup = await compose(page);
  await popup.subject.focus();
  await page.keyboard.press("Tab");
  await expect(popup.tool("Bold")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(popup.tool("Italic")).toBeFocused();
  await page.keyboard.press("End");
  await expect(popup.tool("Redo edit")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(popup.tool("Bold")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(popup.tool("Bold")).toHaveAttribute("aria-pressed", "true");
  await expect(popup.tool("Bold")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(popup.text).toBeFocused();
  await page.keyboard.type("bold");
  await expect(popup.text.locator("b")).toHaveText("bold");
  await page.keyboard.press("Shift+Tab");
  await expect(popup.tool("Bold")).toBeFocused();
});

test("lists, quotes, links, clearing and undo", async ({ page, server }) => {
  await page.goto(server.url);
  const { dialog, text, tool } = await compose(page);
  await text.pressSequentially("word");
  await tool("Bulleted list").click();
  await expect(text.locator("ul li")).toHaveText("word");
  await expect(tool("Bulleted list")).toHaveAttribute("aria-pressed", "true");
  await tool("Numbered list").click();
  await expect(text.locator("ol li")).toHaveText("word");
  await tool("Numbered list").click();
  await expect(text.locator("li")).toHaveCount(0);
  await select(text, "word");
  await page.keyboard.press("Control+k");
  const address = dialog.getByRole("textbox", { name: "Link address" });
  await expect(address).toBeFocused();
  // What is typed or pasted takes the place of what stands there.
  await page.keyboard.insertText("javascript:alert(1)");
  await expect(address).toHaveValue("javascript:alert(1)");
  await address.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("This is not a valid link");
  await address.fill("https://pismo.example/");
  await address.press("Enter");
  await expect(text.getByRole("link", { name: "word" })).toHaveAttribute("href", "https://pismo.example/");
  await expect(tool("Link")).toHaveAttribute("aria-pressed", "true");
  await tool("Clear formatting").click();
  await expect(text.getByRole("link")).toHaveCount(0);
  await tool("Undo edit").click();
  await expect(text.getByRole("link")).toHaveCount(1);
  await tool("Redo edit").click();
  await expect(text.getByRole("link")).toHaveCount(0);
});

/** Pictures in the preview and in the grid of files: whole at first, and every part in reach when larger. */
import type { Locator } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { type Box, box, restingBox } from "./support/measure.ts";
import { lightestPixel } from "./support/pixels.ts";
import { expect, test } from "./support/story.ts";

const picture = (name: string, width: number, height: number) => ({
  name,
  type: "image/png",
  content: png(width, height, [10, 90, 200]),
});

const middleOf = ({ x, y, width, height }: Box) => [x + width / 2, y + height / 2] as const;
const right = ({ x, width }: Box): number => x + width;
const bottom = ({ y, height }: Box): number => y + height;

/** What is seen of its content: without the bars for scrolling. */
const sightOf = (scroller: Locator): Promise<Box> =>
  scroller.evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    return { x, y, width: element.clientWidth, height: element.clientHeight };
  });

/** Half a pixel more or less comes of rounding. */
function expectWithin(inner: Box, outer: Box): void {
  expect(inner.x).toBeGreaterThanOrEqual(outer.x - 1);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y - 1);
  expect(right(inner)).toBeLessThanOrEqual(right(outer) + 1);
  expect(bottom(inner)).toBeLessThanOrEqual(bottom(outer) + 1);
}

/** Scrolled to its two ends, all four edges of the picture have been in sight. */
async function expectEdgesInReach(scroller: Locator, image: Locator): Promise<void> {
  const sight = await sightOf(scroller);
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  const atStart = await box(image);
  expect(atStart.x).toBeGreaterThanOrEqual(sight.x - 1);
  expect(atStart.y).toBeGreaterThanOrEqual(sight.y - 1);
  await scroller.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight));
  const atEnd = await box(image);
  expect(right(atEnd)).toBeLessThanOrEqual(right(sight) + 1);
  expect(bottom(atEnd)).toBeLessThanOrEqual(bottom(sight) + 1);
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  for (const [width, height] of [
    [300, 1200],
    [900, 1200],
    [2000, 400],
  ] as const) {
    test(`${width} × ${height} is turned and made larger at ${viewport.width} px`, async ({ page, server }) => {
      await page.setViewportSize(viewport);
      const [id] = await putEmails(server, [{ subject: "Seen", files: [picture("tall.png", width, height)] }]);
      await page.goto(`${server.url}/email/${id}`);
      await page.getByRole("button", { name: "Preview: tall.png" }).click();
      const dialog = page.getByRole("dialog", { name: "tall.png" });
      const image = dialog.getByRole("img", { name: "tall.png" });
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(width);
      const tools = dialog.getByRole("group", { name: "Picture" });
      await restingBox(dialog);
      const header = await box(dialog.locator("header"));
      const frame = await box(dialog);
      const room = { ...frame, y: bottom(header), height: (await box(tools)).y - bottom(header) };
      for (const quarters of [0, 1, 2, 3]) {
        const fitted = await restingBox(image);
        expectWithin(fitted, room);
        const ratio = quarters % 2 === 0 ? width / height : height / width;
        expect(fitted.width / fitted.height / ratio).toBeCloseTo(1, 1);
        for (const factor of [1.5, 2, 3, 4]) {
          await page.keyboard.press("+");
          const scroller = dialog.getByRole("region", { name: "tall.png" });
          const larger = await restingBox(image);
          expect(larger.width / fitted.width).toBeCloseTo(factor, 1);
          expect(larger.height / fitted.height).toBeCloseTo(factor, 1);
          const [[x, y], [wantedX, wantedY]] = [middleOf(larger), middleOf(await sightOf(scroller))];
          expect(Math.abs(x - wantedX)).toBeLessThan(2);
          expect(Math.abs(y - wantedY)).toBeLessThan(2);
          if (factor < 4) continue;
          await expectEdgesInReach(scroller, image);
        }
        for (let step = 0; step < 4; step++) await page.keyboard.press("-");
        await page.keyboard.press("r");
        await expect(image).toHaveAttribute("data-quarters", String((quarters + 1) % 4));
      }
    });
  }
}

test("a toast leaves the picture's buttons free", async ({ page, server }) => {
  const [id] = await putEmails(server, [{ subject: "Shown", files: [picture("sea.png", 40, 30)] }]);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${server.url}/email/${id}`);
    const opener = page.getByRole("button", { name: "Preview: sea.png" });
    await expect(opener).toBeVisible();
    // Where toasts are, whatever they say: the region is there while there is none.
    await opener.click();
    const tools = page.getByRole("group", { name: "Picture" });
    await expect(tools).toBeVisible();
    await restingBox(tools);
    const region = await box(page.locator('section[aria-live="polite"]'));
    expect(bottom(region)).toBeLessThan((await box(tools)).y);
  }
});

test("names are read on white pictures in the grid", async ({ page, server, context }) => {
  const white = { name: "snow.png", type: "image/png", content: png(40, 40, [255, 255, 255]) };
  await putEmails(server, [{ subject: "White", files: [white] }]);
  await page.goto(`${server.url}/files?show=pictures`);
  const caption = page.getByRole("button", { name: "snow.png" }).getByText("snow.png");
  await expect
    .poll(() => page.locator("li img").evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBe(40);
  const clip = await caption.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { x, y, width, height } = range.getBoundingClientRect();
    (element as HTMLElement).style.color = "transparent";
    return { x, y, width, height };
  });
  const ground = await lightestPixel(await context.newPage(), await page.screenshot({ clip }));
  expect(1.05 / (ground + 0.05)).toBeGreaterThanOrEqual(4.5);
});

for (const [lang, preview, says] of ofToday([
  ["en", "Preview: ", "The file is empty"],
  ["ru", "Посмотреть: ", "Файл пуст"],
] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });
    test("an empty text says that it is empty", async ({ page, server }) => {
      const blank = { name: "blank.txt", type: "text/plain", content: Buffer.from("\n") };
      const table = { name: "none.csv", type: "text/csv", content: Buffer.alloc(0) };
      const [id] = await putEmails(server, [{ subject: "Nothing", files: [blank, table] }]);
      await page.goto(`${server.url}/email/${id}`);
      await page.getByRole("button", { name: `${preview}blank.txt` }).click();
      await expect(page.getByRole("dialog", { name: "blank.txt" }).getByText(says)).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("dialog", { name: "none.csv" }).getByText(says)).toBeVisible();
    });
  });
}

test("the pages of files and of settings have the margins of the list", async ({ page, server }) => {
  await putEmails(server, [{ subject: "Edges", files: [picture("sea.png", 40, 30)] }]);
  for (const width of [1440, 899, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const cardOf = async (path: string, content: string): Promise<Box> => {
      await page.goto(`${server.url}${path}`);
      await expect(page.getByRole("main").locator(content).first()).toBeVisible();
      return box(page.getByRole("main").locator('[class*="card"]').first());
    };
    const list = await cardOf("/inbox", "[data-letter]");
    expect(await cardOf("/files?show=pictures", "[data-main]"), `files at ${width}`).toEqual(list);
    const settings = await cardOf("/settings/reading", "h2");
    expect(settings.y, `settings at ${width}`).toBe(list.y);
    expect(settings.x).toBeGreaterThanOrEqual(list.x);
    expect(right(settings)).toBeLessThanOrEqual(right(list));
  }
});

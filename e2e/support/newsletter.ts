/** A newsletter as the product shows it, and as its writer made it: screenshots of both. */
import { type Browser, expect, type Page } from "@playwright/test";
import { restingBox } from "./measure.ts";
import { png } from "./images.ts";

/** Replaces every image from the internet, on both sides. */
const image = png(60, 40, [210, 60, 40]);

/** Templates name some of their images by a path alone; in a message it has no base. */
export const absolute = (html: string): string =>
  html
    .replaceAll(/((?:src|background)\s*=\s*["']?)(?![a-z]+:|\/\/|#|["'\s>])/gi, "$1https://news.example/")
    .replaceAll(/(url\(\s*["']?)(?![a-z]+:|\/\/|#|["')\s])/gi, "$1https://news.example/");

/** An image of one pixel is no part of a message's appearance. */
const countsReaders = /<img[^>]*\b(?:width|height)=["']?[012]["'\s][^>]*>/gi;

interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Sight {
  screenshot: Buffer;
  /** Every run of text that is seen, by its words, and every image. */
  texts: Record<string, Region>;
  images: Region[];
}

/** Opens it in the product's page, with its images. */
export async function openNewsletter(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const article = page.locator("article");
  await expect(article).toHaveAttribute("aria-busy", "false");
  await expect(article.locator("div[data-loaded]")).toBeVisible();
  const show = article.getByRole("button", { name: "Show", exact: true });
  if ((await show.count()) > 0) {
    await show.click();
    await expect(article.getByText("The pictures are shown")).toBeVisible();
  }
  // As high as all of it: what has to be scrolled cannot be compared.
  const { height } = await restingBox(article.locator("div[data-loaded]"));
  await page.setViewportSize({ width: page.viewportSize()!.width, height: Math.ceil(height) + 700 });
}

export const serveImages = (page: Page): Promise<unknown> =>
  page.route("**/jmap/image/**", (route) => route.fulfill({ contentType: "image/png", body: image }));

/** What the product shows of the open message; the frame that is measured holds the same markup as the one that is seen. */
export async function seenIn(page: Page): Promise<Sight> {
  const box = page.locator("article div[data-loaded]");
  const regions = () =>
    box.evaluate((element) => {
      const inner = element.querySelector("iframe")!.contentDocument!;
      const texts: Record<string, Region> = {};
      const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = inner.createRange();
        range.selectNodeContents(node);
        const region = range.getBoundingClientRect().toJSON() as Region;
        const words = (node.nodeValue ?? "").trim();
        if (words !== "" && region.height > 0) texts[`${words} (${Object.keys(texts).length})`] = region;
      }
      const images = [...inner.images].map((drawn) => drawn.getBoundingClientRect().toJSON() as Region);
      return { texts, images, height: element.getBoundingClientRect().height };
    });
  let last = await regions();
  await expect
    .poll(async () => {
      const before = JSON.stringify(last);
      last = await regions();
      return JSON.stringify(last) === before;
    })
    .toBe(true);
  const { texts, images } = last;
  return { screenshot: await box.screenshot({ animations: "disabled" }), texts, images };
}

/** The style that the product gives every message to begin with, and what none may overrule. */
const frameStyles = (page: Page): Promise<string[]> =>
  page
    .locator("article div[data-loaded]")
    .evaluate((element) =>
      [...element.querySelector("iframe")!.contentDocument!.styleSheets].map((sheet) =>
        [...sheet.cssRules].map((rule) => rule.cssText).join("\n"),
      ),
    );

/**
 * The newsletter as it came, in a page of its own as wide as in the product, with the product's fonts and in the
 * standards mode that every web mail shows messages in. No scripts and no network.
 */
export async function asMade(browser: Browser, html: string, product: Page): Promise<Buffer> {
  const { width, height } = (await product.locator("article div[data-loaded]").boundingBox())!;
  const styles = await frameStyles(product);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: Math.round(width), height: Math.round(height) },
  });
  const page = await context.newPage();
  const email = html.replace(/<!doctype[^>]*>/i, "").replaceAll(countsReaders, "");
  const bare = `<!doctype html><style>${styles[0]}</style>${email}<style>${styles.at(-1)}</style>`;
  await page.route("**/*", (route) => {
    if (route.request().isNavigationRequest()) {
      return route.fulfill({ contentType: "text/html; charset=utf-8", body: bare });
    }
    if (route.request().resourceType() === "image") return route.fulfill({ contentType: "image/png", body: image });
    return route.abort();
  });
  await page.goto("https://letter.example/");
  const screenshot = await page.screenshot({ fullPage: true, animations: "disabled" });
  await context.close();
  return screenshot;
}

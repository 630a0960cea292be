/** Writing: opens the popup, and sends a message with two images. */
import type { Page } from "@playwright/test";
import { shows } from "./conditions.ts";
import type { Screen } from "./screen.ts";

/** An image of noise, as large as one from a camera that was made smaller; octets in base64. */
function drawPicture(page: Page, seed: number): Promise<string> {
  return page.evaluate(async (start) => {
    const side = 900;
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("nothing can be drawn");
    const image = context.createImageData(side, side);
    let state = start;
    for (let at = 0; at < image.data.length; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      image.data[at] = at % 4 === 3 ? 255 : 90 + ((state >>> 16) & 63);
    }
    context.putImageData(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
    const octets = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(octets, (octet) => String.fromCodePoint(octet)).join(""));
  }, seed);
}

/** Two of them, as files to choose. */
export const drawImages = async (page: Page) =>
  [await drawPicture(page, 1), await drawPicture(page, 2)].map((octets, index) => ({
    name: `image-${index}.jpg`,
    mimeType: "image/jpeg",
    buffer: Buffer.from(octets, "base64"),
  }));

/** The beginning of the subjects that are sent. */
export const sentSubject = "Bench ";

export async function write(screen: Screen, to: string): Promise<void> {
  const { page } = screen;
  const compose = page.getByRole("navigation").getByRole("button", { name: "Compose" });
  const open = () => screen.timed(shows("compose"), () => compose.click());
  const dialog = page.getByRole("dialog", { name: "New letter" });
  await screen.median("open compose", async () => {
    const result = await open();
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.waitForSelector("[role=dialog]", { state: "detached" });
    return result;
  });
  const images = await drawImages(page);
  await screen.median(
    "send with two images",
    async (index) => {
      await open();
      await dialog.getByRole("combobox", { name: "To", exact: true }).fill(to);
      await page.keyboard.press("Enter");
      await dialog.getByRole("textbox", { name: "Subject", exact: true }).fill(`${sentSubject}${index}`);
      await dialog.getByRole("textbox", { name: "Compose ..." }).fill("Two images are attached.");
      await dialog.locator("input[type=file]").setInputFiles(images);
      await dialog.getByText(/Files size/).waitFor();
      await page.waitForTimeout(1500);
      const send = dialog.getByRole("button", { name: "Send", exact: true });
      const result = await screen.timed(shows("sent"), () => send.click());
      // The form has closed before the next one opens.
      await page.locator("section", { hasText: "Letter sent" }).getByRole("button").last().click();
      await page.waitForFunction(() => !document.body.textContent.includes("Letter sent"));
      return result;
    },
    Math.min(5, screen.repetitions),
  );
}

/** Writing in Roundcube: opens its page, and sends a message with two images. */
import { drawImages } from "../compose-acts.ts";
import { shows } from "./conditions.ts";
import type { RoundcubeScreen } from "./screen.ts";

export async function write(screen: RoundcubeScreen, to: string): Promise<void> {
  const { page } = screen;
  const images = await drawImages(page);
  const open = () => screen.act(shows("compose"), () => page.locator("#taskmenu a.compose").click());
  await screen.median("open compose", async () => {
    const result = await open();
    await page.evaluate(() => window.rcmail && (window.rcmail.compose_skip_unsavedcheck = true));
    await screen.begin();
    return result;
  });
  await screen.median(
    "send with two images",
    async (index) => {
      await open();
      await page.locator("#compose_to input").first().fill(to);
      await page.keyboard.press("Tab");
      await page.locator("#compose-subject").fill(`Bench ${index}`);
      await page.locator("#composebody").fill("Two images are attached.");
      await page.locator("#uploadform input[type=file]").setInputFiles(images);
      await page.waitForFunction(
        (count) =>
          Object.values(window.rcmail?.env.attachments ?? {}).filter(({ complete }) => complete).length === count,
        images.length,
      );
      await screen.idle();
      const send = page.locator(".formbuttons button.send");
      const result = await screen.timed(shows("sent"), () => send.click());
      // It goes back to the list by itself.
      await page.waitForFunction(() => window.rcmail?.env.action === "");
      await screen.begin();
      return result;
    },
    Math.min(5, screen.repetitions),
  );
}

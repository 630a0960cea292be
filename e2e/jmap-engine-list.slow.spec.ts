/** In front of a JMAP server: a list of ten thousand letters is windowed as one of ours is. */
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { cyrusEngine, pismoEngine } from "./support/engines.ts";
import { enterEngine, row } from "./support/engine-steps.ts";
import { faultsOf } from "./support/faults.ts";
import { createServerFor } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const TOTAL = 10_000;

const engines = [
  { behind: "a second Pismo", start: pismoEngine, canRun: true },
  { behind: "Cyrus", start: cyrusEngine, canRun: canRunCyrus },
];

for (const { behind, start, canRun } of engines) {
  test(`in front of ${behind} a list of ten thousand scrolls to its end, and a letter opens there`, async ({
    page,
  }) => {
    test.skip(!canRun, `${behind} is not installed`);
    test.setTimeout(600_000);
    const engine = await start();
    const server = await createServerFor({ PISMO_MODE: "hosted", PISMO_JMAP_URL: engine.url });
    try {
      await engine.fill(TOTAL);
      await page.goto(server.url);
      await enterEngine(page, engine);
      const faults = faultsOf(page);
      await expect(row(page, `Letter ${TOTAL}\\.`)).toBeVisible();
      // Only what is in sight is drawn.
      expect(await page.getByRole("listitem").count()).toBeLessThan(100);

      await test.step("far away", async () => {
        await row(page, `Letter ${TOTAL}\\.`).focus();
        await page.keyboard.press("End");
        await expect(row(page, "Letter 1\\.")).toBeVisible({ timeout: 60_000 });
        await expect(page.getByText("No more letters")).toBeVisible();
        expect(await page.getByRole("listitem").count()).toBeLessThan(100);
      });

      await test.step("a letter opens there, and Back is where it was left", async () => {
        await row(page, "Letter 3\\.").click();
        await expect(page.getByRole("article")).toBeVisible();
        await expect(page.getByRole("heading", { name: "Letter 3." })).toBeVisible();
        await page.goBack();
        await expect(row(page, "Letter 3\\.")).toBeInViewport();
      });

      await test.step("somewhere in the middle", async () => {
        await page.getByRole("main").hover();
        await page.mouse.wheel(0, -150_000);
        await expect(row(page, "Letter 1\\.")).toBeHidden();
        const somewhere = page.getByRole("link", { name: /Letter \d+\./ }).nth(15);
        await expect(somewhere).toBeInViewport();
        await somewhere.click();
        await expect(page.getByRole("article")).toBeVisible();
      });

      expect(await faults()).toEqual([]);
    } finally {
      await server.remove();
      await engine.stop();
    }
  });
}

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { storiesOfOtherDays } from "./e2e/support/stories-of-today.ts";

// Every server and command that is started loads the same modules.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compile");

export default defineConfig({
  testDir: "e2e",
  testIgnore: storiesOfOtherDays(readdirSync(join(import.meta.dirname, "e2e"))).map((name) => `**/${name}`),
  outputDir: "test-results",
  forbidOnly: Boolean(process.env["CI"]),
  // Another try tells a story that stumbles on a busy machine from one that is broken; it is counted as flaky.
  retries: 2,
  workers: availableParallelism(),
  // Limits end what hangs: a machine that is busy with other work takes many times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: "node_modules/.cache/e2e.json" }]],
  use: {
    // Recording every story would cost a sixth of the time.
    trace: "on-first-retry",
    locale: "ru-RU",
    timezoneId: "Europe/Moscow",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      chromiumSandbox: false, // Chromium refuses its sandbox when run as root
      args: ["--disable-background-networking"], // else it calls out at every start
      // Without a locale Chromium saves no file under a Russian name.
      env: { ...process.env, LANG: "C.UTF-8" },
    },
  },
});

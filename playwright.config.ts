import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env["CI"]),
  // Another try tells a story that stumbles on a busy machine from one that is broken; it is counted as flaky.
  retries: 2,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
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

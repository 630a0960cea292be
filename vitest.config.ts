import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Real servers and processes on a machine that may be busy: a limit is there to end what hangs, not to time it. */
const patience = { testTimeout: 30_000, hookTimeout: 30_000, expect: { poll: { timeout: 25_000 } } };

export default defineConfig({
  test: {
    // Most tests wait for servers and processes: a core is not kept free for Vitest itself.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...patience,
          name: "server",
          // As the browser tests: several mail servers on two cores do not always answer in time. What fails three times fails.
          retry: 2,
          environment: "node",
          include: ["packages/{server,jmap}/{src,test}/**/*.test.ts", "*.test.ts", "fuzz/*.test.ts"],
        },
      },
      {
        extends: "packages/web/vite.config.ts",
        root: "packages/web",
        test: {
          ...patience,
          name: "web",
          environment: "jsdom",
          include: ["{src,test}/**/*.test.{ts,tsx}"],
          setupFiles: ["test/support/languages.ts"],
          // Tests read theme pages, and other sheets as text.
          css: { include: [/src\/themes\//, /\.css\?raw$/] },
        },
      },
    ],
  },
});

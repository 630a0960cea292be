import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { postgresPrograms } from "./scripts/postgres.mjs";
import { runsOnPostgresToday } from "./packages/server/test/support/both-engines.ts";
import { filesOfOtherDays } from "./packages/server/test/support/of-today.ts";

// Loading and compiling what a test imports is most of what a small one costs.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compile");

/** Real servers and processes on a machine that may be busy: a limit is there to end what hangs, not to time it. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** The slow files of a folder that the gate runs on another day. */
const leftOut = (folder: string): string[] =>
  filesOfOtherDays(readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" }));

/** What looks at the memory of its own process: the files before it must not have left theirs. */
const measuresItsProcess = ["packages/server/src/cli/memory.test.ts"];

const server = {
  ...timeouts,
  // As the browser tests: several mail servers on two cores do not always answer in time. What fails three times fails.
  retry: 2,
  environment: "node",
} as const;

const onPostgresAlone = "packages/server/test/postgres/*.test.ts";
const onCeph = "packages/server/test/ceph/*.test.ts";
const hasPostgres = postgresPrograms() !== undefined;
if (!hasPostgres) console.error("PostgreSQL is missing: the tests on it are left out.");

export default defineConfig({
  test: {
    // Most tests wait for servers and processes: one more of them than cores keeps the cores at work.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...server,
          name: "server",
          // No module of the server keeps what a test could see: a process for each file would cost a minute of loading.
          isolate: false,
          include: ["packages/{server,jmap,images}/{src,test}/**/*.test.ts", "*.test.ts", "fuzz/*.test.ts"],
          exclude: [
            ...leftOut("packages/server").map((name) => `packages/server/${name}`),
            ...measuresItsProcess,
            onCeph,
            onPostgresAlone,
          ],
        },
      },
      { test: { ...server, name: "memory", include: measuresItsProcess } },
      ...(hasPostgres
        ? [
            {
              test: {
                ...server,
                name: "postgres",
                include: [...runsOnPostgresToday(), onPostgresAlone],
                globalSetup: "packages/server/test/support/postgres-server.ts",
                setupFiles: "packages/server/test/support/on-postgres.ts",
              },
            },
          ]
        : []),
      // `npm run test:s3`.
      ...(process.env["S3_ENGINE"] === "ceph"
        ? [
            {
              test: {
                ...server,
                name: "ceph",
                retry: 0,
                include: ["packages/server/test/postgres/s3.test.ts", onCeph],
                globalSetup: [
                  "packages/server/test/support/postgres-server.ts",
                  "packages/server/test/support/ceph-server.ts",
                ],
              },
            },
          ]
        : []),
      {
        extends: "packages/web/vite.config.ts",
        root: "packages/web",
        test: {
          ...timeouts,
          name: "web",
          // Those that need a page say so in their first line: making one takes half a second.
          environment: "node",
          include: ["{src,test}/**/*.test.{ts,tsx}"],
          exclude: leftOut("packages/web"),
          setupFiles: ["test/support/languages.ts"],
          // Tests read theme pages, and other sheets as text.
          css: { include: [/src\/themes\//, /\.css\?raw$/] },
        },
      },
    ],
  },
});

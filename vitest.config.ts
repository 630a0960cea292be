import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "server",
          environment: "node",
          include: ["packages/{server,jmap}/{src,test}/**/*.test.ts", "*.test.ts"],
        },
      },
      {
        extends: "packages/web/vite.config.ts",
        root: "packages/web",
        test: {
          name: "web",
          environment: "jsdom",
          include: ["{src,test}/**/*.test.{ts,tsx}"],
          css: { include: [/src\/themes\//] },
        },
      },
    ],
  },
});

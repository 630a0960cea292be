/** What the stories share: a server for each worker, a page in a chosen language, Emails to begin with. */
import { test as base } from "@playwright/test";
import { createServerFor, type PismoServer } from "./server.ts";

export { expect } from "@playwright/test";

interface Options {
  /** The language of the interface, as `lang` is in the browser's storage. */
  lang: "ru" | "en";
  theme: string;
  /** Settings of the server, PISMO_…. */
  env: Record<string, string>;
}

export const test = base.extend<Options & { server: PismoServer }>({
  lang: ["en", { option: true }],
  theme: ["white", { option: true }],
  env: [{}, { option: true }],
  // A server with a data directory a test: stories deliver, send and delete, and must not meet each other.
  server: async ({ env, context }, provide) => {
    const server = await createServerFor(env, { isReused: true });
    // Only Linux says whose a connection is.
    if (process.platform !== "linux") await context.request.get((await server.pismo("open")).trim());
    await provide(server);
    await server.remove();
  },
  page: async ({ page, lang, theme }, provide) => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.addInitScript(
      ([language, name]) => {
        // Messages are shown in frames without storage.
        if (window.top !== window) return;
        localStorage.setItem("lang", localStorage.getItem("lang") ?? language);
        localStorage.setItem("theme", localStorage.getItem("theme") ?? name);
      },
      [lang, theme] as const,
    );
    await provide(page);
    if (problems.length > 0) throw new Error(`Errors in the page:\n${problems.join("\n")}`);
  },
});

/** What the stories share: a server for each worker, a page in a chosen language, letters to begin with. */
import { test as base, type Page } from "@playwright/test";
import { createServerFor, type PismoServer } from "./server.ts";

export { expect } from "@playwright/test";

interface Options {
  /** The language of the interface, as `lang` stands in the browser's storage. */
  lang: "ru" | "en";
  theme: string;
  /** Settings of the server, PISMO_…. */
  env: Record<string, string>;
}

export const test = base.extend<Options & { server: PismoServer }>({
  lang: ["en", { option: true }],
  theme: ["white", { option: true }],
  env: [{}, { option: true }],
  // A server a test: stories deliver, send and delete, and must not meet each other.
  server: async ({ env }, provide) => {
    const server = await createServerFor(env);
    await provide(server);
    await server.remove();
  },
  page: async ({ page, lang, theme }, provide) => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.addInitScript(
      ([language, name]) => {
        // Letters stand in frames without storage.
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

/** As behind a proxy that lets no WebSocket through: from the next page on all that is asked can be held back by a route. */
export const byHttpAlone = (page: Page): Promise<void> =>
  page.routeWebSocket("**/jmap/ws", (socket) => void socket.close());

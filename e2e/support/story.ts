/** What the stories share: a server for each worker, a page in a chosen language, Emails to begin with. */
import { DatabaseSync } from "node:sqlite";
import type { UndoSendSeconds } from "@pismo/jmap";
import { test as base } from "@playwright/test";
import { databaseFile } from "../../packages/server/src/store/db/data-dir.ts";
import { createServerFor, type PismoServer } from "./server.ts";

export { expect } from "@playwright/test";

interface Options {
  /** The language of the interface, as `lang` is in the browser's storage. */
  lang: "ru" | "en";
  theme: string;
  /** Settings of the server, PISMO_…. */
  env: Record<string, string>;
  /** How long what is sent can be undone: not at all, because most stories look at what arrives. */
  undoSendSeconds: UndoSendSeconds;
}

/** Of the accounts that are there, and of those that a story adds. */
function chooseUndoSend(dataDir: string, undoSendSeconds: number): void {
  const chosen = JSON.stringify({ undoSendSeconds });
  const database = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
  try {
    database.exec(`insert into preferences (account_id, chosen) select id, '${chosen}' from account;
      create trigger chosen_by_story after insert on account begin
        insert into preferences (account_id, chosen) values (new.id, '${chosen}');
      end`);
  } finally {
    database.close();
  }
}

export const test = base.extend<Options & { server: PismoServer }>({
  lang: ["en", { option: true }],
  theme: ["white", { option: true }],
  env: [{}, { option: true }],
  // A server with a data directory a test: stories deliver, send and delete, and must not meet each other.
  undoSendSeconds: [0, { option: true }],
  server: async ({ env, undoSendSeconds, context }, provide) => {
    const server = await createServerFor(env, { isReused: true });
    // Only Linux says whose a connection is.
    if (process.platform !== "linux") await context.request.get((await server.pismo("open")).trim());
    if (undoSendSeconds !== 10) chooseUndoSend(server.dataDir, undoSendSeconds);
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

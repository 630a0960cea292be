/** The inboxes of three accounts in one list, in a real browser. */
import { existsSync } from "node:fs";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { change, goBetweenFolders, jumpAbout, search } from "./acts.ts";
import { openBrowser } from "./browser.ts";
import { usableAfter } from "./probe.ts";
import { runPismo, serve } from "./process.ts";
import { newPage, Screen } from "./screen.ts";
import { type Figures, freePort } from "./server.ts";
import { writeMbox } from "./messages.ts";

/** Beside the account that is there. */
const others = ["second", "third"];

/** A copy of the filled directory with two accounts more, each with as many letters. */
async function fill(folder: string, count: number): Promise<string> {
  const dataDir = join(folder, `data-3x${count}`);
  const filled = join(dataDir, "filled-by-bench");
  if (existsSync(filled)) return dataDir;
  await rm(dataDir, { recursive: true, force: true });
  await cp(join(folder, `data-${count}`), dataDir, { recursive: true });
  await rm(filled, { force: true });
  const file = join(folder, `${count}.mbox`);
  await writeMbox(file, count);
  for (const name of others) {
    await runPismo(dataDir, ["mailbox", "add", name]);
    await runPismo(dataDir, ["import", "--mailbox", name, "--folder", "Inbox", file]);
  }
  await rm(file);
  await writeFile(filled, "");
  return dataDir;
}

export async function measureTogether(folder: string, count: number, isShort: boolean): Promise<Figures> {
  const server = await serve(await fill(folder, count), await freePort());
  const browser = await openBrowser();
  const figures: Figures = {};
  try {
    const inbox = `${server.url}/inbox?account=all&letters=all`;
    const page = await newPage(browser);
    const screen = new Screen(page, figures, isShort ? 3 : 10);
    await screen.load(
      "cold load",
      () => newPage(browser),
      (fresh) => fresh.goto(inbox, { waitUntil: "commit" }),
    );
    await screen.begin(inbox);
    await usableAfter(page);
    await goBetweenFolders(screen);
    await jumpAbout(screen);
    await search(screen);
    await screen.begin(inbox);
    await change(screen);
  } finally {
    await browser.close();
    await server.stop();
  }
  return figures;
}

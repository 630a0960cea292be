/** What a person waits for, in a real browser against a server with a full mailbox. */
import { join } from "node:path";
import { JmapClient } from "@pismo/jmap";
import { type Browser, chromium } from "@playwright/test";
import { browseFiles, change, goBetweenFolders, jumpAbout, type Mail, readMessages, search } from "./acts.ts";
import { write } from "./compose-acts.ts";
import { usableAfter } from "./probe.ts";
import { serve, type Serving } from "./process.ts";
import { newPage, Screen } from "./screen.ts";
import { type Figures, freePort } from "./server.ts";
import { countTraffic } from "./wire.ts";

/** Of these the browser takes the last list alone: Playwright's own that change what is measured stand in it again. */
const withoutFeatures = [
  // Pages of its own (parts of its address bar) begin with a window and work at every load, on the same two cores.
  "PreloadTopChromeWebUI",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "PaintHolding",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "OptimizationHints",
  "MediaRouter",
  "DestroyProfileOnBrowserClose",
  "ThirdPartyStoragePartitioning",
];

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    chromiumSandbox: false,
    args: ["--disable-background-networking", `--disable-features=${withoutFeatures.join(",")}`],
  });

async function heapAfterScrolling(screen: Screen): Promise<number> {
  for (let step = 1; step <= 60; step++) await screen.jump(((step * 37) % 60) / 60);
  const session = await screen.page.context().newCDPSession(screen.page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return Math.round((usedSize / 2 ** 20) * 10) / 10;
}

/** @param name of the account; without it the first. Undefined while it is not there. */
export async function mailOf({ url, token }: Serving, name?: string): Promise<Mail | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const client = new JmapClient({ sessionUrl: `${url}/.well-known/jmap`, headers });
  const accounts = Object.entries((await client.session()).accounts);
  const [accountId] = accounts.find(([, account]) => name === undefined || account.name === name) ?? [];
  if (accountId === undefined) return undefined;
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const inbox = list.find(({ role }) => role === "inbox")?.id;
  return inbox === undefined ? undefined : { client, accountId, inbox };
}

interface Scene {
  url: string;
  mail: Mail;
  /** Where letters are sent to. */
  to: string;
  isShort: boolean;
}

/** Every act, in the account that the client shows first. */
export async function measureActs({ url, mail, to, isShort }: Scene): Promise<Figures> {
  const browser = await openBrowser();
  const figures: Figures = {};
  const repetitions = isShort ? 3 : 10;
  const inbox = `${url}/inbox?letters=all`;
  try {
    const loads = new Screen(await newPage(browser), figures, repetitions);
    await loads.load(
      "cold load",
      () => newPage(browser),
      (page) => page.goto(inbox, { waitUntil: "commit" }),
    );
    const traffic = await countTraffic(loads.page);
    await loads.page.goto(inbox);
    await usableAfter(loads.page);
    Object.assign(figures, traffic.read("cold load, before the list"));
    await loads.page.context().close();

    const page = await newPage(browser);
    const screen = new Screen(page, figures, repetitions);
    await screen.begin(inbox);
    await screen.load(
      "warm reload",
      async () => page,
      () => page.reload({ waitUntil: "commit" }),
    );
    await screen.begin(inbox);
    await goBetweenFolders(screen);
    await readMessages(screen, mail);
    await screen.begin(inbox);
    await jumpAbout(screen);
    await search(screen);
    await screen.begin(inbox);
    await browseFiles(screen);
    await screen.begin(inbox);
    await change(screen);
    await write(screen, to);
    await screen.begin(inbox);
    figures["browser's heap after scrolling, MB"] = await heapAfterScrolling(screen);
  } finally {
    await browser.close();
  }
  return figures;
}

/** Over the local store. */
export async function measureBrowser(folder: string, count: number, isShort: boolean): Promise<Figures> {
  const server = await serve(join(folder, `data-${count}`), await freePort());
  try {
    const mail = await mailOf(server);
    if (!mail) throw new Error("there is no Inbox");
    return await measureActs({ url: server.url, mail, to: "you@pismo.localhost", isShort });
  } finally {
    await server.stop();
  }
}

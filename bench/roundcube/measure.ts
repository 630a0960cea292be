/** Roundcube over the same messages on the same machine, in the same run: what Pismo is compared with. */
import { setTimeout as sleep } from "node:timers/promises";
import { startDovecot } from "../../packages/server/test/servers/dovecot.ts";
import { openBrowser } from "../browser.ts";
import { load } from "../load.ts";
import { fillMaildir } from "../maildir.ts";
import { openPage, tookToLoad } from "../probe.ts";
import type { Figures } from "../server.ts";
import { startSink } from "../sink.ts";
import { countTraffic } from "../wire.ts";
import { change, goBetweenFolders, jumpAbout, readMessages, search } from "./acts.ts";
import { write } from "./compose-acts.ts";
import { dovecotSettings, pageSize } from "./configuration.ts";
import { fillIndex } from "./fill-index.ts";
import { newContext, RoundcubeScreen } from "./screen.ts";
import { type Roundcube, startRoundcube } from "./service.ts";
import { cookieHeader, type Session, signIn } from "./session.ts";

const user = "bench@example.org";
const sessions = 8;

export async function measureRoundcube(folder: string, count: number, isShort: boolean): Promise<Figures> {
  const dovecot = await startDovecot({ settings: dovecotSettings });
  const sink = await startSink();
  try {
    fillMaildir(dovecot.mailDir(user), count);
    await fillIndex(dovecot.port, user, dovecot.password);
    const roundcube = await startRoundcube(folder, { imapPort: dovecot.port, smtpPort: Number(sink.url.port) });
    try {
      const enter = () => signIn(roundcube.url, user, dovecot.password);
      // In turn: all at once would fill the caches of the same folder side by side.
      const entered: Session[] = [];
      for (let index = 0; index < sessions; index++) entered.push(await enter());
      for (const session of entered) await whenListed(roundcube.url, session);
      const served = await measureServed(roundcube, entered, count, isShort);
      return { ...served, ...(await measureActs(roundcube.url, await enter(), isShort)) };
    } finally {
      await roundcube.stop();
    }
  } finally {
    await sink.stop();
    await dovecot.stop();
  }
}

const megabytes = (octets: number): number => Math.round(octets / 2 ** 20);

const pathOf = (page: number): string =>
  `/?_task=mail&_action=list&_layout=widescreen&_mbox=INBOX&_page=${page}&_remote=1`;

const headersOf = (session: Session): Record<string, string> => ({
  cookie: cookieHeader(session),
  "x-roundcube-request": session.token,
  "x-requested-with": "XMLHttpRequest",
});

/** While Dovecot reads in what is new to it, Roundcube says that the folder is empty. */
async function whenListed(url: string, session: Session): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { exec } = (await (await fetch(url + pathOf(1), { headers: headersOf(session) })).json()) as { exec: string };
    if (exec.includes("add_message_row")) return;
    await sleep(100);
  }
  throw new Error("Roundcube's list stays empty");
}

/** Its list alone, as its page asks for it. */
async function measureServed(
  { url, memory, cpu }: Roundcube,
  entered: readonly Session[],
  count: number,
  isShort: boolean,
): Promise<Figures> {
  const atRest = memory();
  const pages = Math.ceil(count / pageSize);
  const heads = entered.map((session) =>
    Object.entries({ host: new URL(url).host, ...headersOf(session) })
      .map(([name, value]) => `${name}: ${value}`)
      .join("\r\n"),
  );
  const request = (session: number, page: number): Buffer =>
    Buffer.from(`GET ${pathOf(page)} HTTP/1.1\r\n${heads[session]}\r\n\r\n`);
  const rate = async (isSame: boolean): Promise<[calls: number, cpuEach: number]> => {
    const seconds = isShort ? 2 : 5;
    const before = cpu();
    // The last page may be a short one, and each session begins elsewhere.
    const pageOf = (session: number, index: number): number =>
      isSame ? 1 : 1 + ((index + Math.floor((session * pages) / sessions)) % Math.max(1, pages - 1));
    const done = await load([url], sessions, seconds * 1000, (session, index) =>
      request(session, pageOf(session, index)),
    );
    return [Math.round(done / seconds), Math.round(((cpu() - before) / done) * 100) / 100];
  };
  const [calls, each] = await rate(true);
  const [everyCalls, everyEach] = await rate(false);
  return {
    "memory at rest, MB": megabytes(atRest),
    "list calls a second, 8 sessions": calls,
    "server's CPU ms a list call": each,
    "list calls a second, 8 sessions, all pages": everyCalls,
    "server's CPU ms a list call, all pages": everyEach,
    "memory after that, MB": megabytes(memory()),
  };
}

/** Every act, in a session that is signed in. */
async function measureActs(url: string, session: Session, isShort: boolean): Promise<Figures> {
  const browser = await openBrowser();
  const figures: Figures = {};
  const repetitions = isShort ? 3 : 10;
  const newScreen = async () =>
    new RoundcubeScreen(await openPage(await newContext(browser, url, session)), url, figures, repetitions);
  try {
    const screen = await newScreen();
    await screen.median("cold load", async (index) => {
      const cold = await newScreen();
      const { page } = cold;
      const traffic = index === 0 ? await countTraffic(page) : undefined;
      const result = await tookToLoad(page, () => cold.load());
      if (traffic) Object.assign(figures, traffic.read("cold load, before the list"));
      await page.context().close();
      return result;
    });
    await screen.begin();
    await screen.median("warm reload", async () => {
      const result = await tookToLoad(screen.page, () => screen.page.reload({ waitUntil: "commit" }));
      await screen.idle();
      return result;
    });
    await goBetweenFolders(screen);
    await readMessages(screen);
    await screen.begin();
    await jumpAbout(screen);
    await search(screen);
    await screen.begin();
    await change(screen);
    await write(screen, "friend@example.net");
  } finally {
    await browser.close();
  }
  const scripts = figures["cold load, before the list, JavaScript kB"];
  if (scripts !== undefined) figures["JavaScript before the list, kB"] = scripts;
  return figures;
}

/** A browser of which every step is written down: what it asks for, where it goes, what it shows and opens. */
import { type AddressInfo, createServer } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import { png } from "./images.ts";

export interface WatchedBrowser {
  page: Page;
  /** An empty page of its own, which reads images. */
  reader: Page;
  /** What happened since the last call that no message may cause. */
  events(): string[];
  /** What stopped something in a message that the cleaning should have removed. */
  walls(): string[];
  close(): Promise<void>;
}

const appPaths = /^\/(?:$|\?|assets\/|jmap\/|auth\/redirects\?|\.well-known\/jmap|manifest|email\/|inbox)/;
const isOfApp = (path: string): boolean => appPaths.test(path);

/** Whom Chromium calls on its own account, whatever it shows. */
const chromiumItself = /\.(?:google|googleapis|gvt1|gstatic)\.com/;

/** Every name leads to a port of ours, so that a look-up or a connection without a request is seen too. */
async function recordConnections(note: (what: string) => void): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (data) => {
      // The host is in clear in an HTTP request as in a TLS greeting (RFC 6066 §3).
      const hosts = data.toString("latin1").match(/[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi) ?? [];
      if (!hosts.some((host) => chromiumItself.test(host))) note(`connection: ${hosts.join(" ").slice(0, 200)}`);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const each = (list: string[]): string[] => [...new Set(list)];

/**
 * @param origin of the server whose pages are shown
 * @param isExpectedPath which of its paths the app asks for
 */
export async function watchBrowser(
  origin: string,
  isExpectedPath: (path: string) => boolean = isOfApp,
): Promise<WatchedBrowser> {
  let happened: string[] = [];
  let stopped: string[] = [];
  const note = (what: string): void => void happened.push(what);
  const recorder = await recordConnections(note);
  const browser: Browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    chromiumSandbox: false,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-features=OptimizationHints,MediaRouter",
      `--host-resolver-rules=MAP * 127.0.0.1:${recorder.port}, EXCLUDE 127.0.0.1`,
    ],
  });
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: "en-US" });
  await context.exposeFunction("tellOfAttack", note);
  await context.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt", "print", "open"] as const) {
      Object.defineProperty(window, name, {
        value: () =>
          (window as unknown as { tellOfAttack?(what: string): void }).tellOfAttack?.(`script called ${name}`),
      });
    }
    if (window.top !== window) return;
    localStorage.setItem("lang", "en");
    localStorage.setItem("theme", "white");
    localStorage.setItem("canary", "alive");
  });
  const page = await context.newPage();
  // What the image proxy gives: here every remote image is there.
  await page.route("**/jmap/image/**", (route) =>
    route.fulfill({ contentType: "image/png", body: png(40, 30, [255, 0, 0]) }),
  );
  context.on("request", (request) => {
    const url = request.url();
    // Addresses that lead to no server.
    if (/^(?:data|blob|about):/.test(url)) return;
    const isPage = request.frame() === page.mainFrame();
    if (isPage && url.startsWith(origin) && isExpectedPath(url.slice(origin.length))) return;
    note(`request of the ${isPage ? "page" : "letter"} to ${url}`);
  });
  context.on("page", (popup) => {
    if (popup !== page) note(`window with ${popup.url()}`);
  });
  page.on("dialog", (dialog) => {
    note(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("download", (download) => note(`download of ${download.url()}`));
  page.on("pageerror", (error) => note(`error in the page: ${error.message}`));
  page.on("framenavigated", (frame) => {
    const isExpected =
      frame === page.mainFrame() ? frame.url().startsWith(`${origin}/`) : frame.url().startsWith("about:");
    if (!isExpected) note(`navigation to ${frame.url()}`);
  });
  page.on("console", (message) => {
    const { url } = message.location();
    if (url.startsWith("about:") && /block|refus|violat|sandbox/i.test(message.text())) stopped.push(message.text());
  });
  const reader = await browser.newPage();
  return {
    page,
    reader,
    events() {
      const since = happened;
      happened = [];
      return each(since);
    },
    walls() {
      const since = stopped;
      stopped = [];
      return each(since);
    },
    async close() {
      await browser.close();
      recorder.close();
    },
  };
}

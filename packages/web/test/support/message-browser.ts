/** A page in Chromium with the message harness, and a record of what happened in it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Browser, type Page } from "@playwright/test";
import { build } from "vite";

export interface MessageBrowser {
  page: Page;
  /** Another page, of nothing. */
  newPage(): Promise<Page>;
  /** What happened since the last call. */
  events(): string[];
  close(): Promise<void>;
}

/** The policy of the app's own page, which frames inherit. */
export const appPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; " +
  "frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types pismo dompurify";

async function bundle(): Promise<{ js: string; css: string }> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    // Under NODE_ENV=test Vite would call the development transform of a production React.
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      lib: { entry: new URL("message-harness.tsx", import.meta.url).pathname, formats: ["es"], fileName: "harness" },
    },
  });
  const outputs = [result].flat().flatMap((each) => ("output" in each ? each.output : []));
  const js = outputs.flatMap((file) => (file.type === "chunk" ? [file.code] : [])).join("\n");
  const css = outputs.flatMap((file) => (file.type === "asset" ? [String(file.source)] : [])).join("\n");
  return { js, css };
}

async function serve(policy: string | undefined): Promise<{ server: Server; url: string }> {
  const { js, css } = await bundle();
  const html = `<!doctype html><html><head><title>Letters</title><link rel="stylesheet" href="/x.css"></head><body><div id="root"></div><script type="module" src="/x.js"></script></body></html>`;
  const files: Record<string, [type: string, content: string]> = {
    "/": ["text/html", html],
    "/x.js": ["text/javascript", js],
    "/x.css": ["text/css", css],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, content] = files[url] ?? ["text/plain", ""];
    response.writeHead(url in files ? 200 : 404, {
      "content-type": `${type}; charset=utf-8`,
      ...(policy && { "content-security-policy": policy }),
    });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** @param policy the content security policy of the page; without one nothing but the cleaning stands in the way */
export async function openMessageBrowser(policy?: string): Promise<MessageBrowser> {
  const { server, url } = await serve(policy);
  const browser: Browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    chromiumSandbox: false,
    args: ["--disable-background-networking"],
  });
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  let happened: string[] = [];
  await page.exposeFunction("tell", (what: string) => void happened.push(what));
  await page.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt", "print"] as const) {
      Object.defineProperty(window, name, {
        value: () => (window as unknown as { tell(what: string): void }).tell(`script called ${name}`),
      });
    }
  });
  await page.route("**", (route) => {
    const request = route.request();
    if ([url, `${url}x.js`, `${url}x.css`].includes(request.url())) return route.continue();
    happened.push(`request to ${request.url()}`);
    return route.abort();
  });
  page.on("framenavigated", (frame) => {
    if (!/^about:(?:srcdoc|blank)$/.test(frame.url()) && frame.url() !== url)
      happened.push(`navigation to ${frame.url()}`);
  });
  page.on("popup", () => happened.push("popup"));
  // Said where a wall had to stop something in a frame: the cleaning should have left nothing to stop.
  // (The page itself says it of handlers in the inert document that the cleaning reads.)
  page.on("console", (message) => {
    const isFrame = message.location().url.startsWith("about:");
    if (isFrame && /Blocked|Refused|violates|sandboxed/i.test(message.text())) happened.push(message.text());
  });
  await page.goto(url);
  await page.waitForFunction(() => "harness" in window);
  happened = [];
  return {
    page,
    newPage: () => browser.newPage({ viewport: { width: 760, height: 900 } }),
    events() {
      const since = happened;
      happened = [];
      return since;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

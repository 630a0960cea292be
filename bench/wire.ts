/** What a browser fetches before a list is shown, by kind and by chunk, as the build left it for the server. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Figures } from "./server.ts";

const dist = join(import.meta.dirname, "../packages/web/dist");

const kb = (octets: number): number => Math.round(octets / 100) / 10;

async function served(path: string): Promise<number> {
  const compressed = await stat(join(dist, `${path}.br`)).catch(() => undefined);
  return (compressed ?? (await stat(join(dist, path)))).size;
}

const sum = async (paths: readonly string[]): Promise<number> =>
  kb((await Promise.all(paths.map(served))).reduce((total, size) => total + size, 0));

export async function measureWire(): Promise<Figures> {
  const page = await readFile(join(dist, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => path);
  const chunks = (await readdir(join(dist, "assets")))
    .filter((file) => file.endsWith(".js"))
    .sort((a, b) => a.localeCompare(b));
  // One of the two languages comes with them.
  const texts = await Promise.all(
    chunks.filter((file) => /^(?:ru|en)-/.test(file)).map((file) => sum([`/assets/${file}`])),
  );
  const scripts = await sum(named.filter((path) => path.endsWith(".js")));
  const figures: Figures = {
    "JavaScript before the list, kB": Math.round((scripts + Math.max(0, ...texts)) * 10) / 10,
    "styles, kB": await sum(named.filter((path) => path.endsWith(".css"))),
    "page, kB": await sum(["/index.html"]),
  };
  for (const name of chunks) {
    // A file name is the chunk's name and a hash.
    const chunk = `chunk ${name.replace(/-[\w-]{8}\.js$/, "")}, kB`;
    figures[chunk] = (figures[chunk] ?? 0) + kb(await served(`/assets/${name}`));
  }
  return figures;
}

const kinds: Record<string, string> = {
  Document: "page",
  Script: "JavaScript",
  Stylesheet: "styles",
  Image: "pictures",
  Fetch: "JMAP",
  XHR: "JMAP",
};

export interface Traffic {
  read(name: string): Figures;
}

/** Counts what comes over the wire from now on, with headers. */
export async function countTraffic(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const kindOf = new Map<string, string>();
  const octets = new Map<string, number>();
  let requests = 0;
  const count = (kind: string, size: number): void => void octets.set(kind, (octets.get(kind) ?? 0) + size);
  session.on("Network.responseReceived", ({ requestId, type }) => {
    requests++;
    kindOf.set(requestId, kinds[type] ?? "other");
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    count(kindOf.get(requestId) ?? "other", encodedDataLength);
  });
  return {
    read(name) {
      const figures: Figures = { [`${name}, requests`]: requests };
      for (const [kind, size] of octets) figures[`${name}, ${kind} kB`] = kb(size);
      return figures;
    },
  };
}

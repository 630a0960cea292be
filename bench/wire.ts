/** What a browser fetches before a list stands, by kind and by chunk, as the build left it for the server. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
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
  const figures: Figures = {
    "JavaScript before the list, kB": await sum(named.filter((path) => path.endsWith(".js"))),
    "styles, kB": await sum(named.filter((path) => path.endsWith(".css"))),
    "page, kB": await sum(["/index.html"]),
  };
  for (const name of (await readdir(join(dist, "assets")))
    .filter((file) => file.endsWith(".js"))
    .sort((a, b) => a.localeCompare(b))) {
    // Names hold a hash: the chunk is what stands before it.
    const chunk = `chunk ${name.replace(/-[\w-]{8}\.js$/, "")}, kB`;
    figures[chunk] = (figures[chunk] ?? 0) + kb(await served(`/assets/${name}`));
  }
  return figures;
}

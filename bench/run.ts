/**
 * npm run bench [-- --short] [--size 10k,100k] [--parts import,server,wire,browser,live] [--mbox FILE] [--keep]
 * Fills a data directory under the temporary folder (BENCH_DATA), measures, prints the table.
 */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBrowser } from "./browser.ts";
import { measureLive } from "./live.ts";
import { keep, lastKept, newResult, roundcube, table } from "./report.ts";
import { type Figures, measureImport, measureServer } from "./server.ts";
import { measureWire } from "./wire.ts";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    size: { type: "string" },
    parts: { type: "string", default: "import,server,wire,browser,live" },
    mbox: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});
const folder = process.env["BENCH_DATA"] ?? join(tmpdir(), "pismo-bench");
const sizes = (values.size ?? (values.short ? "1k" : "10k")).split(",");
const parts = new Set(values.parts.split(","));
const countOf = (size: string): number => Number(size.replace(/k$/i, "000").replace(/M$/, "000000"));

const measured: Record<string, Figures> = {};
const [before, peer] = [await lastKept(), await roundcube()];
for (const size of sizes) {
  const count = countOf(size);
  const figures: Figures = (measured[size] = {});
  const isFilled = existsSync(join(folder, `data-${count}`));
  const needsLetters = parts.has("server") || parts.has("browser");
  if (parts.has("import") || (needsLetters && !isFilled))
    Object.assign(figures, await measureImport(folder, count, values.mbox));
  if (parts.has("server")) Object.assign(figures, await measureServer(folder, count, values.short));
  if (parts.has("wire")) Object.assign(figures, await measureWire());
  if (parts.has("browser")) Object.assign(figures, await measureBrowser(folder, count, values.short));
  if (parts.has("live")) Object.assign(figures, await measureLive(values.short));
  console.log(`\n${size} letters in the Inbox\n${table(figures, before[size], peer[size])}`);
}
if (values.keep) console.log(`\nkept in ${await keep(newResult(measured))}`);

/**
 * npm run bench [-- --short] [--size 1k,10k,100k,1m] [--parts roundcube,import,server,wire,browser,together,mirror,live,cluster] [--mbox FILE]
 *               [--refill] [--keep] [--plot]
 * Where Roundcube is installed, it is measured first, for comparison.
 * Fills a data directory a size under the temporary folder (BENCH_DATA), measures, prints the table. A filled
 * directory is reused, without measuring its import. `--plot` alone draws the stored results into docs/growth.svg.
 */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBrowser } from "./browser.ts";
import { measureCluster } from "./cluster/measure.ts";
import { measureLive } from "./live.ts";
import { measureMirror } from "./mirror.ts";
import { plot } from "./plot.ts";
import { keep, lastStored, newResult, peerOf, roundcube, table } from "./report.ts";
import { measureRoundcube } from "./roundcube/measure.ts";
import { missing } from "./roundcube/service.ts";
import { type Figures, measureImport, measureServer } from "./server.ts";
import { measureTogether } from "./together.ts";
import { measureWire } from "./wire.ts";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    size: { type: "string" },
    parts: { type: "string" },
    mbox: { type: "string" },
    refill: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    plot: { type: "boolean", default: false },
  },
});
const folder = process.env["BENCH_DATA"] ?? join(tmpdir(), "pismo-bench");
const isPlotAlone = values.plot && values.size === undefined && values.parts === undefined;
const sizes = isPlotAlone ? [] : (values.size ?? (values.short ? "1k" : "10k")).toLowerCase().split(",");
const parts = new Set((values.parts ?? "roundcube,import,server,wire,browser,mirror,live,cluster").split(","));
const countOf = (size: string): number => Number(size.replace("k", "000").replace("m", "000000"));
/** A mail server with more messages in one folder than this takes longer to fill than all the rest to measure. */
const MAX_MIRRORED = 100_000;

/** In the directory, so that it is deleted with it before a refill. Without it the import was interrupted. */
const filledFile = (count: number): string => join(folder, `data-${count}`, "filled-by-bench");

async function fill(count: number): Promise<Figures> {
  if (!values.refill && !values.mbox && existsSync(filledFile(count))) return {};
  const figures = await measureImport(folder, count, values.mbox);
  await writeFile(filledFile(count), "");
  // A million messages are 5 GB.
  if (!values.mbox) await rm(join(folder, `${count}.mbox`), { force: true });
  return figures;
}

/** Prints what is measured, because it takes minutes. */
function during(what: string, work: () => Promise<Figures>): Promise<Figures> {
  console.error(`${new Date().toLocaleTimeString("en-GB")} ${what}`);
  return work();
}

const measured: Record<string, Figures> = {};
const peers: Record<string, Figures> = {};
const { measuredAt } = newResult({});
const [before, storedPeers] = [await lastStored(), await roundcube()];
const notInstalled = parts.has("roundcube") ? missing() : [];
if (notInstalled.length > 0)
  console.log(`not installed: ${notInstalled.join(", ")}; Roundcube's kept figures are used`);
const hasRoundcube = parts.has("roundcube") && notInstalled.length === 0;
for (const size of sizes) {
  const count = countOf(size);
  const figures: Figures = (measured[size] = {});
  const say = async (name: string, what: Figures): Promise<void> => {
    console.log(
      `\n${name} letters in the Inbox\n${table(name, what, before[name] ?? {}, peerOf(size, peers, storedPeers))}`,
    );
    // After every size: an interrupted run has stored its results so far.
    if (values.keep)
      console.log(
        `\nkept in ${await keep({ ...newResult(measured), measuredAt, ...(hasRoundcube && { roundcube: peers }) })}`,
      );
  };
  if (hasRoundcube && count <= MAX_MIRRORED) {
    try {
      peers[size] = await during(`${size}: Roundcube`, () => measureRoundcube(folder, count, values.short));
    } catch (error) {
      // A failure of Roundcube must not end the measurement.
      console.error("Roundcube could not be measured, its kept figures are used:", error);
    }
  }
  const measure = async (what: string, work: () => Promise<Figures>): Promise<void> =>
    void Object.assign(figures, await during(`${size}: ${what}`, work));
  if (["import", "server", "browser", "together"].some((part) => parts.has(part)))
    await measure("the mailbox", () => fill(count));
  if (parts.has("server")) await measure("the server", () => measureServer(folder, count, values.short));
  if (parts.has("wire")) await measure("what goes over the wire", measureWire);
  if (parts.has("browser")) await measure("the browser", () => measureBrowser(folder, count, values.short));
  if (parts.has("live") && size === sizes[0]) await measure("what shows by itself", () => measureLive(values.short));
  // Without other parts it is only printed.
  if (Object.keys(figures).length > 0) await say(size, figures);
  else if (peers[size]) console.log(`\nRoundcube, ${size} letters in the Inbox\n`, peers[size]);
  if (parts.has("together") && count <= MAX_MIRRORED) {
    const name = `3 × ${size}, together`;
    measured[name] = await during(name, () => measureTogether(folder, count, values.short));
    await say(name, measured[name]);
  }
  if (parts.has("mirror") && count <= MAX_MIRRORED) {
    const name = `${size} over Dovecot`;
    measured[name] = await during(name, () => measureMirror(folder, count, values.short));
    await say(name, measured[name]);
  }
  if (parts.has("cluster") && size === sizes[0]) {
    const name = `${size} on PostgreSQL`;
    measured[name] = await during(name, () => measureCluster(folder, count, values.short));
    await say(name, measured[name]);
  }
}
if (values.plot) console.log(`\ndrawn in ${await plot()}`);

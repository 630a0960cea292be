/** Results: stored in files, shown as a table beside the last stored one and Roundcube's. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { verdictOf } from "./bounds.ts";
import type { Figures } from "./server.ts";

export interface Result {
  measuredAt: string;
  machine: string;
  node: string;
  /** Processes that wanted a core in the last minute, on average, when the measuring ended. */
  load: number;
  /** A loop that is the same everywhere: runs with another time cannot be compared by the clock. */
  calibrationMs: number;
  /** Size of the Inbox, e.g. "10k" → what was measured there. */
  sizes: Record<string, Figures>;
  /** Roundcube's, where it was measured in the same run. */
  roundcube?: Record<string, Figures>;
}

const folder = join(import.meta.dirname, "results");

export const newResult = (sizes: Result["sizes"]): Result => ({
  measuredAt: new Date().toISOString(),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
  node: process.version,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  calibrationMs: calibrate(),
  sizes,
});

function calibrate(): number {
  const startedAt = performance.now();
  let mixed = 1;
  for (let round = 0; round < 20_000_000; round++) mixed = Math.imul(mixed ^ round, 0x9e3779b1);
  return mixed === 0 ? 0 : Math.round((performance.now() - startedAt) * 10) / 10;
}

/** From the oldest to the newest. */
async function storedResults(): Promise<Result[]> {
  const names = (await readdir(folder).catch((): string[] => [])).sort((a, b) => a.localeCompare(b));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as Result));
}

/** The newest stored figures for each size. */
export async function lastStored(): Promise<Result["sizes"]> {
  const sizes: Result["sizes"] = {};
  for (const stored of await storedResults()) {
    for (const [size, figures] of Object.entries(stored.sizes)) sizes[size] = { ...sizes[size], ...figures };
  }
  return sizes;
}

export async function keep(result: Result): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${result.measuredAt.slice(0, 16).replaceAll(":", "")}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}

const isBetterHigher = (name: string): boolean => name.includes("a second");

/** Roundcube at its best: of each figure the best stored one for the size, here or on another machine. */
export async function roundcube(): Promise<Record<string, Figures>> {
  const { note: _, ...others } = JSON.parse(
    await readFile(join(import.meta.dirname, "roundcube.json"), "utf8"),
  ) as Record<string, Figures>;
  const best: Record<string, Figures> = {};
  for (const sizes of [others, ...(await storedResults()).map((stored) => stored.roundcube ?? {})]) {
    for (const [size, figures] of Object.entries(sizes)) {
      const ofSize = (best[size] ??= {});
      for (const [name, value] of Object.entries(figures)) {
        const better = isBetterHigher(name) ? Math.max : Math.min;
        ofSize[name] = better(value, ofSize[name] ?? value);
      }
    }
  }
  return best;
}

export interface Peer {
  /** Which measurement it is. */
  name: string;
  figures: Figures;
}

/**
 * What Roundcube takes with a mailbox of this size, or with the largest that it is measured with: in this run, where it
 * was measured, or else at its best. Never some of both.
 * @param size e.g. "10k", "1m", "10k over Dovecot"
 */
export function peerOf(size: string, now: Record<string, Figures>, stored: Record<string, Figures>): Peer {
  const [messages = ""] = size.split(" ");
  const nearest = messages === "1m" ? "100k" : messages;
  const measured = now[nearest];
  if (measured) return { name: "Roundcube, this run", figures: measured };
  return { name: "Roundcube, best kept", figures: stored[nearest] ?? {} };
}

const ratio = (value: number, other: number | undefined): string => (other ? `× ${(value / other).toFixed(2)}` : "");

export function table(size: string, now: Figures, before: Figures, peer: Peer): string {
  const rows = [
    ["", "now", "last kept", "", peer.name, "", "bound"],
    ...Object.entries(now).map(([name, value]) => [
      name,
      String(value),
      String(before[name] ?? ""),
      ratio(value, before[name]),
      String(peer.figures[name] ?? ""),
      ratio(value, peer.figures[name]),
      verdictOf(name, value, size, peer.figures),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** How each act grows with the mailbox: small drawings side by side, from the stored results, in one SVG for light and dark pages. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lastStored, roundcube } from "./report.ts";
import type { Figures } from "./server.ts";

const sizes = ["1k", "10k", "100k", "1m"];

/** In the order in which they are drawn. The unit is the end of the name. */
const drawn = [
  "cold load, ms",
  "warm reload, ms",
  "folder switch, ms",
  "folder opened for the first time, ms",
  "open a plain letter, ms",
  "open an HTML letter, ms",
  "open a letter with files, ms",
  "open a letter that was not fetched, ms",
  "open a letter again, ms",
  "next letter by key, ms",
  "back to the list, ms",
  "next page, ms",
  "far end of the list, ms",
  "a place not seen before, ms",
  "a place seen before, ms",
  "search by subject word painted, ms",
  "search by body word painted, ms",
  "search while typing painted, ms",
  "flag painted, ms",
  "flag confirmed, ms",
  "read painted, ms",
  "read confirmed, ms",
  "trash painted, ms",
  "trash confirmed, ms",
  "open compose, ms",
  "send with two images, ms",
  "list calls a second, 8 sessions",
  "server's CPU ms a list call",
  "start to the first answer, ms",
  "memory at rest, MB",
  "browser's heap after scrolling, MB",
  "import, letters a second",
  "import, CPU ms a letter",
  "import, memory MB",
];

const columns = 4;
const cell = { width: 270, height: 150 };
const room = { left: 44, right: 34, top: 30, bottom: 24 };
const header = 76;

interface Series {
  name: string;
  className: string;
  values: Record<string, Figures>;
}

type Point = [x: number, y: number, value: number];

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const shortly = (value: number): string =>
  value >= 10_000
    ? `${Math.round(value / 1000)}k`
    : String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

/** Whole decades that hold the values: a line that rises by one of them grows as the mailbox does. */
function decades(values: readonly number[]): [from: number, to: number] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.ceil(Math.log10(Math.max(...values)) + 0.01);
  return to - from < 2 ? [from - (2 - (to - from)), to] : [from, to];
}

function panel(name: string, series: readonly Series[]): string {
  const known = series.flatMap(({ values }) => sizes.map((size) => values[size]?.[name]).filter((value) => value));
  if (known.length === 0) return "";
  const [from, to] = decades(known as number[]);
  const width = cell.width - room.left - room.right;
  const height = cell.height - room.top - room.bottom;
  const x = (index: number): number => room.left + (width * index) / (sizes.length - 1);
  const y = (value: number): number =>
    Math.round(10 * (room.top + height * (1 - (Math.log10(value) - from) / (to - from)))) / 10;
  const grid = Array.from({ length: to - from + 1 }, (_, step) => {
    const value = 10 ** (from + step);
    return `<path class="grid" d="M${room.left} ${y(value)}h${width}"/><text class="scale" x="${room.left - 6}" y="${y(value) + 3.5}" text-anchor="end">${shortly(value)}</text>`;
  });
  const marks = sizes.map(
    (size, index) =>
      `<text class="scale" x="${x(index)}" y="${cell.height - 8}" text-anchor="middle">${size.toUpperCase()}</text>`,
  );
  const lines = series.map(({ className, values }) => {
    const points = sizes.flatMap((size, index): Point[] => {
      const value = values[size]?.[name];
      return value ? [[x(index), y(value), value]] : [];
    });
    const last = points.at(-1);
    if (!last) return "";
    const path = points.map(([px, py], index) => `${index === 0 ? "M" : "L"}${px} ${py}`).join("");
    const dots = points.map(([px, py]) => `<circle class="${className} dot" cx="${px}" cy="${py}" r="3"/>`);
    const label = `<text class="${className} value" x="${last[0] + 7}" y="${last[1] + 4}">${shortly(last[2])}</text>`;
    return `<path class="${className}" d="${path}"/>${dots.join("")}${label}`;
  });
  return `<text class="name" x="${room.left - 34}" y="18">${escape(name)}</text>${grid.join("")}${marks.join("")}${lines.join("")}`;
}

const style = `
text{font:12px Arial,Helvetica,sans-serif;fill:#333}
.title{font-size:17px;font-weight:bold}.name{font-weight:bold}.scale{font-size:10px;fill:#6d6f76}
.paper{fill:#fff}.grid{stroke:#e3e5e9;fill:none}
path.local,path.mirror,path.peer{fill:none;stroke-width:2;stroke-linejoin:round}
.local{stroke:#005ff9}.mirror{stroke:#0a7f45;stroke-dasharray:5 3}.peer{stroke:#8a6a00;stroke-dasharray:2 3}
.dot{stroke:none}.local.dot,.local.value{fill:#005ff9}.mirror.dot,.mirror.value{fill:#0a7f45}.peer.dot,.peer.value{fill:#8a6a00}
.value{stroke:none;font-size:11px}
@media (prefers-color-scheme:dark){
text{fill:#fff}.scale{fill:#a5a7ab}.paper{fill:#232324}.grid{stroke:#3a3a3d}
.local{stroke:#79a9ff}.mirror{stroke:#5fd39a}.peer{stroke:#e0be55}
.local.dot,.local.value{fill:#79a9ff}.mirror.dot,.mirror.value{fill:#5fd39a}.peer.dot,.peer.value{fill:#e0be55}
.dot,.value{stroke:none}
}`;

/** @param series one a colour */
export function drawing(series: readonly Series[]): string {
  const panels = drawn.map((name) => panel(name, series)).filter((content) => content !== "");
  const width = columns * cell.width;
  const height = header + Math.ceil(panels.length / columns) * cell.height + 10;
  const legend = series.map(({ name, className }, index) => {
    const left = 10 + index * 165;
    return `<path class="${className}" d="M${left} 54h26"/><text x="${left + 33}" y="58">${escape(name)}</text>`;
  });
  const placed = panels.map((content, index) => {
    const [left, top] = [(index % columns) * cell.width, header + Math.floor(index / columns) * cell.height];
    return `<g transform="translate(${left} ${top})">${content}</g>`;
  });
  const title = "By the number of letters in the Inbox; a step of the grid is ten times as much";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>${style}</style>
<rect class="paper" width="${width}" height="${height}" rx="12"/>
<text class="title" x="10" y="32">${title}</text>
${legend.join("\n")}
${placed.join("\n")}
</svg>
`;
}

/** @returns the file that was written */
export async function plot(): Promise<string> {
  const stored = await lastStored();
  const mirror = Object.fromEntries(sizes.map((size) => [size, stored[`${size} over Dovecot`] ?? {}]));
  const file = join(import.meta.dirname, "../docs/growth.svg");
  await writeFile(
    file,
    drawing([
      { name: "local store", className: "local", values: stored },
      { name: "over Dovecot", className: "mirror", values: mirror },
      { name: "Roundcube", className: "peer", values: await roundcube() },
    ]),
  );
  return file;
}

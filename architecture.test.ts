/** What docs/ARCHITECTURE.md and the decisions say of files is so: each is there, and walks follow imports. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { filesBelow, importGraph, usedModules } from "./scripts/import-graph.mjs";

const root = import.meta.dirname;
const files = ["packages", "e2e", "bench", "fuzz", "scripts", "docs", ".ci"].flatMap((folder) =>
  filesBelow(root, folder),
);
const inBackticks = /`(?:…\/)?((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|js|css|html|md|json))`/g;

/** "web/app/router.ts" → "packages/web/src/app/router.ts"; the end of a path is enough where one file has it. */
function filesNamed(path: string): string[] {
  const full = path.replace(/^(web|server|jmap|images)\//, "packages/$1/src/");
  if (existsSync(full)) return [full];
  return files.filter((file) => file.endsWith(`/${path}`));
}

interface Walk {
  title: string;
  /** In the order in which they are named, with the words before each. */
  steps: { file: string; words: string }[];
}

const document = readFileSync("docs/ARCHITECTURE.md", "utf8");
const walks: Walk[] = document
  .split(/^## /m)
  .filter((section) => section.startsWith("The life of"))
  .map((section) => {
    const [title = "", ...lines] = section.split("\n");
    // What is told beside a walk follows no call.
    const text = lines.filter((line) => /^\d+\. /.test(line)).join("\n");
    let end = 0;
    const steps = [...text.matchAll(inBackticks)].map((match) => {
      const words = text.slice(end, match.index);
      end = match.index + match[0].length;
      return { file: filesNamed(match[1]!)[0] ?? "", words };
    });
    return { title, steps };
  });

const graph = importGraph(root);

/** Whether a module imports another, or one that imports it. */
function leadsTo(from: string, to: string): boolean {
  // Names that come through an index.ts are counted as coming from where they are declared.
  const next = usedModules(graph, from).filter((file) => !file.endsWith("/index.ts"));
  return next.includes(to) || next.some((file) => usedModules(graph, file).includes(to));
}

/** Whether a module, or one that it imports, has this word: a table is named in the store alone. */
const mentions = (file: string, word: string): boolean =>
  [file, ...usedModules(graph, file)].some((each) => readFileSync(each, "utf8").includes(word));

/** Ways by which one part reaches another without an import: the words that name them, and what must then be so. */
const crossings: { words: RegExp; holds: (from: string, to: string, word: string) => boolean }[] = [
  { words: /over HTTP/, holds: (from, to) => /^packages\/(web|jmap)/.test(from) && to.includes("/server/src/http/") },
  {
    words: /after the commit/i,
    holds: (from, to) => from.includes("/store/") && readFileSync(to, "utf8").includes("onCommit("),
  },
  { words: /by push/, holds: (from, to) => from.includes("/server/src/http/") && to.startsWith("packages/web/") },
  { words: /row in `(\w+)`/, holds: (from, to, table) => mentions(from, table) && mentions(to, table) },
];

function isWalkable(from: string, to: string, words: string): boolean {
  if (leadsTo(from, to) || leadsTo(to, from)) return true;
  return crossings.some(({ words: named, holds }) => {
    const match = named.exec(words);
    return match !== null && holds(from, to, match[1] ?? "");
  });
}

const pages = ["docs/ARCHITECTURE.md", ...readdirSync("docs/decisions").map((page) => `docs/decisions/${page}`)];

test.each(pages)("the files that %s names are there", (page) => {
  const named = [...readFileSync(page, "utf8").matchAll(inBackticks)].map(([, path]) => path!);
  const missing = named.filter((path) => filesNamed(path).length === 0);
  expect(missing).toEqual([]);
});

test("in ARCHITECTURE.md a path names one file", () => {
  const named = [...document.matchAll(inBackticks)].map(([, path]) => path!);
  expect(named.filter((path) => filesNamed(path).length > 1)).toEqual([]);
});

test("the folders of the code map are there", () => {
  let workspace = "";
  const missing = [...document.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, path = ""]) => {
      workspace = /^packages\/\w+(\/src)?/.exec(path)?.[0] ?? workspace;
      const places = [path, path.replace("…", workspace), `${workspace}/${path}`];
      return places.some((place) => existsSync(place)) ? [] : [path];
    }),
  );
  expect(missing).toEqual([]);
});

describe("each file of a walk imports the next, or is imported by it", () => {
  test("there are walks", () => {
    expect(walks.length).toBeGreaterThanOrEqual(5);
    expect(walks.filter(({ steps }) => steps.length < 3)).toEqual([]);
  });

  test.each(walks)("$title", ({ steps }) => {
    const gaps = steps
      .slice(1)
      .map(({ file, words }, index) => ({ from: steps[index]!.file, to: file, words }))
      .filter(({ from, to, words }) => from !== to && !isWalkable(from, to, words))
      .map(({ from, to }) => `${from} does not lead to ${to}`);
    expect(gaps).toEqual([]);
  });
});

/**
 * `npm run house [-- --list] [-- --root CHECKOUT]`: how the sources stand against the house rules of CONTRIBUTING.md.
 * Prints counts as a Markdown table; with `--list` also what was counted.
 */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseSync } from "vite";
import { filesBelow, importCircles, importGraph, sourceModules } from "./import-graph.mjs";

const { values } = parseArgs({ options: { list: { type: "boolean", default: false }, root: { type: "string" } } });
const root = resolve(values.root ?? dirname(dirname(fileURLToPath(import.meta.url))));
const textOf = (file) => readFileSync(join(root, file), "utf8");

/** One row of the table: a name, and what is counted as lines of text. */
const rows = [];
const row = (name, found) => rows.push({ name, found });

const sources = sourceModules(root);
const tests = ["packages", "e2e", "bench", "fuzz"]
  .flatMap((folder) => filesBelow(root, folder))
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith(".d.ts") && !sources.includes(file));

const lineCount = (text) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const nameOf = (node, parent) =>
  node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? parent?.callee?.name ?? "(unnamed)";

/** Each function of a module with its length in lines, nested ones too. */
function functionsOf(file) {
  const text = textOf(file);
  const found = [];
  const visit = (node, parent) => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, parent));
    if (typeof node?.type !== "string") return undefined;
    if (functionTypes.has(node.type) && node.body) {
      const line = text.slice(0, node.start).split("\n").length;
      found.push({
        location: `${file}:${line} ${nameOf(node, parent)}`,
        lines: text.slice(node.start, node.end).split("\n").length,
      });
    }
    for (const value of Object.values(node)) if (typeof value === "object" && value !== null) visit(value, node);
    return undefined;
  };
  visit(parseSync(file, text).program);
  return found;
}

function addFileSizes() {
  const perFolder = Map.groupBy(sources, (file) => dirname(file));
  const large = [...perFolder].filter(([, files]) => files.length > 20).sort(([, a], [, b]) => b.length - a.length);
  row("source files", sources);
  row(
    "folders with more than 20 source files",
    large.map(([folder, files]) => `${files.length} ${folder}`),
  );
  const sized = sources.map((file) => ({ file, lines: lineCount(textOf(file)) }));
  row(
    "source files under 15 lines",
    sized.filter(({ lines }) => lines < 15).map(({ file, lines }) => `${lines} ${file}`),
  );
  row(
    "source files over 200 lines",
    sized.filter(({ lines }) => lines > 200).map(({ file, lines }) => `${lines} ${file}`),
  );
}

function addFunctionLengths(where, files) {
  const found = files.flatMap(functionsOf).sort((a, b) => b.lines - a.lines);
  for (const most of [60, 100]) {
    const long = found.filter(({ lines }) => lines > most);
    row(
      `functions over ${most} lines (${where})`,
      long.map(({ lines, location }) => `${lines} ${location}`),
    );
  }
}

function addCircles() {
  const graph = importGraph(root);
  const kinds = {
    "import circles": ({ isType, isDynamic }) => !isType && !isDynamic,
    "import circles, types counted too": () => true,
  };
  for (const [name, counts] of Object.entries(kinds))
    row(
      name,
      importCircles(graph, counts).map((files) => files.join(", ")),
    );
}

/** Words that the glossary has a better one for, or that say little. The identifiers are counted by their parts. */
const words = [
  "nobody",
  "somebody",
  "meanwhile",
  "anew",
  "place",
  "outbox",
  "picture",
  "letter",
  "patience",
  "kept",
  "look",
  "mark",
  "round",
  "arrival",
  "seat",
  "first-sight",
  "row-deeds",
  "take-in",
  "own-servers",
];

const capital = (part) => part[0].toUpperCase() + part.slice(1);

/** A word by itself or as part of a camelCase name, in the plural too; `Math.round` is none of ours. */
function patternOf(word) {
  const [first, ...rest] = word.split("-");
  const camel = [first, ...rest.map(capital)].join("");
  const own = [word, word.replaceAll("-", " "), camel].map((form) => `(?<![A-Za-z])${form}`);
  return new RegExp(`(?<!Math\\.)(?:${own.join("|")}|${capital(camel)})s?(?![a-z])`, "g");
}

function addWords() {
  const files = [
    ...filesBelow(root, "packages").filter((file) => /^packages\/\w+\/(src|test)\//.test(file)),
    ...filesBelow(root, "e2e"),
    ...filesBelow(root, "docs"),
  ].filter((file) => /\.(tsx?|mjs|md|css|html)$/.test(file) && !file.includes("/fixtures/"));
  const texts = files.map((file) => ({ file, text: `${file}\n${textOf(file)}` }));
  const patterns = [
    ...words.map((word) => [word, patternOf(word)]),
    ["what is … of", /\bwhat (?:is|was|are|were)\b[^.;:\n]{0,40}\bof\b/gi],
  ];
  for (const [word, pattern] of patterns) {
    const found = texts.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(() => file));
    row(`“${word}”`, found);
  }
}

/** The same line once, with how often it occurs. */
const grouped = (lines) =>
  [...Map.groupBy(lines, (line) => line)].map(([line, all]) => (all.length > 1 ? `${all.length}× ${line}` : line));

addFileSizes();
addFunctionLengths("source", sources);
addFunctionLengths("tests and tools", tests);
addCircles();
addWords();
const width = Math.max(...rows.map(({ name }) => name.length));
console.log(`| ${"counted".padEnd(width)} | number |\n| ${"-".repeat(width)} | -----: |`);
for (const { name, found } of rows) console.log(`| ${name.padEnd(width)} | ${String(found.length).padStart(6)} |`);
if (values.list) {
  for (const { name, found } of rows.slice(1))
    if (found.length > 0) console.log(`\n## ${name}\n\n${grouped(found).join("\n")}`);
}

/** docs/specification-checklist.md names tests: each of them is there, and every line has one. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

/** "header.spec.ts", "header" for the stories, "themes.test.ts" for tests beside the code → where they lie. */
const files = new Map<string, string>();
for (const folder of ["packages/web/src", "packages/server/src", "packages/server/test", "e2e"]) {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(spec|test)\.tsx?$/.test(file)) continue;
    files.set(basename(file), join(folder, file));
    if (folder === "e2e") files.set(basename(file, ".spec.ts"), join(folder, file));
  }
}

const rows = readFileSync("docs/specification-checklist.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| (-|Line )/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, line = "", , proof = ""]) => ({ line, proof: proof.replaceAll("`", "") }));

/** The names of a file's tests and groups; "…" for what is filled in. */
function titlesOf(path: string): string[] {
  const source = readFileSync(path, "utf8");
  const calls = source.matchAll(/\b(?:test|describe|step|each)\b[^"'`\n]*\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gs);
  return [...calls].map(([, , title = ""]) => title.replaceAll(/\\(.)/g, "$1").replaceAll(/\$\{[^}]*\}|%[so]/g, "…"));
}

/** The words between ellipses. */
const fragments = (title: string): string[] =>
  title
    .replaceAll("`", "")
    .split("…")
    .map((words) => words.replace(/^[\s,:]+|[\s,:]+$/g, ""))
    .filter(Boolean);

const holdsAll = (whole: string, parts: readonly string[]): boolean =>
  parts.every((part) => whole.replaceAll("`", "").includes(part));

/** Whether a test has this name, of which either side may leave words out. */
const isThere = (title: string, path: string): boolean =>
  titlesOf(path).some((name) => holdsAll(name, fragments(title)) || holdsAll(title, fragments(name)));

function problemsOf(line: string, proof: string): string[] {
  const named = [...proof.matchAll(/(?:^|[\s;(,/])([\w-]+(?:\.(?:spec|test)\.tsx?)?)(?=\s*›|\.|[\s;)]|$)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => files.has(name));
  if (named.length === 0) return [`${line}: no test`];
  const missing = [...proof.matchAll(/[\w-]+\.(?:spec|test)\.tsx?/g)]
    .map(([name]) => name)
    .filter((name) => !files.has(name));
  return missing.map((name) => `${line}: there is no ${name}`);
}

test("every line of the specification names the test that shows it", () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.flatMap(({ line, proof }) => problemsOf(line, proof))).toEqual([]);
});

test("the tests that are named are there", () => {
  const wrong = rows.flatMap(({ line, proof }) => {
    // The first reference of a line; further ones may be shortened.
    const [, name = "", title = ""] = /^([\w-]+(?:\.(?:spec|test)\.tsx?)?) › ([^›;]*)/.exec(proof) ?? [];
    const path = files.get(name);
    return path && title && !isThere(title.trim(), path) ? [`${line}: ${name} has no "${title.trim()}"`] : [];
  });
  expect(wrong).toEqual([]);
});

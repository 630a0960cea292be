/** What the pages for newcomers name is there: links, npm scripts, settings and commands. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "./packages/server/src/cli/usage.ts";
import { describeSettings } from "./packages/server/src/config.ts";
import { filesBelow } from "./scripts/import-graph.mjs";

const root = import.meta.dirname;
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "bench/NOTES.md"]
  .concat(filesBelow(root, "docs"), filesBelow(root, ".github"))
  .filter((file) => /\.(md|ya?ml)$/.test(file));

const matches = (page: string, pattern: RegExp): string[] => [...read(page).matchAll(pattern)].map(([, name]) => name!);

/** As GitHub makes them of headings. */
const anchorsOf = (file: string): string[] =>
  matches(file, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(pages)("%s: its links lead somewhere", (page) => {
  const dead = matches(page, /\]\(([^)\s]+)\)/g)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
  expect(dead).toEqual([]);
});

test.each(pages)("%s: its paths are there", (page) => {
  const named = matches(page, /`((?:packages|docs|scripts|e2e|bench|fuzz)\/[\w./-]+)`/g);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(pages)("%s: its npm scripts are there", (page) => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const named = matches(page, /npm run (?:--?[\w-]+ )*([\w:-]+)/g).concat(matches(page, /npm (start|test)\b/g));
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test.each(pages)("%s: its settings are there", (page) => {
  const known = new Set(
    describeSettings().flatMap(({ variable, isSecret }) => (isSecret ? [variable, `${variable}_FILE`] : [variable])),
  );
  expect(matches(page, /\b(PISMO_[A-Z_]*[A-Z])\b/g).filter((name) => !known.has(name))).toEqual([]);
});

test.each(pages)("%s: its commands of pismo are there", (page) => {
  const named = matches(page, /(?:`|run )pismo (?:-- )?([a-z]+)/g);
  expect(named.filter((name) => !(name in commands))).toEqual([]);
});

/** scripts/to-javascript.mjs over the sources that `npm run pack` takes; npm-package.slow.test.ts runs the result. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { toJavaScript } from "../../../../scripts/to-javascript.mjs";

const packages = join(import.meta.dirname, "../../..");
const sources = ["server", "jmap", "images"].flatMap((name) =>
  readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join(packages, name, "src", file)),
);

/** What stands in quotes and looks like a file beside this one. */
const filesNamedIn = (text: string): string[] =>
  [...text.matchAll(/["'`](\.{1,2}\/[^"'`\n]+\.[jt]s)["'`]/g)].map(([, name]) => name!);

test("every file that a source names is there afterwards", () => {
  const missing = sources.flatMap((source) =>
    filesNamedIn(toJavaScript(readFileSync(source, "utf8")))
      .filter((name) => !existsSync(resolve(dirname(source), name.replace(/\.js$/, ".ts"))) || name.endsWith(".ts"))
      .map((name) => `${source}: ${name}`),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

test("every line stays where it is", () => {
  for (const source of sources) {
    const before = readFileSync(source, "utf8");
    expect([source, toJavaScript(before).split("\n").length]).toEqual([source, before.split("\n").length]);
  }
});

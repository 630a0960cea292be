/** docs/known-holes.md: every hole of another mail program that we know of names a test, which is there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const letters = "e2e/fixtures/hostile";
const rows = readFileSync("docs/known-holes.md", "utf8")
  .split("\n")
  .filter((line) => /^\| (?!-|Hole )/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, hole = "", , , tests = ""]) => ({ hole, tests: tests.split("; ").filter(Boolean) }));

const files = new Map(
  ["packages/web", "packages/server", "packages/jmap"].flatMap((folder) =>
    ["src", "test"]
      .map((part) => join(folder, part))
      .filter((part) => existsSync(part))
      .flatMap((part) => readdirSync(part, { recursive: true, encoding: "utf8" }).map((file) => join(part, file)))
      .filter((file) => file.endsWith(".test.ts"))
      .map((file): [string, string] => [basename(file), file]),
  ),
);

function isThere(proof: string): boolean {
  const [, letter] = /^letter (\S+)$/.exec(proof) ?? [];
  if (letter !== undefined) return existsSync(join(letters, `${letter}.eml`));
  const [, file = "", title = ""] = /^`([\w.-]+)` "(.+)"$/.exec(proof) ?? [];
  const path = files.get(file);
  if (path === undefined) return false;
  const lines = readFileSync(path, "utf8").split("\n");
  // A title stands behind "test(" or "describe(", or on a line of its own.
  return lines.some((line) => line.includes(title) && /\b(?:test|describe)\b|^\]\)|^\s*["`]/.test(line));
}

const cve = (year: number, ...numbers: number[]): string[] => numbers.map((number) => `CVE-${year}-${number}`);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("every hole names a test, and each of them is there", () => {
  expect(rows.length).toBeGreaterThan(50);
  const without = rows.filter(({ tests }) => tests.length === 0 || !tests.every(isThere));
  expect(without).toEqual([]);
});

test("every hole that was found before us is in the list", () => {
  const known = [
    ...cve(2020, 12625, 15562, 35730),
    ...cve(2022, 29360),
    ...cve(2023, 5631, 43770, 47272),
    ...cve(2024, 37383, 42008, 42009, 42010, 45800),
    ...cve(2025, 68460, 68461),
    ...cve(2026, 25916, 26079, 34834, ...range(35535, 35545), ...range(48842, 48849)),
    ...cve(2026, 54432, 54433, ...range(62641, 62643)),
  ];
  const listed = new Set(rows.map(({ hole }) => hole));
  expect(known.filter((hole) => !listed.has(hole))).toEqual([]);
});

test("every hostile letter that is named after a hole stands in the list", () => {
  const named = readdirSync(letters).flatMap((file) => /^(CVE-.*)\.eml$/.exec(file)?.[1] ?? []);
  const listed = rows.flatMap(({ tests }) => tests).join("; ");
  expect(named.filter((letter) => !listed.includes(`letter ${letter}`))).toEqual([]);
});

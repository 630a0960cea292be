/** scripts/test-report.mjs: what `npm test` says at its end. */
import { describe, expect, test } from "vitest";

interface Tested {
  name: string;
  state: string;
  seconds: number;
  reason?: string;
}
const { browserTests, reportOf } = (await import(
  new URL("../../../scripts/test-report.mjs", import.meta.url).href
)) as {
  browserTests(report: unknown): Tested[];
  reportOf(tests: Tested[]): { isGood: boolean; lines: string[] };
};

const tests = (state: string, count: number): Tested[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${state} ${index}`, state, seconds: index }));

describe("the gate", () => {
  test("passes with two tests that passed only at a later try, and names them", () => {
    const { isGood, lines } = reportOf([...tests("passed", 3), ...tests("flaky", 2)]);
    expect(isGood).toBe(true);
    expect(lines).toEqual(expect.arrayContaining(["  flaky 0", "  flaky 1"]));
    expect(lines.at(-1)).toBe("\n5 passed, 2 of them only at a later try, 0 failed, 0 skipped");
  });

  test.each([
    ["a third one", tests("flaky", 3)],
    ["one that failed", tests("failed", 1)],
  ])("does not pass with %s", (_, all) => {
    expect(reportOf(all).isGood).toBe(false);
  });

  test("says why a test failed, or passed only at a later try", () => {
    const { lines } = reportOf([{ ...tests("flaky", 1)[0]!, reason: "expected 1 to be 2" }, ...tests("failed", 1)]);
    expect(lines).toEqual(expect.arrayContaining(["  flaky 0\n      expected 1 to be 2", "  failed 0"]));
  });

  test("names the five slowest, the slowest first", () => {
    const { lines } = reportOf(tests("passed", 30));
    const named = lines.filter((line) => line.includes(" s  "));
    expect(named).toHaveLength(5);
    expect(named[0]).toBe("    29.0 s  passed 29");
  });
});

test("a browser test is read with its groups, its tries and what it ended as", () => {
  const error = { message: "\u001B[31mexpected\u001B[39m 1\n\n  to be 2" };
  const results = [{ duration: 900, error }, { duration: 1500 }];
  const spec = { title: "is read", tests: [{ status: "flaky", results }] };
  const suites = [{ title: "letter.spec.ts", specs: [], suites: [{ title: "en", specs: [spec] }] }];
  expect(browserTests({ suites, errors: [{ message: "no such page" }] })).toEqual([
    { name: "e2e/letter.spec.ts › en › is read", state: "flaky", seconds: 1.5, reason: "expected 1 to be 2" },
    { name: "no such page", state: "failed", seconds: 0 },
  ]);
});

/** The summary at the end of `npm test`: which tests failed, which passed only at a retry, which took longest. */

/** Characters of an error that are enough to know it again. */
const REASON_LENGTH = 240;

/** An error in one line, without the colours of a terminal. */
export function reasonIn(message) {
  // oxlint-disable-next-line no-control-regex
  const plain = (message ?? "").replaceAll(/\u001B\[[0-9;]*m/g, "");
  return plain.replaceAll(/\s+/g, " ").trim().slice(0, REASON_LENGTH);
}

const states = { expected: "passed", unexpected: "failed", flaky: "flaky", skipped: "skipped" };

/** The tests in a report of Playwright's reporter `json`, as unit-reporter.mjs writes those of Vitest. */
export function browserTests(report) {
  const testsOf = (suite, names) => [
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, [...names, inner.title])),
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        name: ["e2e", ...names, title].join(" › ").replace("e2e › ", "e2e/"),
        state: states[status],
        seconds: Math.max(0, ...results.map(({ duration }) => duration)) / 1000,
        reason: reasonIn(results.find(({ error }) => error)?.error.message),
      })),
    ),
  ];
  const broken = report.errors.map(({ message }) => ({ name: message, state: "failed", seconds: 0 }));
  return [...report.suites.flatMap((suite) => testsOf(suite, [suite.title])), ...broken];
}

/** How many of the slowest are named. */
const SLOWEST = 5;

/** A busy machine may make so many tests fail once; more have another cause. */
const MOST_FLAKY = 2;

const list = (title, lines) => (lines.length === 0 ? [] : [`\n${title}`, ...lines.map((line) => `  ${line}`)]);

/** @returns the lines to print, and whether the gate is passed */
export function reportOf(tests) {
  const namesOf = (state) =>
    tests
      .filter((test) => test.state === state)
      .map(({ name, reason }) => (reason ? `${name}\n      ${reason}` : name));
  const [passed, failed, flaky, skipped] = ["passed", "failed", "flaky", "skipped"].map(namesOf);
  const slowest = [...tests].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const isTooFlaky = flaky.length > MOST_FLAKY;
  const limit = isTooFlaky ? `: more than ${MOST_FLAKY}, which fails` : "";
  return {
    isGood: failed.length === 0 && !isTooFlaky,
    lines: [
      ...list(
        "The slowest",
        slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`),
      ),
      ...list(`Passed only at a later try${limit}`, flaky),
      ...list("Failed", failed),
      `\n${passed.length + flaky.length} passed, ${flaky.length} of them only at a later try, ${failed.length} failed, ${skipped.length} skipped`,
    ],
  };
}

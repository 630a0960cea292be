/**
 * `npm test`: everything, on a fresh clone too. Plain JavaScript that runs on any Node from 18 on,
 * because it is what brings the Node that the rest runs on.
 */
import { readFileSync } from "node:fs";
import { findChromium, installDebianPackages } from "./debian-packages.mjs";
import { installDependencies, run } from "./runtime.mjs";

const steps = [
  { name: "formatting", command: "oxfmt", args: ["--check"] },
  { name: "types", command: "tsc", args: ["-b"] },
  { name: "lint", command: "oxlint", args: ["--type-aware", "--deny-warnings"] },
  { name: "known holes in dependencies", command: "node", args: ["scripts/audit.mjs"] },
  { name: "build of the web client", command: "npm", args: ["run", "--silent", "build"] },
  {
    name: "unit and server tests",
    command: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", "--outputFile=node_modules/.cache/unit.json"],
  },
  // Always the same inputs: a search without an end is `npm run fuzz`.
  { name: "fuzzing", command: "node", args: ["fuzz/run.ts", "--inputs", "1000", "--seconds", "30", "--seed", "1"] },
  { name: "browser tests", command: "playwright", args: ["test"] },
];

const read = (file) => JSON.parse(readFileSync(`node_modules/.cache/${file}`, "utf8"));

/** What the reporters of Vitest and Playwright wrote down. */
function tally() {
  const unit = read("unit.json");
  const e2e = read("e2e.json").stats;
  return {
    passed: unit.numPassedTests + e2e.expected + e2e.flaky,
    failed: unit.numFailedTests + e2e.unexpected,
    flaky: e2e.flaky,
    skipped: unit.numPendingTests + unit.numTodoTests + e2e.skipped,
  };
}

installDependencies();
installDebianPackages();
process.env.CHROMIUM = findChromium();

for (const { name, command, args } of steps) {
  const start = Date.now();
  console.log(`\n— ${name}`);
  const status = run(command, args);
  console.log(`— ${name}: ${status === 0 ? "good" : "FAILED"}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  if (status !== 0) process.exit(status);
}

const { passed, failed, skipped, flaky } = tally();
if (flaky > 0) console.log(`\n${flaky} of the browser tests passed only at a later try`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);

/**
 * `npm test`: the gate, on a fresh clone too; with the slow tests of the day (packages/server/test/support/of-today.ts), or
 * all of them with `--all` (`npm run test:all`). Plain JavaScript that runs on any Node from 18 on,
 * because it is what brings the Node that the rest runs on.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { findChromium, installDebianPackages } from "./debian-packages.mjs";
import { installDependencies, run } from "./runtime.mjs";
import { browserTests, reportOf } from "./test-report.mjs";

const isAll = process.argv.includes("--all");

const steps = [
  { name: "formatting", command: "oxfmt", args: ["--check"] },
  { name: "types", command: "tsc", args: ["-b"] },
  { name: "lint", command: "oxlint", args: ["--type-aware", "--deny-warnings"] },
  { name: "known holes in dependencies", command: "node", args: ["scripts/audit.mjs"] },
  { name: "build of the web client", command: "npm", args: ["run", "--silent", "build"] },
  {
    name: "unit and server tests",
    command: "vitest",
    args: ["run", "--reporter=default", "--reporter=./scripts/unit-reporter.mjs"],
  },
  // Always the same inputs: a search without an end is `npm run fuzz`.
  {
    name: "fuzzing",
    command: "node",
    args: ["fuzz/run.ts", "--inputs", isAll ? "1000" : "300", "--seconds", "30", "--seed", "1"],
  },
  { name: "browser tests", command: "playwright", args: ["test"] },
];

const cache = (file) => `node_modules/.cache/${file}`;

const read = (file, testsOf) => (existsSync(cache(file)) ? testsOf(JSON.parse(readFileSync(cache(file), "utf8"))) : []);

/** The reports of Vitest and Playwright in this run. */
function tests() {
  return [...read("unit.json", (all) => all), ...read("e2e.json", browserTests)];
}

installDependencies();
installDebianPackages();
process.env.CHROMIUM = findChromium();
for (const file of ["unit.json", "e2e.json"]) rmSync(cache(file), { force: true });
// Set once: a run that goes on beyond midnight would else leave out what it has just begun with.
if (isAll) process.env.TEST_DAY = "all";
process.env.TEST_DAY ??= String(new Date().getDay());
const day = process.env.TEST_DAY;
console.log(
  day === "all" ? "All tests" : `The tests of day ${day} of the week; npm run test:all runs those of all days`,
);

const began = Date.now();
let status = 0;
for (const { name, command, args } of steps) {
  const start = Date.now();
  console.log(`\n— ${name}`);
  status = run(command, args);
  console.log(`— ${name}: ${status === 0 ? "good" : "FAILED"}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  if (status !== 0) break;
}

const { lines, isGood } = reportOf(tests());
for (const line of lines) console.log(line);
const minutes = ((Date.now() - began) / 60_000).toFixed(1);
console.log(`${status === 0 && isGood ? "All good" : "FAILED"} after ${minutes} minutes`);
process.exitCode = status === 0 && !isGood ? 1 : status;

/**
 * Asks the npm registry for known vulnerabilities of high severity in production dependencies, and fails where there is
 * one. An unreachable registry is reported, and no failure.
 */
import { spawnSync } from "node:child_process";
import { root } from "./runtime.mjs";

const grave = new Set(["high", "critical"]);
const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=20000"], {
  cwd: root,
  encoding: "utf8",
  timeout: 60_000,
});

/** npm's report, or why there is none. */
function reportOf(text) {
  try {
    const report = JSON.parse(text);
    return report.metadata?.vulnerabilities ? report : { problem: report.message ?? "its answer is no report" };
  } catch {
    return { problem: "npm gives no answer" };
  }
}

const { problem, vulnerabilities = {} } = reportOf(stdout);
if (problem !== undefined) {
  console.log(`Known holes in dependencies were NOT looked for: the npm registry cannot be asked (${problem}).`);
  process.exit(0);
}
const found = Object.values(vulnerabilities).filter(({ severity }) => grave.has(severity));
for (const { name, severity, range, via } of found) {
  const reasons = via.map((each) => (typeof each === "string" ? `by ${each}` : `${each.title} (${each.url})`));
  console.error(`${name} ${range}: ${severity}: ${reasons.join("; ")}`);
}
if (found.length > 0) process.exit(1);
console.log("No dependency in production has a known hole of high severity.");

/**
 * `npm run fuzz -- [--seconds 60] [--inputs N] [--seed N] [target …]`: generates input for the parts that receive
 * data from strangers, led by coverage. An input that breaks a rule, or takes too long, is stored in fuzz/findings, which
 * the tests run from then on.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isTargetName, type TargetName, targetNames } from "./targets.ts";

/** For one input of at most 100 kB, on a busy machine. */
const TIMEOUT_MS = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "60" },
    inputs: { type: "string", default: "0" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const wanted = positionals.length > 0 ? positionals.filter(isTargetName) : targetNames;

/** @returns whether every rule held */
async function fuzz(target: TargetName): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "pismo-fuzz-"));
  const current = join(folder, "input");
  const child = fork(join(import.meta.dirname, "loop.ts"), [
    target,
    values.seconds,
    values.inputs,
    values.seed,
    current,
  ]);
  let problem: string | undefined;
  let watch: NodeJS.Timeout | undefined;
  const restartTimer = (): void => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      problem = "takes too long";
      child.kill("SIGKILL");
    }, TIMEOUT_MS);
  };
  child.on("message", (message: { problem?: string }) => {
    restartTimer();
    problem ??= message.problem;
  });
  restartTimer();
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(watch);
  if (code !== 0) problem ??= `ended with ${String(code)}`;
  if (problem !== undefined) {
    const input = readFileSync(current);
    const name = `${target}-${createHash("sha256").update(input).digest("hex").slice(0, 12)}`;
    writeFileSync(join(import.meta.dirname, "findings", name), input);
    console.error(`${target}: ${problem}\n  stored as fuzz/findings/${name}, seed ${values.seed}`);
  }
  rmSync(folder, { recursive: true });
  return problem === undefined;
}

let isGood = true;
for (const target of wanted) isGood = (await fuzz(target)) && isGood;
process.exitCode = isGood ? 0 : 1;

/**
 * `npm run fuzz -- [--seconds 60] [--inputs N] [--seed N] [target …]`: throws made-up input at what takes input from
 * strangers, led by what of the code each input reaches. What breaks a rule, or takes too long, is kept in fuzz/kept and
 * tried again by the tests for ever after.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isTargetName, type TargetName, targetNames } from "./targets.ts";

/** Milliseconds for one input of at most 100 kB: a machine may be busy. */
const HANGS_AFTER = 20_000;

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
  const expectSign = (): void => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      problem = "takes too long";
      child.kill("SIGKILL");
    }, HANGS_AFTER);
  };
  child.on("message", (message: { problem?: string }) => {
    expectSign();
    problem ??= message.problem;
  });
  expectSign();
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(watch);
  if (code !== 0) problem ??= `ended with ${String(code)}`;
  if (problem !== undefined) {
    const input = readFileSync(current);
    const name = `${target}-${createHash("sha256").update(input).digest("hex").slice(0, 12)}`;
    writeFileSync(join(import.meta.dirname, "kept", name), input);
    console.error(`${target}: ${problem}\n  kept as fuzz/kept/${name}, seed ${values.seed}`);
  }
  rmSync(folder, { recursive: true });
  return problem === undefined;
}

let isGood = true;
for (const target of wanted) isGood = (await fuzz(target)) && isGood;
process.exitCode = isGood ? 0 : 1;

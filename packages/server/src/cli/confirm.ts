/** Asks before what cannot be undone. */
import { createInterface } from "node:readline/promises";
import type { ProgressOutput } from "./progress-bar.ts";

/** @returns whether the answer is "yes"; without a terminal to ask at, undefined */
export async function confirm(question: string, output: ProgressOutput): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  output.write(`${question} Type yes to go on: `);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line.trim().toLowerCase() === "yes";
    return false;
  } finally {
    lines.close();
  }
}

/** Reads a password from a terminal without echo, or from a pipe; never from the command line, which other users can read. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ProgressOutput } from "./progress-bar.ts";

/** @throws Error when there is none */
export async function readSecret(prompt: string, output: ProgressOutput): Promise<string> {
  const secret = process.stdin.isTTY ? await ask(prompt, output) : (await text(process.stdin)).replace(/\r?\n$/, "");
  if (secret === "") throw new Error("Without a password there is nothing to do: it is read from standard input");
  return secret;
}

async function ask(prompt: string, output: ProgressOutput): Promise<string> {
  output.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    output.write("\n");
  }
}

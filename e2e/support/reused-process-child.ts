/**
 * Runs commands of `pismo` one after the other in one process: the modules are loaded once, and V8 has compiled the code
 * that every command needs. Each command begins at the first line of main.ts, with its own arguments and environment.
 */
import type { ProcessAnswer, ProcessCommand } from "./reused-process.ts";

const main = new URL("../../packages/server/src/main.ts", import.meta.url).href;
const answer = (message: ProcessAnswer): void => void process.send?.(message);
const write = process.stdout.write.bind(process.stdout);

async function run({ args, env, number }: ProcessCommand): Promise<void> {
  let output = "";
  process.env = env;
  process.argv = [process.argv[0]!, main, ...args];
  process.exitCode = 0;
  process.stdout.write = (chunk: string | Uint8Array) => {
    output += String(chunk);
    // `serve` says where it listens once it does.
    if (args[0] === "serve") answer({ type: "listening" });
    return true;
  };
  // A query makes it another module: main.ts runs again, what it imports is there already.
  await import(`${main}?${number}`);
  process.stdout.write = write;
  // A second signal would end the process.
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM");
  answer({ type: "ended", code: process.exitCode, output });
  process.exitCode = 0;
}

process.on("message", (message: ProcessCommand | "end") => {
  // As the signal does; a signal from outside would come at any time.
  if (message === "end") process.emit("SIGTERM");
  else void run(message);
});
process.on("disconnect", () => process.exit());

/**
 * Processes in which the servers and commands of one worker's stories run, one after the other. A process of its own for each
 * costs a second of processor time, most of it for loading modules; what one of them leaves behind is in its data directory,
 * and every story has a new one.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

type Environment = Record<string, string | undefined>;

export interface KeptCommand {
  args: string[];
  env: Environment;
  /** Which of the process's commands it is. */
  number: number;
}

export type KeptAnswer = { type: "listening" } | { type: "ended"; code: number; output: string };

export interface KeptServer {
  /** Ends it as SIGTERM does; the process is reused by the next. */
  end(): Promise<void>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
}

interface KeptProcess {
  child: ChildProcess;
  /** What it wrote to stderr since its last command began. */
  errors: string;
  commands: number;
}

const idle: KeptProcess[] = [];

function takeProcess(): KeptProcess {
  const kept = idle.pop();
  if (kept) {
    kept.errors = "";
    return kept;
  }
  const child = fork(join(import.meta.dirname, "kept-process-child.ts"), {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const made: KeptProcess = { child, errors: "", commands: 0 };
  child.stderr!.setEncoding("utf8").on("data", (chunk: string) => (made.errors += chunk));
  return made;
}

/** The next answer of that type; rejects where the process ends without it. */
function answerOf<T extends KeptAnswer["type"]>(kept: KeptProcess, ...types: T[]) {
  return new Promise<Extract<KeptAnswer, { type: T }>>((resolve, reject) => {
    const onMessage = (answer: KeptAnswer): void => {
      if (!(types as string[]).includes(answer.type)) return;
      stop();
      resolve(answer as Extract<KeptAnswer, { type: T }>);
    };
    const onExit = (code: number | null): void => {
      stop();
      reject(new Error(`The process ended with ${code}:\n${kept.errors}`));
    };
    const stop = (): void => void kept.child.off("message", onMessage).off("exit", onExit);
    kept.child.on("message", onMessage).on("exit", onExit);
  });
}

function begin(kept: KeptProcess, args: string[], env: Environment): void {
  kept.child.send({ args, env, number: ++kept.commands } satisfies KeptCommand);
}

/** Settings of the runtime itself count when a process begins: such a server cannot use a reused one. */
export const canBeKept = (env: Environment): boolean => Object.keys(env).every((name) => name.startsWith("PISMO_"));

export async function startKeptServer(env: Environment): Promise<KeptServer> {
  const kept = takeProcess();
  const { child } = kept;
  const started = answerOf(kept, "listening", "ended");
  begin(kept, ["serve"], env);
  const answer = await started;
  if (answer.type === "ended") throw new Error(`The server ended with ${answer.code}:\n${answer.output}${kept.errors}`);
  return {
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = answerOf(kept, "ended");
      child.send("end");
      await ended;
      idle.push(kept);
    },
    async kill() {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/** @returns what the command printed */
export async function runKept(args: string[], env: Environment): Promise<string> {
  const kept = takeProcess();
  const ended = answerOf(kept, "ended");
  begin(kept, args, env);
  const { code, output } = await ended;
  idle.push(kept);
  if (code !== 0) throw new Error(`pismo ${args.join(" ")} ended with ${code}:\n${output}${kept.errors}`);
  return output;
}

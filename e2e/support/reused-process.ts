/**
 * Processes in which the servers and commands of one worker's stories run, one after the other. A process of its own for each
 * costs a second of processor time, most of it for loading modules; what one of them leaves behind is in its data directory,
 * and every story has a new one.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

type Environment = Record<string, string | undefined>;

export interface ProcessCommand {
  args: string[];
  env: Environment;
  /** Which of the process's commands it is. */
  number: number;
}

export type ProcessAnswer = { type: "listening" } | { type: "ended"; code: number; output: string };

export interface ReusedServer {
  /** Ends it as SIGTERM does; the process is reused by the next. */
  end(): Promise<void>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
}

interface ReusedProcess {
  child: ChildProcess;
  /** What it wrote to stderr since its last command began. */
  errors: string;
  commands: number;
}

const idle: ReusedProcess[] = [];

function takeProcess(): ReusedProcess {
  const reused = idle.pop();
  if (reused) {
    reused.errors = "";
    return reused;
  }
  const child = fork(join(import.meta.dirname, "reused-process-child.ts"), {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const made: ReusedProcess = { child, errors: "", commands: 0 };
  child.stderr!.setEncoding("utf8").on("data", (chunk: string) => (made.errors += chunk));
  return made;
}

/** The next answer of that type; rejects where the process ends without it. */
function answerOf<T extends ProcessAnswer["type"]>(reused: ReusedProcess, ...types: T[]) {
  return new Promise<Extract<ProcessAnswer, { type: T }>>((resolve, reject) => {
    const onMessage = (answer: ProcessAnswer): void => {
      if (!(types as string[]).includes(answer.type)) return;
      stop();
      resolve(answer as Extract<ProcessAnswer, { type: T }>);
    };
    const onExit = (code: number | null): void => {
      stop();
      reject(new Error(`The process ended with ${code}:\n${reused.errors}`));
    };
    const stop = (): void => void reused.child.off("message", onMessage).off("exit", onExit);
    reused.child.on("message", onMessage).on("exit", onExit);
  });
}

function begin(reused: ReusedProcess, args: string[], env: Environment): void {
  reused.child.send({ args, env, number: ++reused.commands } satisfies ProcessCommand);
}

/** Settings of the runtime itself count when a process begins: such a server cannot use a reused one. */
export const canBeReused = (env: Environment): boolean => Object.keys(env).every((name) => name.startsWith("PISMO_"));

export async function startReusedServer(env: Environment): Promise<ReusedServer> {
  const reused = takeProcess();
  const { child } = reused;
  const started = answerOf(reused, "listening", "ended");
  begin(reused, ["serve"], env);
  const answer = await started;
  if (answer.type === "ended")
    throw new Error(`The server ended with ${answer.code}:\n${answer.output}${reused.errors}`);
  return {
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = answerOf(reused, "ended");
      child.send("end");
      await ended;
      idle.push(reused);
    },
    async kill() {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/** @returns what the command printed */
export async function runReused(args: string[], env: Environment): Promise<string> {
  const reused = takeProcess();
  const ended = answerOf(reused, "ended");
  begin(reused, args, env);
  const { code, output } = await ended;
  idle.push(reused);
  if (code !== 0) throw new Error(`pismo ${args.join(" ")} ended with ${code}:\n${output}${reused.errors}`);
  return output;
}

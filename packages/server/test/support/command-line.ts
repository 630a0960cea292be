/** `pismo …` in a process, as people start it, with a data directory for one test. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const main = join(import.meta.dirname, "../../src/main.ts");

type Settings = Record<string, string>;

export interface Running {
  child: ChildProcess;
  /** Its output so far. */
  stdout: string;
  stderr: string;
  /** Its exit code when it has ended; null: by a signal. */
  ended: Promise<number | null>;
}

export interface CommandLine {
  dataDir: string;
  /** Starts a command. @param before shell commands to run first, such as `ulimit …;` */
  start(args: readonly string[], env?: Settings, before?: string, input?: string): Running;
  /** Runs a command to its end. @param input its standard input */
  run(
    args: readonly string[],
    env?: Settings,
    input?: string,
  ): Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** A server on a free port, with an empty mailbox. @throws Error when it ends before it serves */
  serve(env?: Settings, before?: string): Promise<Running & { url: string }>;
  /** Ends running processes and removes the data directory. */
  close(): Promise<void>;
}

/** @param program what `pismo` is: its sources, or an installed one */
export function commandLine(program: readonly string[] = [process.execPath, main]): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), "pismo-command-"));
  const dataDir = join(folder, "data");
  const started: Running[] = [];

  function start(args: readonly string[], env: Settings = {}, before = "", input?: string): Running {
    const child = spawn("/bin/sh", ["-c", `${before} exec "$0" "$@"`, ...program, ...args], {
      env: {
        PATH: process.env["PATH"],
        PISMO_DATA_DIR: dataDir,
        PISMO_PORT: "0",
        PISMO_SMTP_PORT: "off",
        PISMO_SAMPLE: "no",
        ...env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const running: Running = { child, stdout: "", stderr: "", ended };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (running.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (running.stderr += text));
    started.push(running);
    return running;
  }

  return {
    dataDir,
    start,
    async run(args, env, input) {
      const running = start(args, env, "", input);
      const code = await running.ended;
      return { code, stdout: running.stdout, stderr: running.stderr };
    },
    async serve(env, before) {
      const running = start(["serve"], env, before);
      const url = await new Promise<string>((resolve, reject) => {
        running.child.stdout?.on("data", () => {
          const found = /^Pismo: (\S+)\n/m.exec(running.stdout)?.[1];
          if (found) resolve(found);
        });
        void running.ended.then((code) => reject(new Error(`ended with ${code}: ${running.stderr}`)));
      });
      return Object.assign(running, { url });
    },
    async close() {
      for (const { child, ended } of started) {
        child.kill("SIGKILL");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

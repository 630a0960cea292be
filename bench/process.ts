/** A process of Pismo: started as a person starts it, watched from outside. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const main = join(import.meta.dirname, "../packages/server/src/main.ts");

export interface Ended {
  output: string;
  /** Milliseconds. */
  took: number;
  /** Octets; 0 where the system does not tell. */
  peakMemory: number;
  /** Milliseconds of all cores: what it costs, whatever else the machine does. */
  cpu: number;
}

/** Resident memory in octets, now and at its highest; zeros where the system does not tell. */
export function memoryOf(pid: number | undefined): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const octets = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
    return { now: octets("VmRSS"), peak: octets("VmHWM") };
  } catch {
    return { now: 0, peak: 0 };
  }
}

/** Milliseconds of processor time that a process has used; 0 where the system does not tell. */
export function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

export const environment = (dataDir: string, port: number): NodeJS.ProcessEnv => ({
  // As `npm start` has it (scripts/runtime.mjs).
  NODE_COMPILE_CACHE: join(import.meta.dirname, "../node_modules/.cache/compile"),
  MALLOC_ARENA_MAX: "2",
  ...process.env,
  PISMO_DATA_DIR: dataDir,
  PISMO_PORT: String(port),
  PISMO_SMTP_PORT: "off",
  PISMO_SAMPLE: "no",
  PISMO_LOG_LEVEL: "error",
});

/** Runs a command of `pismo` to its end. @throws Error when it fails */
export async function runPismo(dataDir: string, args: readonly string[]): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, ...args], {
    env: environment(dataDir, 0),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let peakMemory = 0;
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  let cpu = 0;
  const watch = setInterval(() => {
    peakMemory = Math.max(peakMemory, memoryOf(child.pid).peak);
    cpu = Math.max(cpu, cpuOf(child.pid));
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`pismo ${args.join(" ")} ended with ${code}:\n${output}`);
  return { output, took: performance.now() - startedAt, peakMemory, cpu };
}

export interface Serving {
  url: string;
  token: string;
  /** Milliseconds from the start of the process to its first answer. */
  startedIn: number;
  memory(): { now: number; peak: number };
  /** Milliseconds used so far. */
  cpu(): number;
  stop(): Promise<void>;
}

/** @param port a free one */
export async function serve(dataDir: string, port: number): Promise<Serving> {
  const token = /pismo_[\w-]+/.exec((await runPismo(dataDir, ["token", "create", "bench"])).output)?.[0];
  if (!token) throw new Error("no token was made");
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, [main, "serve"], {
    env: environment(dataDir, port),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/jmap/session`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await sleep(5);
  }
  return {
    url,
    token,
    startedIn: performance.now() - startedAt,
    memory: () => memoryOf(child.pid),
    cpu: () => cpuOf(child.pid),
    async stop() {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await closed;
    },
  };
}

/** A process of Pismo: started as a person starts it, watched from outside. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

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

/** The same of a process with all that it has started: also of those that have ended and were waited for. */
export function cpuOfAll(pid: number): number {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "latin1");
        const fields = stat.replace(/^.*\) /s, "").split(" ");
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return [{ pid: Number(name), parent: Number(fields[1]), cpu: ticks * 10 }];
      } catch {
        // It has ended since.
        return [];
      }
    });
  const below = (parent: number): number =>
    processes.filter((each) => each.parent === parent).reduce((sum, each) => sum + each.cpu + below(each.pid), 0);
  return (processes.find((each) => each.pid === pid)?.cpu ?? 0) + below(pid);
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

/** Runs a command of `pismo` to its end. @param env settings beside the usual @throws Error when it fails */
export async function runPismo(dataDir: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...environment(dataDir, 0), ...env },
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
  pid: number;
  /** Milliseconds from the start of the process to its first answer. */
  startedIn: number;
  memory(): { now: number; peak: number };
  /** Milliseconds used so far. */
  cpu(): number;
  /** Sent to the database so far; 0 unless they are counted. */
  statements(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** Settings beside the usual. */
  env?: NodeJS.ProcessEnv;
  /** Counts the statements (count-statements.ts). */
  isCounted?: boolean;
}

const counter = join(import.meta.dirname, "cluster/count-statements.ts");

/** @param port a free one */
export async function serve(
  dataDir: string,
  port: number,
  { env = {}, isCounted = false }: ServeOptions = {},
): Promise<Serving> {
  const token = /pismo_[\w-]+/.exec((await runPismo(dataDir, ["token", "create", "bench"], env)).output)?.[0];
  if (!token) throw new Error("no token was made");
  const startedAt = performance.now();
  const child: ChildProcess = spawn(
    process.execPath,
    [...(isCounted ? ["--import", pathToFileURL(counter).href] : []), main, "serve"],
    {
      env: { ...environment(dataDir, port), ...env },
      stdio: ["ignore", "ignore", "inherit", ...(isCounted ? (["ipc"] as const) : [])],
    },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/jmap/session`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await sleep(5);
  }
  return {
    url,
    token,
    pid: child.pid!,
    startedIn: performance.now() - startedAt,
    memory: () => memoryOf(child.pid),
    cpu: () => cpuOf(child.pid),
    async statements() {
      if (!isCounted) return 0;
      const answer = once(child, "message");
      child.send("statements");
      return (await answer)[0] as number;
    },
    async stop() {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await closed;
    },
  };
}

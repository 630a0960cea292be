/** Starts processes that end with the test, however it ends. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Its standard input closes when the test's process ends, and then the whole group is killed. */
const withParent = '"$@" & read _; kill -KILL 0';

export interface ProcessGroup {
  isRunning(): boolean;
  /** Kills all of its processes: a graceful end takes servers seconds. */
  end(): Promise<void>;
}

export interface ProcessGroupOptions {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  as?: Owner;
}

/** The user who owns a server's files and runs it. */
export interface Owner {
  uid: number;
  gid: number;
  name: string;
}

export function startProcessGroup(
  program: string,
  args: readonly string[],
  { env = {}, cwd, as }: ProcessGroupOptions = {},
): ProcessGroup {
  const child: ChildProcess = spawn("/bin/sh", ["-c", withParent, "sh", program, ...args], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    ...(cwd && { cwd }),
    ...(as && { uid: as.uid, gid: as.gid }),
  });
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const kill = () => void (isRunning() && process.kill(-child.pid!, "SIGKILL"));
  process.once("exit", kill);
  return {
    isRunning,
    async end() {
      process.off("exit", kill);
      if (!isRunning()) return;
      const ended = once(child, "exit");
      kill();
      await ended;
    },
  };
}

/** Mail servers refuse to run as root: root uses an unprivileged user, others run them as themselves. */
export function mailOwner(unprivileged = "nobody"): Owner {
  const isRoot = process.getuid?.() === 0;
  const ask = (flags: string) =>
    execFileSync("id", isRoot ? [flags, unprivileged] : [flags])
      .toString()
      .trim();
  return { uid: Number(ask("-u")), gid: Number(ask("-g")), name: ask("-un") };
}

/** Processes that a test starts and that end with it, however that is. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Its standard input ends when the test's process does, and then all of the group goes. */
const withParent = '"$@" & read _; kill -KILL 0';

export interface OwnProcess {
  isRunning(): boolean;
  /** All of its processes at once, as a power cut would: a gentle end takes servers seconds. */
  end(): Promise<void>;
}

export interface OwnProcessOptions {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  as?: Owner;
}

/** Who owns a server's files and runs it. */
export interface Owner {
  uid: number;
  gid: number;
  name: string;
}

export function startOwn(
  program: string,
  args: readonly string[],
  { env = {}, cwd, as }: OwnProcessOptions = {},
): OwnProcess {
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

/** Mail servers refuse to be root for anybody: root takes an unprivileged user, others are themselves. */
export function mailOwner(unprivileged = "nobody"): Owner {
  const isRoot = process.getuid?.() === 0;
  const ask = (flags: string) =>
    execFileSync("id", isRoot ? [flags, unprivileged] : [flags])
      .toString()
      .trim();
  return { uid: Number(ask("-u")), gid: Number(ask("-g")), name: ask("-un") };
}

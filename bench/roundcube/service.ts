/** Roundcube of Debian's packages on an nginx and a php-fpm of our own: a folder of its own, free ports, removed afterwards. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mailOwner } from "../../packages/server/test/servers/process-group.ts";
import { cpuOf } from "../process.ts";
import { freePort } from "../server.ts";
import { fpmSettings, nginxSettings, phpFlags, roundcubeSettings } from "./configuration.ts";
import { startDaemon } from "./daemon.ts";

const programs = "/usr/sbin";
const nginx = join(programs, "nginx");
const root = "/var/lib/roundcube/public_html";
const defaults = ["defaults.inc.php", "mimetypes.php"].map((name) => join("/etc/roundcube", name));

const fpm = (): string | undefined =>
  readdirSync(programs)
    .filter((name) => /^php-fpm[\d.]+$/.test(name))
    .toSorted()
    .at(-1);

/** Names of what is not installed; none: it can be measured. */
export function missing(): string[] {
  const wanted = { nginx: existsSync(nginx), "php-fpm": fpm() !== undefined, roundcube: existsSync(root) };
  return Object.entries(wanted).flatMap(([name, isThere]) => (isThere ? [] : [name]));
}

export interface Roundcube {
  url: string;
  /** Octets of all its processes; pages that they share are counted once. */
  memory(): number;
  /** Milliseconds of processor time that they have used; the mail server's are not among them. */
  cpu(): number;
  stop(): Promise<void>;
}

/** @param folder where its own folder is made @param at ports of the mail server and of the server that accepts its messages */
export async function startRoundcube(folder: string, at: { imapPort: number; smtpPort: number }): Promise<Roundcube> {
  mkdirSync(folder, { recursive: true });
  const dir = mkdtempSync(join(folder, "roundcube-"));
  const owner = mailOwner("www-data");
  const runAs = process.getuid?.() === 0 ? owner.name : undefined;
  const place = { dir, httpPort: await freePort(), runAs, ...at };
  chmodSync(dir, 0o755);
  for (const name of ["config", "logs", "temp", "sessions"]) mkdirSync(join(dir, name));
  for (const file of defaults) copyFileSync(file, join(dir, "config", file.slice(file.lastIndexOf("/"))));
  writeFileSync(join(dir, "config/config.inc.php"), roundcubeSettings(place));
  writeFileSync(join(dir, "fpm.conf"), fpmSettings(place));
  writeFileSync(join(dir, "nginx.conf"), nginxSettings(place, root));
  for (const name of ["", "config", "config/config.inc.php", "logs", "temp", "sessions"]) {
    chownSync(join(dir, name), owner.uid, owner.gid);
  }
  const ends = [
    startDaemon(join(programs, fpm()!), ["-F", "-y", join(dir, "fpm.conf"), ...phpFlags]),
    startDaemon(nginx, ["-c", join(dir, "nginx.conf"), "-e", join(dir, "logs/nginx.log")]),
  ];
  const url = `http://127.0.0.1:${place.httpPort}`;
  const stop = async (): Promise<void> => {
    await Promise.all(ends.map((end) => end()));
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (let tries = 0; !(await fetch(url).catch(() => undefined))?.ok; tries++) {
      if (tries === 200) throw new Error(logOf(dir));
      await sleep(50);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const sum = (of: (pid: string) => number): number =>
    ["fpm.pid", "nginx.pid"].flatMap((file) => family(join(dir, file))).reduce((all, pid) => all + of(pid), 0);
  return { url, memory: () => sum(memoryOf), cpu: () => sum((pid) => cpuOf(Number(pid))), stop };
}

const logOf = (dir: string): string =>
  ["Roundcube does not answer.", ...readdirSync(join(dir, "logs")).map((name) => join(dir, "logs", name))]
    .map((text) => (existsSync(text) ? readFileSync(text, "utf8") : text))
    .join("\n");

/** A process and its children. */
function family(pidFile: string): string[] {
  const pid = readFileSync(pidFile, "utf8").trim();
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return [pid, ...children].filter(Boolean);
}

function memoryOf(pid: string): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024;
}

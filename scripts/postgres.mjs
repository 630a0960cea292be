/** A PostgreSQL server for tests, from Debian's package: its files lie in a temporary folder. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const installed = "/usr/lib/postgresql";
const OLDEST_VERSION = 15;

/** The folder with the newest server's programs; undefined where there is none that Pismo runs on. */
export function postgresPrograms() {
  const versions = existsSync(installed) ? readdirSync(installed).map(Number) : [];
  const usable = versions.filter(
    (version) => version >= OLDEST_VERSION && existsSync(join(installed, String(version), "bin/initdb")),
  );
  return usable.length > 0 ? join(installed, String(Math.max(...usable)), "bin") : undefined;
}

/**
 * Starts a server. Returns the URL of its first database, functions that give its process's id, that kill and restart it,
 * and that stop it and remove its files. It syncs nothing unless it is durable: what it has committed is there after it was killed.
 * `more`: settings, by name.
 */
export async function startPostgres({ isDurable = false, more = {} } = {}) {
  const programs = postgresPrograms();
  if (!programs) throw new Error("PostgreSQL is missing (on Debian: apt-get install postgresql)");
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "pismo-postgres-"));
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? idsOf("postgres") : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  const run = (program, args) => {
    const done = spawnSync(join(programs, program), args, {
      ...owner,
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr || done.error?.message || done.stdout}`);
  };
  run("initdb", ["-D", data, "-U", "pismo", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]);
  const port = await freePort();
  const settings = [
    ["port", port],
    ["listen_addresses", "127.0.0.1"],
    ["unix_socket_directories", folder],
    ["max_connections", 400],
    ...Object.entries(more),
    ...(isDurable
      ? []
      : [
          ["fsync", "off"],
          ["full_page_writes", "off"],
          ["synchronous_commit", "off"],
        ]),
  ];
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(" ");
  const start = () => run("pg_ctl", ["start", "-w", "-D", data, "-l", join(folder, "log"), "-o", options]);
  start();
  return {
    url: `postgres://pismo@127.0.0.1:${port}/postgres`,
    pid: () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]),
    restart() {
      run("pg_ctl", ["stop", "-w", "-m", "immediate", "-D", data]);
      start();
    },
    stop() {
      run("pg_ctl", ["stop", "-w", "-m", "immediate", "-D", data]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idsOf(user) {
  const id = (flag) => Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

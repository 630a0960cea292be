/** PgBouncer in front of a PostgreSQL server: each transaction gets a connection, and nothing of it stays for the next. */
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, isTaken } from "./free-port.ts";
import { type Owner, startProcessGroup } from "./process-group.ts";

const program = "/usr/sbin/pgbouncer";

export const hasPgBouncer = existsSync(program);

/** It refuses to run as root. */
function unprivileged(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { name: "postgres", uid: idOf("-u"), gid: idOf("-g") };
}

const idOf = (flag: string): number => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);

/** @returns the URL of the same database through the pooler */
export async function startPgBouncer(databaseUrl: string): Promise<{ url: string; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "pismo-pgbouncer-"));
  const { hostname, port: serverPort } = new URL(databaseUrl);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=pismo
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
`,
  );
  const as = unprivileged();
  if (as) for (const path of [folder, file]) chownSync(path, as.uid, as.gid);
  const running = startProcessGroup(program, ["-q", file], { ...(as && { as }) });
  while (!(await isTaken(port))) {
    if (!running.isRunning()) throw new Error("PgBouncer has ended");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    async end() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

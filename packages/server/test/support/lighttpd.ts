/** lighttpd in front of an address book server: it asks for names and passwords by HTTP Digest, which Radicale does not speak. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, password, username } from "./radicale.ts";

const program = "/usr/sbin/lighttpd";
export const hasLighttpd = existsSync(program);
if (!hasLighttpd) console.error("lighttpd is missing: the tests with it are left out (apt-get install lighttpd).");

export interface Lighttpd {
  url: string;
  stop(): Promise<void>;
}

/** @param target a server that believes X-Remote-User */
export async function startLighttpd(target: string, algorithm: "MD5" | "SHA-256"): Promise<Lighttpd> {
  const folder = mkdtempSync(join(tmpdir(), "pismo-lighttpd-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { hostname, port: targetPort } = new URL(target);
  writeFileSync(join(folder, "users"), `${username}:${password}\n`);
  writeFileSync(
    join(folder, "config"),
    `server.modules = ("mod_setenv", "mod_auth", "mod_authn_file", "mod_proxy")
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
server.errorlog = "${join(folder, "log")}"
setenv.set-request-header = ("X-Remote-User" => "${username}")
auth.backend = "plain"
auth.backend.plain.userfile = "${join(folder, "users")}"
auth.require = ("" => (
  "method" => "digest", "realm" => "Контакты", "algorithm" => "${algorithm}", "require" => "valid-user"
))
proxy.server = ("" => (("host" => "${hostname}", "port" => ${targetPort})))
`,
  );
  const child = spawn(program, ["-D", "-f", join(folder, "config")], { stdio: "ignore" });
  const ended = once(child, "exit");
  for (let tries = 0; !(await fetch(url).catch(() => undefined)); tries++) {
    if (tries === 600 || child.exitCode !== null) throw new Error("lighttpd does not start");
    await sleep(50);
  }
  return {
    url,
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

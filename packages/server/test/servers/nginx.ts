/** nginx in front of a server, with its default settings. */
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, isTaken } from "./free-port.ts";
import { type Owner, startProcessGroup } from "./process-group.ts";

const program = "/usr/sbin/nginx";

export const hasNginx = existsSync(program);

export interface Nginx {
  /** An origin on a port of its own. */
  url: string;
  end(): Promise<void>;
}

/** @param directives beside proxy_pass @param as its user; ours by default */
export async function startNginx(upstream: string, directives: readonly string[] = [], as?: Owner): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "pismo-nginx-"));
  const port = await freePort();
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error;
     events {}
     http {
       access_log off; ${paths.join(" ")}
       server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream}; ${directives.join(" ")} } }
     }`,
  );
  if (as) chownSync(folder, as.uid, as.gid);
  const running = startProcessGroup(
    program,
    ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", join(folder, "error")],
    {
      ...(as && { as }),
    },
  );
  while (!(await isTaken(port))) {
    if (!running.isRunning()) throw new Error("nginx has ended");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async end() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

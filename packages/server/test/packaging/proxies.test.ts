/** packaging/Caddyfile and packaging/nginx.conf: accepted by their programs, and what needs a proxy's care passes. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { caddyPath } from "../../../../scripts/unpacked-packages.mjs";
import { freePort, isTaken } from "../servers/free-port.ts";
import { hasNginx } from "../servers/nginx.ts";
import { type ProcessGroup, startProcessGroup } from "../servers/process-group.ts";
import { selfSigned } from "../support/certificate.ts";
import { commandLine, type CommandLine } from "../support/command-line.ts";

const packaging = join(import.meta.dirname, "../../../../packaging");
const caddy = caddyPath();
if (caddy === undefined)
  console.error("Caddy is missing: the test behind it is left out (on Debian: apt-get install caddy).");

let folder: string;
let pismo: CommandLine;
let proxy: ProcessGroup | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pismo-proxy-"));
  pismo = commandLine();
});
afterEach(async () => {
  await proxy?.end();
  await pismo.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a proxy may hold back: uploads above its own limit, streams, WebSockets. */
const all = { upload: 5 << 20, stream: ":\n\n", socket: "jmap" };

async function passing(port: number): Promise<typeof all & { apiUrl: string }> {
  const url = `http://127.0.0.1:${port}`;
  while (!(await isTaken(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  const token = (await pismo.run(["token", "create"])).stdout.trim();
  const headers = { authorization: `Bearer ${token}` };
  const session = await fetch(`${url}/jmap/session`, { headers });
  const { apiUrl } = (await session.json()) as { apiUrl: string };

  const body = new Uint8Array(all.upload);
  const upload = await fetch(`${url}/jmap/upload/a1/`, { method: "POST", headers, body });
  const { size } = (await upload.json()) as { size: number };

  const stream = await fetch(`${url}/jmap/eventsource?types=*&closeafter=no&ping=0`, { headers });
  const reader = stream.body!.getReader();
  // Its first octets come although nothing follows them.
  const { value } = await reader.read();
  await reader.cancel();

  const socket = new WebSocket(`${url.replace("http", "ws")}/jmap/ws`, { protocols: "jmap", headers });
  await once(socket, "open");
  socket.close();
  return { apiUrl, upload: size, stream: new TextDecoder().decode(value), socket: socket.protocol };
}

/** A server that has the proxy's address. */
async function serve(port: number): Promise<string> {
  const upstream = String(await freePort());
  await pismo.serve({ PISMO_PORT: upstream, PISMO_PUBLIC_URL: `http://127.0.0.1:${port}` });
  return upstream;
}

/** Caddy's own folders lie in the test's. */
const caddyEnvironment = (): Record<string, string> => ({
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CONFIG_HOME: folder,
});

describe.skipIf(caddy === undefined)("Caddy", () => {
  const file = join(packaging, "Caddyfile");
  test.each(["127.0.0.1:8025", "10.0.0.2:8025 10.0.0.3:8025"])("accepts its file, in front of %s", (UPSTREAMS) => {
    const args = ["adapt", "--validate", "--adapter", "caddyfile", "--config", file];
    const { status, stdout, stderr } = spawnSync(caddy!, args, {
      env: { ...caddyEnvironment(), UPSTREAMS },
      encoding: "utf8",
    });
    // That a check of the servers' health ended with the command is told as information, with its error.
    const levels = stderr.split("\n").flatMap((line) => (line ? [(JSON.parse(line) as { level: string }).level] : []));
    expect([status, levels.filter((level) => level !== "info")]).toEqual([0, []]);
    expect(stdout.match(/"dial":/g)).toHaveLength(UPSTREAMS.split(" ").length);
  });

  test("passes everything on", async () => {
    const port = await freePort();
    const upstream = await serve(port);
    writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${readFileSync(file, "utf8")}`);
    const args = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
    const settings = { SITE: `http://127.0.0.1:${port}`, UPSTREAMS: `127.0.0.1:${upstream}` };
    proxy = startProcessGroup(caddy!, args, { env: { ...caddyEnvironment(), ...settings } });
    expect(await passing(port)).toEqual({ ...all, apiUrl: `http://127.0.0.1:${port}/jmap/api` });
  });
});

const temporaryPaths = (): string =>
  ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");

/** As Debian's nginx.conf includes conf.d. @returns the arguments for it */
function configure(content: string): string[] {
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error;
     events {} http { access_log off; ${temporaryPaths()}\n${content}\n}`,
  );
  return ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", join(folder, "error")];
}

describe.runIf(hasNginx)("nginx", () => {
  const site = readFileSync(join(packaging, "nginx.conf"), "utf8");
  test("accepts its file", () => {
    const { key, cert } = selfSigned();
    const place = join(folder, "live/mail.example.org");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "fullchain.pem"), cert);
    writeFileSync(join(place, "privkey.pem"), key);
    const args = configure(site.replaceAll("/etc/letsencrypt", folder));
    const { status, stderr } = spawnSync("/usr/sbin/nginx", ["-t", ...args], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.stringContaining("test is successful")]);
    // Newer ones want "http2 on", which older ones do not know.
    expect(stderr.replaceAll(/.*"listen \.\.\. http2" directive is deprecated.*\n/g, "")).not.toMatch(
      /\[(warn|error|emerg)\]/,
    );
  });

  test("passes everything on", async () => {
    const port = await freePort();
    const upstream = await serve(port);
    // Without TLS, which a program that trusts its certificate would be needed for, and on a port of its own.
    const plain = site
      .replace(/server \{\s+listen 80;[^}]+\}/, "")
      .replace(/listen 443 ssl http2;\s+listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port};`)
      .replaceAll(/^\s*ssl_.*$/gm, "")
      .replace("127.0.0.1:8025", `127.0.0.1:${upstream}`);
    proxy = startProcessGroup("/usr/sbin/nginx", configure(plain));
    expect(await passing(port)).toEqual({ ...all, apiUrl: `http://127.0.0.1:${port}/jmap/api` });
  });
});

/** The command line as a process: what it says, and how it ends. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const main = join(import.meta.dirname, "../src/main.ts");
/** Each step starts a process. */
vi.setConfig({ testTimeout: 30_000 });
let dataDir: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "pismo-cli-"));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env["PATH"],
  PISMO_DATA_DIR: dataDir,
  PISMO_PORT: "0",
  PISMO_SMTP_PORT: "0",
  PISMO_SAMPLE: "no",
  ...more,
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}
const pismo = (args: string[], env: Record<string, string> = {}) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(process.execPath, [main, ...args], { env: environment(env) }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

interface Serving {
  child: ChildProcess;
  url: string;
  output(): string;
}
/** @param before shell commands that run in the process first */
async function serve(before = ""): Promise<Serving> {
  const command = `${before} exec "${process.execPath}" "${main}" serve`;
  const child = spawn("sh", ["-c", command], { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = () => /http:\/\/\S+:\d+/.exec(output)?.[0] ?? "";
  await expect.poll(url, { timeout: 10_000 }).not.toBe("");
  return { child, url: url(), output: () => output };
}
const ended = async (child: ChildProcess): Promise<unknown> =>
  child.exitCode ?? ((await once(child, "exit")) as [number | null])[0];

describe("what makes no sense ends with one clear line and the code 2", () => {
  test.each([
    [["srve"], {}, 'There is no command "srve"; did you mean serve?'],
    [["--bogus"], {}, 'There is no command "--bogus"'],
    [["serve", "now"], {}, "serve takes no arguments"],
    [["token"], {}, "pismo token create"],
    [["token", "create", "--bogus"], {}, "--bogus"],
    [["mailbox", "add"], {}, "pismo mailbox add NAME"],
    [["mailbox", "add", "a b"], {}, "is no name for a mailbox"],
    [["serve"], { PISMO_PORT: "99999" }, "PISMO_PORT must be a port"],
    [["serve"], { PISMO_PORTS: "1" }, "did you mean PISMO_PORT?"],
    [["serve"], { PISMO_LOG_LEVEL: "debug", PISMO_SAMPLE: "x" }, "PISMO_SAMPLE must be yes or no"],
  ])("%o %o", async (args, env, line) => {
    const { code, stderr, stdout } = await pismo(args, env);
    expect(code).toBe(2);
    expect(stderr).toContain(line);
    expect(stderr).not.toContain("    at ");
    expect(stdout).toBe("");
  });
});

test("--help lists every command and every setting, --version the version", async () => {
  const { code, stdout } = await pismo(["--help"]);
  expect(code).toBe(0);
  for (const word of ["serve", "import", "export", "mailbox", "token", "backup", "restore", "rebuild"]) {
    expect(stdout).toContain(`  ${word}`);
  }
  expect(stdout).toMatch(/PISMO_PORT +.*\(8025\)/);
  expect((await pismo(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe("pismo serve", () => {
  test("says where it is and where the mail lies, and ends in peace", async () => {
    const { child, url, output } = await serve();
    expect(output()).toContain(dataDir);
    expect((await fetch(`${url}/.well-known/jmap`)).status).toBe(401);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
  });

  test("does not share its data directory with a second one", async () => {
    await serve();
    const { code, stderr } = await pismo(["serve"]);
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining("in use by another Pismo") as string]);
  });

  test.each(["PISMO_PORT", "PISMO_SMTP_PORT"])("names the setting when the port is taken: %s", async (variable) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await pismo(["serve"], { [variable]: String(port), PISMO_LOG_LEVEL: "warn" });
    expect(code).toBe(1);
    expect(stderr).toBe(`Port ${port} is in use by another program: choose another with ${variable}\n`);
    other.close();
  });

  test("finishes the upload under way before it ends, and cuts what only waits", async () => {
    const { child, url } = await serve();
    const token = (await pismo(["token", "create"])).stdout.trim();
    const { port } = new URL(url);
    const authorization = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;
    const idle = connect(Number(port), "127.0.0.1");
    const events = connect(Number(port), "127.0.0.1");
    events.write(`GET /jmap/eventsource?types=*&closeafter=no&ping=0 HTTP/1.1\r\n${authorization}\r\n`);
    await once(events, "data");
    const upload = connect(Number(port), "127.0.0.1");
    let answer = "";
    upload.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    upload.write(`POST /jmap/upload/a1/ HTTP/1.1\r\n${authorization}Content-Length: 10\r\n\r\nhello`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGTERM");
    events.resume();
    await Promise.all([once(idle, "close"), once(events, "close")]);
    upload.write("world");
    await once(upload, "close");
    expect(answer).toContain("200 OK");
    expect(answer).toContain('"size":10');
    expect(await ended(child)).toBe(0);
  });
});

test("where the disk takes no more, an upload says so, and nothing half-written stays", async () => {
  // No file may grow beyond 2 MB: writing fails as on a full disk.
  const { url } = await serve("trap '' XFSZ; ulimit -f 4096;");
  const token = (await pismo(["token", "create"])).stdout.trim();
  const upload = (size: number) =>
    fetch(`${url}/jmap/upload/a1/`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: Buffer.alloc(size, "x"),
    });
  const refused = await upload(5_000_000);
  expect(refused.status).toBe(507);
  expect(await refused.json()).toMatchObject({ status: 507, detail: expect.stringContaining("disk") as string });
  expect(readdirSync(join(dataDir, "blobs/tmp"))).toEqual([]);
  expect((await upload(500_000)).status).toBe(200);
});

describe("beside a running server", () => {
  test("tokens are made, listed and revoked", async () => {
    const { url } = await serve();
    const { stdout, stderr } = await pismo(["token", "create", "my client"]);
    const secret = stdout.trim();
    expect(secret).toMatch(/^pismo_[\w-]{43}$/);
    expect(stderr).not.toContain(secret);
    const status = async () =>
      (await fetch(`${url}/.well-known/jmap`, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await status()).toBe(200);
    const list = (await pismo(["token", "list"])).stdout;
    expect(list).toContain("my client");
    expect(list).not.toContain(secret);
    const [id = ""] = list.split("\t");
    expect((await pismo(["token", "revoke", id])).code).toBe(0);
    expect(await status()).toBe(401);
    expect((await pismo(["token", "revoke", id])).code).toBe(1);
  });

  test("mailboxes are added and listed, and at once have a token of their own", async () => {
    const { url } = await serve();
    expect((await pismo(["mailbox", "add", "anna"])).stdout).toContain("anna@pismo.localhost");
    expect((await pismo(["mailbox", "add", "Anna"])).stderr).toContain("There is a mailbox");
    expect((await pismo(["mailbox", "list"])).stdout).toBe("you@pismo.localhost\nanna@pismo.localhost\n");
    const secret = (await pismo(["token", "create", "hers", "--mailbox", "anna"])).stdout.trim();
    const session = await fetch(`${url}/.well-known/jmap`, { headers: { authorization: `Bearer ${secret}` } });
    expect(await session.json()).toMatchObject({ username: "anna@pismo.localhost" });
    expect((await pismo(["token", "create", "x", "--mailbox", "nobody"])).stderr).toContain(
      "There is no mailbox nobody",
    );
  });
});

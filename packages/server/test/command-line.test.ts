/** The command line as a process: what it says, and how it ends. */
import { JmapClient } from "@pismo/jmap";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeSettings } from "../src/config.ts";
import { commandLine, type CommandLine } from "./support/command-line.ts";

/** Each step starts a process. */

let pismo: CommandLine;
beforeEach(() => {
  pismo = commandLine();
});
afterEach(() => pismo.close());

describe("what makes no sense ends with one clear line and the code 2", () => {
  test.each([
    [["srve"], {}, 'There is no command "srve"; did you mean serve?'],
    [["--bogus"], {}, 'There is no command "--bogus"'],
    [["serve", "now"], {}, "serve takes no arguments"],
    [["token"], {}, "pismo token create"],
    [["token", "create", "--bogus"], {}, "Unknown option '--bogus': pismo token create"],
    [["import", "--foldr", "x"], {}, "'--foldr'; did you mean --folder?"],
    [["export", "--folder"], {}, "Option '--folder <value>' argument missing: pismo export"],
    [["mailbox", "add"], {}, "pismo mailbox add NAME"],
    [["mailbox", "add", "a b"], {}, "is no name for a mailbox"],
    [["mailbox", "add", "a@elsewhere.example"], {}, "is no name for a mailbox"],
    [["serve"], { PISMO_PORT: "99999" }, "PISMO_PORT must be a port"],
    [["serve"], { PISMO_PORTS: "1" }, "did you mean PISMO_PORT?"],
    [["serve"], { PISMO_LOG_LEVEL: "debug", PISMO_SAMPLE: "x" }, "PISMO_SAMPLE must be yes or no"],
  ])("%o %o", async (args, env, line) => {
    const { code, stderr, stdout } = await pismo.run(args, env);
    expect(code).toBe(2);
    expect(stderr).toContain(line);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stdout).toBe("");
  });
});

test("--help lists every command and every setting, --version the version", async () => {
  const { code, stdout } = await pismo.run(["--help"]);
  expect(code).toBe(0);
  for (const word of ["serve", "import", "export", "mailbox", "token", "backup", "restore", "rebuild"]) {
    expect(stdout).toContain(`  ${word}`);
  }
  for (const { variable } of describeSettings()) expect(stdout).toContain(`  ${variable} `);
  expect(stdout).toMatch(/PISMO_PORT +.*\(8025\)/);
  // Also where a setting would stop the command.
  expect((await pismo.run(["import", "--help"], { PISMO_PORT: "x" })).stdout).toBe(stdout);
  expect((await pismo.run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe("pismo serve", () => {
  test("says where it is and where the mail lies, and ends in peace", async () => {
    const { child, url, stdout, ended } = await pismo.serve();
    expect(stdout).toContain(pismo.dataDir);
    expect((await fetch(`${url}/.well-known/jmap`)).status).toBe(401);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test("does not share its data directory with a second one", async () => {
    await pismo.serve();
    const { code, stderr } = await pismo.run(["serve"]);
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining("in use by another Pismo") as string]);
  });

  test.each(["PISMO_PORT", "PISMO_SMTP_PORT"])("names the setting when the port is taken: %s", async (variable) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await pismo.run(["serve"], { [variable]: String(port), PISMO_LOG_LEVEL: "warn" });
    expect(code).toBe(1);
    expect(stderr).toBe(`Port ${port} is in use by another program: choose another with ${variable}\n`);
    other.close();
  });

  test("finishes the upload under way before it ends, and cuts what only waits", async () => {
    const { child, url, ended } = await pismo.serve();
    const token = (await pismo.run(["token", "create"])).stdout.trim();
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
    expect(await ended).toBe(0);
  });
});

const folders = (round: number) =>
  Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`c${n}`, { name: `${round} ${n} ${"x".repeat(100)}` }]));

test("where the disk takes no more, a method says so, and what is there can be read", async () => {
  const { url } = await pismo.serve({}, "trap '' XFSZ; ulimit -f 2400;");
  const token = (await pismo.run(["token", "create"])).stdout.trim();
  const headers = { authorization: `Bearer ${token}` };
  const client = new JmapClient({ sessionUrl: `${url}/.well-known/jmap`, headers });
  let stored = 0;
  const fill = async () => {
    for (let round = 0; round < 100; round++) {
      const { created } = await client.call("Mailbox/set", { accountId: "a1", create: folders(round) });
      stored += Object.keys(created ?? {}).length;
    }
  };
  await expect(fill()).rejects.toMatchObject({ type: "serverUnavailable" });
  const { total } = await client.call("Mailbox/query", { accountId: "a1", calculateTotal: true });
  expect(total).toBeGreaterThan(stored);
  expect(total).toBeLessThan(stored + 10);
});

test("where the disk takes no more, an upload says so, and nothing half-written stays", async () => {
  // No file may grow beyond 2 MB: writing fails as on a full disk.
  const { url } = await pismo.serve({}, "trap '' XFSZ; ulimit -f 4096;");
  const token = (await pismo.run(["token", "create"])).stdout.trim();
  const upload = (size: number) =>
    fetch(`${url}/jmap/upload/a1/`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: Buffer.alloc(size, "x"),
    });
  const refused = await upload(5_000_000);
  expect(refused.status).toBe(507);
  expect(await refused.json()).toMatchObject({ status: 507, detail: expect.stringContaining("disk") as string });
  expect(readdirSync(join(pismo.dataDir, "blobs/tmp"))).toEqual([]);
  expect((await upload(500_000)).status).toBe(200);
});

test("[9112 §9.3] where the disk takes no more, the connection of a refused upload serves the next request", async () => {
  const { url } = await pismo.serve({}, "trap '' XFSZ; ulimit -f 4096;");
  const token = (await pismo.run(["token", "create"])).stdout.trim();
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = (line: string, more: string) =>
    `${line} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
  let answers = "";
  socket.on("data", (chunk: Buffer) => (answers += chunk.toString("latin1")));
  socket.write(head("POST /jmap/upload/a1/", "Content-Length: 20000000\r\n"));
  socket.write(Buffer.alloc(20_000_000, "x"));
  socket.write(head("GET /.well-known/jmap", "Connection: close\r\n"));
  await once(socket, "close");
  expect(answers).toMatch(/^HTTP\/1\.1 507 /);
  expect(answers).toContain("HTTP/1.1 200 OK");
});

describe("beside a running server", () => {
  test("tokens are made, listed and revoked", async () => {
    const { url } = await pismo.serve();
    const { stdout, stderr } = await pismo.run(["token", "create", "my client"]);
    const secret = stdout.trim();
    expect(secret).toMatch(/^pismo_[\w-]{43}$/);
    expect(stderr).not.toContain(secret);
    const status = async () =>
      (await fetch(`${url}/.well-known/jmap`, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await status()).toBe(200);
    const list = (await pismo.run(["token", "list"])).stdout;
    expect(list).toContain("my client");
    expect(list).not.toContain(secret);
    const [id = ""] = list.split("\t");
    expect((await pismo.run(["token", "revoke", id])).code).toBe(0);
    expect(await status()).toBe(401);
    expect((await pismo.run(["token", "revoke", id])).code).toBe(1);
  });

  test("mailboxes are added and listed, and at once have a token of their own", async () => {
    const { url } = await pismo.serve();
    expect((await pismo.run(["mailbox", "add", "anna"])).stdout).toContain("anna@pismo.localhost");
    expect((await pismo.run(["mailbox", "add", "Anna"])).stderr).toContain("There is a mailbox");
    expect((await pismo.run(["mailbox", "list"])).stdout).toBe("you@pismo.localhost\nanna@pismo.localhost\n");
    const secret = (await pismo.run(["token", "create", "hers", "--mailbox", "anna"])).stdout.trim();
    const session = await fetch(`${url}/.well-known/jmap`, { headers: { authorization: `Bearer ${secret}` } });
    expect(await session.json()).toMatchObject({ username: "anna@pismo.localhost" });
    expect((await pismo.run(["token", "create", "x", "--mailbox", "nobody"])).stderr).toContain(
      "There is no mailbox nobody",
    );
  });
});

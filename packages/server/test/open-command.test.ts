/** `pismo open`, and the address that a server prints when it starts. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "./servers/free-port.ts";
import { commandLine, type CommandLine } from "./support/command-line.ts";

/** Each step starts a process. */

let pismo: CommandLine;
beforeEach(() => {
  pismo = commandLine();
});
afterEach(() => pismo.close());

const link = /^(http\S+)\/auth\/open\?secret=(pismo_[\w-]{43})$/m;

/** As a browser elsewhere. @returns the status of the session that it has then */
async function openBy(address: string, at = new URL(address).origin): Promise<number> {
  const { pathname, search } = new URL(address);
  const headers = { "x-forwarded-for": "203.0.113.5" };
  const opened = await fetch(`${at}${pathname}${search}`, { headers, redirect: "manual" });
  const [cookie = ""] = opened.headers.getSetCookie().map((each) => each.split(";")[0]!);
  return (await fetch(`${at}/jmap/session`, { headers: { ...headers, cookie } })).status;
}

test("the address that a server prints, and each new one, let a browser in once", async () => {
  const running = await pismo.serve();
  await expect.poll(() => running.stdout).toMatch(link);
  const [printed = ""] = link.exec(running.stdout)!;
  const { code, stdout, stderr } = await pismo.run(["open"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("once")]);
  for (const address of [printed, stdout.trim()]) {
    expect(new URL(address).origin).toBe(running.url);
    expect([await openBy(address), await openBy(address)]).toEqual([200, 401]);
  }
});

test("the secret stands in no file and no log", async () => {
  const running = await pismo.serve({ PISMO_LOG_LEVEL: "debug" });
  const address = (await pismo.run(["open"])).stdout.trim();
  await openBy(address);
  const [, , secret = ""] = link.exec(address)!;
  const files = readdirSync(pismo.dataDir, { recursive: true, encoding: "utf8" })
    .map((name) => join(pismo.dataDir, name))
    .filter((path) => statSync(path).isFile());
  expect(files.filter((path) => readFileSync(path).includes(secret))).toEqual([]);
  expect(running.stdout + running.stderr).not.toContain(secret);
});

test("the address is the one that a browser reaches the server by", async () => {
  const port = await freePort();
  await pismo.serve({ PISMO_PUBLIC_URL: "https://mail.example.org", PISMO_PORT: String(port) });
  const address = (await pismo.run(["open"])).stdout.trim();
  expect(address).toMatch(/^https:\/\/mail\.example\.org\/auth\/open\?/);
  expect(await openBy(address, `http://127.0.0.1:${port}`)).toBe(200);
});

test("where no server runs, and where people sign in, it says so", async () => {
  const without = await pismo.run(["open"]);
  expect([without.code, without.stderr]).toEqual([1, expect.stringContaining("npm start")]);
  const { child, ended } = await pismo.serve();
  child.kill("SIGTERM");
  await ended;
  expect((await pismo.run(["open"])).code).toBe(1);
  const hosted = await pismo.run(["open"], { PISMO_MODE: "hosted", PISMO_IMAP_URL: "imap://127.0.0.1:1" });
  expect([hosted.code, hosted.stdout]).toEqual([1, ""]);
  expect((await pismo.run(["open", "now"])).code).toBe(2);
});

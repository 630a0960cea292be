/** `pismo serve` as a process: where it cannot start, what it hears from other processes, and how it ends. */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandLine, type CommandLine } from "./support/command-line.ts";

// Each test starts several processes, on a machine that may be busy.

let pismo: CommandLine;
beforeEach(() => {
  pismo = commandLine();
});
afterEach(() => pismo.close());

const oneLine = /^[^\n]+\n$/;
const newToken = async () => (await pismo.run(["token", "create"])).stdout.trim();
const get = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } });
const listen = (url: string, token: string, query: string) => get(`${url}/jmap/eventsource?${query}&ping=0`, token);

describe("a data directory that cannot be used ends it with one clear line", () => {
  test("written by a newer version: no command touches it", async () => {
    await pismo.run(["mailbox", "add", "ann"]);
    const file = join(pismo.dataDir, "pismo.sqlite");
    const pragma = (text: string) => {
      const database = new DatabaseSync(file);
      const row = database.prepare(`pragma ${text}`).get();
      database.close();
      return row;
    };
    pragma("user_version = 9999");
    for (const args of [["serve"], ["token", "list"], ["import", pismo.dataDir]]) {
      const { code, stderr } = await pismo.run(args);
      expect([args, code]).toEqual([args, 1]);
      expect(stderr).toMatch(/was written by a newer version of Pismo/);
      expect(stderr).toMatch(oneLine);
    }
    expect(pragma("user_version")).toEqual({ user_version: 9999 });
  });

  test("a file", async () => {
    writeFileSync(pismo.dataDir, "");
    const { code, stderr } = await pismo.run(["serve"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(oneLine)]);
    expect(stderr).toContain(pismo.dataDir);
  });

  test("no database in it", async () => {
    mkdirSync(pismo.dataDir);
    writeFileSync(join(pismo.dataDir, "pismo.sqlite"), "nothing of the kind ".repeat(1000));
    const { code, stderr } = await pismo.run(["serve"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(oneLine)]);
    expect(stderr).toContain(pismo.dataDir);
  });

  test("not to be written", async () => {
    let place = pismo.dataDir;
    // The superuser may write everywhere but where the files are the kernel's own.
    if (process.getuid?.() === 0) place = "/sys/pismo";
    else {
      mkdirSync(place);
      chmodSync(place, 0o500);
    }
    const { code, stderr } = await pismo.run(["serve"], { PISMO_DATA_DIR: place });
    expect([code, stderr]).toEqual([1, expect.stringMatching(oneLine)]);
    expect(stderr).toContain(place);
  });
});

test("its files are for its user alone, in a directory that was there before too", async () => {
  mkdirSync(pismo.dataDir, { mode: 0o755 });
  const { url } = await pismo.serve();
  const headers = { authorization: `Bearer ${await newToken()}` };
  await fetch(`${url}/jmap/upload/a1/`, { method: "POST", headers, body: "x" });
  const paths = readdirSync(pismo.dataDir, { recursive: true, encoding: "utf8" });
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) expect([path, statSync(join(pismo.dataDir, path)).mode & 0o077]).toEqual([path, 0]);
});

test("what another process imports is pushed at once", async () => {
  const { url } = await pismo.serve();
  const token = await newToken();
  const stream = await listen(url, token, "types=Email&closeafter=state");
  const file = join(pismo.dataDir, "a.eml");
  writeFileSync(file, "Subject: hello\r\n\r\nbody\r\n");
  expect((await pismo.run(["import", file])).code).toBe(0);
  expect(await stream.text()).toMatch(/event: state\n[^]*"Email":/);
});

describe("its end", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("by %s is soon and in order, with streams open too", async (signal) => {
    const { url, child, ended } = await pismo.serve();
    const stream = await listen(url, await newToken(), "types=*&closeafter=no");
    const told = stream.text();
    const begun = performance.now();
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(await told).toBe(":\n\n");
  });

  test("by kill -9 stands in no one's way", async () => {
    const first = await pismo.serve();
    const token = await newToken();
    first.child.kill("SIGKILL");
    expect(await first.ended).toBeNull();
    const second = await pismo.serve();
    expect((await get(`${second.url}/jmap/session`, token)).status).toBe(200);
  });

  test("does not come because no one reads its log any more", async () => {
    const { url, child } = await pismo.serve({ PISMO_LOG_LEVEL: "debug" });
    child.stdout?.destroy();
    child.stderr?.destroy();
    for (let count = 0; count < 3; count++) expect((await get(`${url}/jmap/session`, "wrong")).status).toBe(401);
  });
});

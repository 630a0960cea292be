/** scripts/doctor.mjs, run for real: on this checkout, and on a copy in which nothing is installed. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeSettings } from "../src/config.ts";
import { freePort } from "./servers/free-port.ts";
import { testServer } from "./support/server.ts";

const project = join(import.meta.dirname, "../../..");
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pismo-doctor-"))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Diagnosis {
  code: number;
  output: string;
}

/** With free ports and a data directory of its own, where `env` says nothing else. */
async function doctor(env: Record<string, string | undefined> = {}, root = project): Promise<Diagnosis> {
  const own = { PISMO_PORT: String(await freePort()), PISMO_SMTP_PORT: "off", PISMO_DATA_DIR: join(folder, "data") };
  return new Promise((resolve) => {
    const args = [join(root, "scripts/doctor.mjs")];
    execFile(process.execPath, args, { env: { ...process.env, ...own, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

/** A server that gives this page for every path. */
async function serve(page: string) {
  const server = createServer((_request, response) => response.end(page));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port: String(port), [Symbol.dispose]: () => void server.close() };
}

/** A copy as after `git clone`. */
function fresh(): string {
  const clone = join(folder, "clone");
  mkdirSync(clone);
  for (const part of ["scripts", "package.json", "package-lock.json"])
    cpSync(join(project, part), join(clone, part), { recursive: true });
  return clone;
}

test("where all is there, npm start can run, and every package of the tests is named", async () => {
  const { code, output } = await doctor();
  expect(output).toContain("npm start can run.");
  expect(code).toBe(0);
  for (const name of ["Chromium", "postfix", "dovecot-imapd", "nginx-light", "libemail-mime-perl", "cyrus-imapd"])
    expect(output).toContain(name);
  expect(existsSync(join(folder, "data")), "nothing was made").toBe(false);
});

test("a taken port, with the setting that chooses another", async () => {
  using other = await serve("another program");
  const { code, output } = await doctor({ PISMO_PORT: other.port });
  expect(code).toBe(1);
  expect(output).toContain(`port ${other.port} is taken by another program`);
  expect(output).toContain(`PISMO_PORT=${Number(other.port) + 1} npm start`);
  expect(output).toContain("npm start cannot run yet.");
});

test("a Pismo that runs already", async () => {
  const server = await testServer();
  try {
    const { port } = new URL(await server.app.listen({ host: "127.0.0.1", port: 0 }));
    const { code, output } = await doctor({ PISMO_PORT: port });
    expect(output).toContain(`Pismo runs at port ${port} already`);
    expect(code).toBe(1);
  } finally {
    await server.close();
  }
});

test("a port for letters that is taken, but not where a mail server takes them in", async () => {
  using other = await serve("another program");
  const taken = await doctor({ PISMO_SMTP_PORT: other.port });
  expect(taken.code).toBe(1);
  expect(taken.output).toContain("(PISMO_SMTP_PORT)");
  const hosted = { PISMO_MODE: "hosted", PISMO_IMAP_URL: "imaps://imap.example.org" };
  expect(await doctor({ PISMO_SMTP_PORT: other.port, ...hosted })).toMatchObject({ code: 0 });
});

test("a data directory that cannot be written", async () => {
  writeFileSync(join(folder, "file"), "");
  const { code, output } = await doctor({ PISMO_DATA_DIR: join(folder, "file/data") });
  expect(code).toBe(1);
  expect(output).toContain(`the data directory ${join(folder, "file/data")} cannot be written`);
});

test("a setting that makes no sense, in the server's own words", async () => {
  const { code, output } = await doctor({ PISMO_LOG_LEVEL: "loud" });
  expect(code).toBe(1);
  expect(output).toContain("PISMO_LOG_LEVEL must be");
});

test("a fresh clone whose registry cannot be reached", async () => {
  const { code, output } = await doctor({ npm_config_registry: "http://127.0.0.1:1/" }, fresh());
  expect(code).toBe(1);
  expect(output).toContain("npm cannot reach its registry");
});

test("a fresh clone with a registry: npm start installs what is missing", async () => {
  using registry = await serve("{}");
  const clone = fresh();
  cpSync(join(project, "packages/server/src"), join(clone, "packages/server/src"), { recursive: true });
  const { code, output } = await doctor({ npm_config_registry: `http://127.0.0.1:${registry.port}/` }, clone);
  expect(output).toContain("npm start installs them");
  expect(code).toBe(0);
});

test("its defaults are the server's", async () => {
  const unset = { PISMO_PORT: undefined, PISMO_SMTP_PORT: undefined, PISMO_DATA_DIR: undefined };
  const { output } = await doctor({ ...unset, HOME: folder, XDG_DATA_HOME: undefined });
  const defaults = new Map(describeSettings().map(({ variable, default: value }) => [variable, value]));
  expect(output).toMatch(
    new RegExp(`port ${defaults.get("PISMO_PORT")} .*\\(PISMO_PORT\\)|at port ${defaults.get("PISMO_PORT")}`),
  );
  expect(output).toMatch(new RegExp(`port ${defaults.get("PISMO_SMTP_PORT")} .*\\(PISMO_SMTP_PORT\\)`));
  expect(output).toContain(`the data directory ${join(folder, ".local/share/pismo")} can`);
});

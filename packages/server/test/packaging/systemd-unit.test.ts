/** packaging/pismo.service and what belongs to it, as systemd itself judges them. It need not run for that. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";

const packaging = join(import.meta.dirname, "../../../../packaging");
const read = (file: string): string => readFileSync(join(packaging, file), "utf8");

const hasSystemd = existsSync("/usr/bin/systemd-analyze");
if (!hasSystemd)
  console.error("systemd-analyze is missing: the unit is not judged (on Debian: apt-get install systemd).");

const folder = mkdtempSync(join(tmpdir(), "pismo-unit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const analyze = (...args: readonly string[]) =>
  spawnSync("systemd-analyze", [...args, "--no-pager"], { cwd: folder, encoding: "utf8" });

/** The unit with its drop-in, and with programs that are on this machine. */
function unit(): string {
  const file = join(folder, "pismo.service");
  writeFileSync(file, read("pismo.service").replaceAll("/opt/pismo/bin/pismo", process.execPath));
  mkdirSync(`${file}.d`, { recursive: true });
  writeFileSync(join(`${file}.d`, "secrets.conf"), read("secrets.conf"));
  return file;
}

describe.runIf(hasSystemd)("the unit", () => {
  test("has nothing that systemd does not know", () => {
    const { status, stdout, stderr } = analyze("verify", "--man=no", unit());
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });

  test("is hardened: exposed by at most 1.5 of 10", () => {
    const { status, stdout } = analyze("security", "--offline=true", "--threshold=15", unit());
    expect([status, stdout]).toEqual([0, expect.stringContaining("Overall exposure level for pismo.service: 1.")]);
  });
});

test("SIGTERM reaches the server once: the launcher passes it on", () => {
  expect(read("pismo.service")).toMatch(/^KillMode=mixed\nKillSignal=SIGTERM$/m);
});

test("its settings are ones that Pismo takes, the secrets from systemd's folder", () => {
  const secrets = {
    "database-url": "postgres://pismo:word@db:5432/pismo",
    "secret-key": Buffer.alloc(32).toString("base64"),
  };
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), `${value}\n`);
  const dropIn = read("secrets.conf");
  const credentials = [...dropIn.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name);
  expect(credentials).toEqual(Object.keys(secrets));
  const fromUnit = [...dropIn.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value!.replace("%d", folder),
  ]);
  const settings = { ...parseEnv(read("pismo.env")), ...(Object.fromEntries(fromUnit) as Record<string, string>) };
  expect(loadConfig(settings)).toMatchObject({
    dataDir: "/var/lib/pismo/mail",
    mode: "hosted",
    databaseUrl: secrets["database-url"],
  });
  // The directory that the unit makes writable.
  expect(read("pismo.service")).toContain("\nStateDirectory=pismo\n");
  expect(read("pismo.sysusers")).toContain("u pismo - ");
});

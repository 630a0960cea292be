/** backup, restore and check --repair killed at any moment: the mailbox is as before or complete, never in between. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CommandLine, commandLine } from "./support/command-line.ts";

vi.setConfig({ testTimeout: 240_000 });

let pismo: CommandLine;
let folder: string;
beforeEach(async () => {
  pismo = commandLine();
  folder = mkdtempSync(join(tmpdir(), "pismo-repair-"));
  const letters = Array.from(
    { length: 600 },
    (_, n) =>
      `From a Thu Sep  5 20:06:20 2002\nFrom: a@b.example\nSubject: letter ${n} end\n\n${`${n} `.repeat(2000)}\n\n`,
  );
  writeFileSync(join(folder, "list.mbox"), letters.join(""));
  const { code, stderr } = await pismo.run(["import", join(folder, "list.mbox")]);
  if (code !== 0) throw new Error(stderr);
});
afterEach(async () => {
  await pismo.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The number of intact messages. */
async function countWhole(): Promise<number> {
  const target = join(folder, `export-${process.hrtime.bigint()}`);
  const { code, stdout } = await pismo.run(["export", target, "--format", "eml"]);
  expect(code).toBe(0);
  rmSync(target, { recursive: true });
  return Number(/Exported (\d+)/.exec(stdout)?.[1]);
}

/** Kills the command as soon as `isTime`, or lets it end. @returns whether it was killed */
async function killWhen(args: readonly string[], isTime: () => boolean): Promise<boolean> {
  const running = pismo.start(args);
  const look = setInterval(() => {
    if (isTime()) running.child.kill("SIGKILL");
  }, 0);
  const code = await running.ended;
  clearInterval(look);
  return code === null;
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? -1;

test("backup: an older one stays until the new one is complete, and the next one removes what a killed one left", async () => {
  const file = join(folder, "pismo.tar");
  expect((await pismo.run(["backup", file])).code).toBe(0);
  const { length } = readFileSync(file);
  const partial = () => readdirSync(folder).find((name) => name.endsWith(".partial"));
  let kills = 0;
  for (const bytes of [0, 100_000, 2_000_000, length - 2000]) {
    const isKilled = await killWhen(["backup", file], () => {
      const name = partial();
      return name !== undefined && sizeOf(join(folder, name)) >= bytes;
    });
    kills += Number(isKilled);
    // The older one or the new one: complete in either case.
    expect(readFileSync(file).subarray(-4096).includes("databaseSha256")).toBe(true);
  }
  expect(kills).toBeGreaterThan(1);
  expect((await pismo.run(["backup", file])).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(["list.mbox", "pismo.tar"]);
  expect((await pismo.run(["restore", file])).code).toBe(0);
  expect(await countWhole()).toBe(600);
});

test("restore: the mailbox is the previous one or the one of the backup", async () => {
  const file = join(folder, "pismo.tar");
  expect((await pismo.run(["backup", file])).code).toBe(0);
  const fresh = `${pismo.dataDir}.restore`;
  const packs = () => (existsSync(join(fresh, "blobs/packs")) ? readdirSync(join(fresh, "blobs/packs")).length : 0);
  let kills = 0;
  for (const isTime of [
    () => existsSync(fresh),
    () => packs() >= 1,
    () => packs() >= 4,
    () => existsSync(`${pismo.dataDir}.old`),
    () => !existsSync(fresh) && existsSync(`${pismo.dataDir}.old`),
  ]) {
    kills += Number(await killWhen(["restore", file], isTime));
    expect(await countWhole()).toBe(600);
  }
  expect(kills).toBeGreaterThan(2);
  expect((await pismo.run(["restore", file])).code).toBe(0);
  expect((await pismo.run(["check"])).code).toBe(0);
  const siblings = readdirSync(dirname(pismo.dataDir)).filter((name) => name.startsWith(basename(pismo.dataDir)));
  // Each mailbox that was replaced stays, and nothing else.
  const name = basename(pismo.dataDir);
  expect(siblings.filter((each) => each !== name && !each.startsWith(`${name}.before-restore`))).toEqual([]);
  expect(siblings).toContain(`${name}.before-restore`);
});

test("check --repair: killed anywhere, the next one completes it, and no Email is lost", async () => {
  const database = join(pismo.dataDir, "pismo.sqlite");
  const bytes = readFileSync(database);
  const page = Math.floor(bytes.indexOf('"letter 300 end"') / 4096) * 4096;
  bytes.fill(0xff, page, page + 4096);
  writeFileSync(database, bytes);
  expect((await pismo.run(["check"])).code).toBe(3);
  const fresh = `${database}.repaired`;
  let kills = 0;
  for (const isTime of [
    () => sizeOf(fresh) >= 0,
    () => sizeOf(fresh) > 200_000,
    () => existsSync(`${database}.damaged`),
    () => existsSync(`${database}.damaged`) && !existsSync(fresh),
    () => existsSync(`${database}.damaged`) && sizeOf(`${database}-wal`) > 500_000,
  ]) {
    kills += Number(await killWhen(["check", "--repair"], isTime));
  }
  expect(kills).toBeGreaterThan(2);
  expect((await pismo.run(["check", "--repair"])).code).toBe(0);
  expect((await pismo.run(["check"])).code).toBe(0);
  expect(await countWhole()).toBe(600);
});

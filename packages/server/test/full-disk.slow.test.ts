/** A full disk is reported at once and as such, and no stored data is lost. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CommandLine, commandLine } from "./support/command-line.ts";
import { smallDisk } from "./support/small-disk.ts";

const disk = smallDisk(24 << 20);
afterAll(() => disk?.remove());

let pismo: CommandLine;
beforeEach(() => {
  pismo = commandLine();
});
afterEach(() => pismo.close());

const messages = Array.from(
  { length: 40 },
  (_, n) => `From a Thu Sep  5 20:06:20 2002\nFrom: a@b.example\nSubject: ${n}\n\n${`${n} `.repeat(40_000)}\n\n`,
);

async function mailbox(env: Record<string, string> = {}): Promise<void> {
  const file = join(pismo.dataDir, "../list.mbox");
  writeFileSync(file, messages.join(""));
  expect((await pismo.run(["import", file], env)).code).toBe(0);
}

describe.skipIf(!disk)("a disk that is full", () => {
  test("a backup reports before it begins that there is no room, and leaves the older one unchanged", async () => {
    await mailbox();
    const target = join(disk!.path, "pismo.tar");
    writeFileSync(target, "an older backup");
    disk!.fill(1 << 20);
    const before = readdirSync(disk!.path).sort();
    const { code, stderr } = await pismo.run(["backup", target]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no room for .*pismo\.tar: it takes about \d+ MB, and \d+ MB are free/);
    expect(readdirSync(disk!.path).sort()).toEqual(before);
    expect(readFileSync(target, "utf8")).toBe("an older backup");
  });

  test("a restore reports it too, and leaves the mailbox unchanged", async () => {
    await mailbox();
    const file = join(pismo.dataDir, "../pismo.tar");
    expect((await pismo.run(["backup", file])).code).toBe(0);
    const dataDir = join(disk!.path, "data");
    disk!.fill(1 << 20);
    const { code, stderr } = await pismo.run(["restore", file], { PISMO_DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(stderr).toMatch(/no room for/);
    expect(readdirSync(dataDir)).not.toContain("pismo.sqlite");
  });

  test("a mailbox on a disk without a free octet: neither another Pismo nor another backup is reported as the cause", async () => {
    const env = { PISMO_DATA_DIR: join(disk!.path, "full") };
    disk!.fill(20 << 20);
    await mailbox(env);
    disk!.fill(0);
    for (const args of [["backup", join(pismo.dataDir, "../pismo.tar")], ["serve"]]) {
      const { code, stderr } = await pismo.run(args, env);
      expect(code).toBe(1);
      expect(stderr).toMatch(/disk is full/);
    }
  });

  test("an import to a full disk reports it, keeps what it has ingested, and resumes when there is room", async () => {
    const env = { PISMO_DATA_DIR: join(disk!.path, `filling-${process.hrtime.bigint()}`) };
    disk!.fill(4 << 20);
    const file = join(pismo.dataDir, "../list.mbox");
    writeFileSync(file, messages.join(""));
    const first = await pismo.run(["import", file], env);
    expect(first).toMatchObject({ code: 1 });
    expect(first.stderr).toMatch(/disk is full/);
    disk!.fill(20 << 20);
    const second = await pismo.run(["import", file], env);
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(await pismo.run(["check"], env)).toMatchObject({ code: 0, stderr: "" });
    const { stdout } = await pismo.run(["export", join(pismo.dataDir, "../all")], env);
    expect(stdout).toContain("Exported 40 letters");
  });
});

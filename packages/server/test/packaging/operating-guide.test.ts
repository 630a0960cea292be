/** docs/operating.md: its commands work, and what it says that Pismo says, Pismo says. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { filesBelow } from "../../../../scripts/import-graph.mjs";
import { type CommandLine, commandLine } from "../support/command-line.ts";
import { blocksOf, guide, type Sandbox, sandbox } from "../support/operating-guide.ts";

const root = join(import.meta.dirname, "../../../..");

describe("its commands", () => {
  let pismo: CommandLine;
  let place: Sandbox;
  beforeEach(() => {
    pismo = commandLine();
    place = sandbox(pismo);
    writeFileSync(join(place.backups, "letters.mbox"), "From a Thu Sep  5 20:06:20 2002\nSubject: Kept\n\nbody\n\n");
  });
  afterEach(() => pismo.close());

  test("that need nothing: a key, a backup, and the mailbox as of it", async () => {
    const [key = "", backup = "", restore = "", ...more] = blocksOf("");
    expect(more).toEqual([]);
    expect(await place.run(key)).toMatchObject({ code: 0 });
    expect(await pismo.run(["import", join(place.backups, "letters.mbox")])).toMatchObject({ code: 0 });
    expect(await place.run(backup)).toMatchObject({ code: 0 });
    expect(existsSync(join(place.backups, "pismo.tar"))).toBe(true);
    rmSync(pismo.dataDir, { recursive: true });
    expect(await place.run(restore)).toMatchObject({ code: 0, output: expect.stringContaining("Restored 1 messages") });
    const exported = join(place.backups, "restored.mbox");
    expect(await pismo.run(["export", exported])).toMatchObject({ code: 0 });
    expect(readFileSync(exported, "utf8")).toContain("Subject: Kept");
  });

  test("beside a server", async () => {
    const { url } = await pismo.serve();
    const blocks = blocksOf("server");
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks)
      expect([block, await place.run(block, {}, url)]).toEqual([block, expect.objectContaining({ code: 0 })]);
    expect(readFileSync(join(place.backups, "all.mbox"), "utf8")).toContain("Subject: Kept");
  });

  test("for a server for several people", async () => {
    const [block = "", ...more] = blocksOf("hosted");
    expect(more).toEqual([]);
    const hosted = { PISMO_MODE: "hosted", PISMO_IMAP_URL: "imaps://imap.example.org" };
    await pismo.serve(hosted);
    expect(await place.run(block, hosted)).toMatchObject({ code: 0 });
  });

  test("as root: a shell reads them, their files are there, and go where the unit expects them", () => {
    const script = blocksOf("root").join("\n");
    expect(spawnSync("/bin/sh", ["-n"], { input: script, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    const files = [...script.matchAll(/\bpackaging\/[\w.-]+/g)].map(([file]) => file);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const unit = readFileSync(join(root, "packaging/pismo.service"), "utf8");
    expect(script).toContain("--prefix /opt/pismo ");
    expect(unit).toContain("ExecStart=/opt/pismo/bin/pismo serve");
    expect(script).toContain("packaging/pismo.env /etc/pismo/pismo.env");
    expect(unit).toContain("EnvironmentFile=/etc/pismo/pismo.env");
    expect(script).toContain("-g pismo ");
    expect(unit).toContain("Group=pismo");
  });

  test("all of them are run or read", () => {
    const fences = guide.match(/^```.+$/gm) ?? [];
    expect(fences.filter((fence) => !/^```sh( server| hosted| postgres| root)?$/.test(fence))).toEqual([]);
  });
});

test("each complaint that it explains is one of Pismo's own", () => {
  const said = filesBelow(root, "packages/server/src")
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  const table = guide.slice(guide.indexOf("| Pismo says"));
  const rows = [...table.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)]);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.map(([, words]) => words!).filter((words) => !said.includes(words))).toEqual([]);
});

/** A data directory or an address that cannot be used ends Pismo with one clear line, and nothing is made. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandLine, type CommandLine } from "./support/command-line.ts";

let pismo: CommandLine;
beforeEach(() => {
  pismo = commandLine();
});
afterEach(() => pismo.close());

const oneLine = (words: string) => ({
  code: 1,
  stdout: "",
  stderr: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`)),
});

const mount = (...args: readonly string[]): boolean => spawnSync("mount", args).status === 0;

/** A place that only the kernel refuses to write: the superuser may write everywhere else. */
function readOnlyPlace(): { place: string; [Symbol.dispose](): void } | undefined {
  const place = join(dirname(pismo.dataDir), "read-only");
  mkdirSync(place, { recursive: true });
  if (!mount("--bind", place, place)) return undefined;
  return { place, [Symbol.dispose]: () => void spawnSync("umount", ["-l", place]) };
}

describe("a data directory", () => {
  test("below a file", async () => {
    const file = join(dirname(pismo.dataDir), "file");
    writeFileSync(file, "");
    const place = join(file, "mail");
    expect(await pismo.run(["serve"], { PISMO_DATA_DIR: place })).toEqual(
      oneLine(`The directory ${place} cannot be made`),
    );
  });

  test("on a read-only file system, with a mailbox in it and without", async (context) => {
    using mounted = readOnlyPlace();
    if (!mounted) return context.skip("only root may mount a file system");
    const env = { PISMO_DATA_DIR: join(mounted.place, "mail") };
    expect(await pismo.run(["mailbox", "add", "ann"], env)).toMatchObject({ code: 0 });
    expect(mount("-o", "remount,bind,ro", mounted.place)).toBe(true);
    const before = readdirSync(env.PISMO_DATA_DIR).toSorted();
    expect(await pismo.run(["serve"], env)).toEqual(oneLine(`No permission to use ${env.PISMO_DATA_DIR}`));
    expect(await pismo.run(["mailbox", "list"], env)).toEqual(oneLine(`No permission to use ${env.PISMO_DATA_DIR}`));
    expect(readdirSync(env.PISMO_DATA_DIR).toSorted()).toEqual(before);
    const other = { PISMO_DATA_DIR: join(mounted.place, "other") };
    expect(await pismo.run(["serve"], other)).toEqual(oneLine(`The directory ${other.PISMO_DATA_DIR} cannot be made`));
    return undefined;
  });
});

test.each(["192.0.2.1", "nowhere.invalid"])("an address that this machine does not have: %s", async (host) => {
  expect(await pismo.run(["serve"], { PISMO_HOST: host })).toEqual(
    oneLine(`PISMO_HOST must be an address of this machine, and ${host} is none`),
  );
});

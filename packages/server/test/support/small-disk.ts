/** A disk of a few megabytes, to be filled: a tmpfs, which only root may mount. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  path: string;
  /** Leaves this many octets free. */
  fill(freeBytes: number): void;
  remove(): void;
}

const mount = (...args: string[]): boolean => spawnSync("mount", args, { stdio: "ignore" }).status === 0;

/** undefined, with a line of log, where it cannot be mounted. */
export function smallDisk(bytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), "pismo-disk-"));
  if (!mount("-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", path)) {
    rmSync(path, { recursive: true });
    process.stderr.write("Skipped: only root can mount a small disk to fill it\n");
    return undefined;
  }
  return {
    path,
    fill(freeBytes) {
      mkdirSync(join(path, "filler"), { recursive: true });
      const page = Buffer.alloc(4096);
      let number = 0;
      try {
        for (;;) writeFileSync(join(path, "filler", String(number++)), page);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
      for (let freed = 0; freed < freeBytes; freed += page.length)
        rmSync(join(path, "filler", String(--number)), { force: true });
    },
    remove() {
      spawnSync("umount", ["-l", path], { stdio: "ignore" });
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The commands of docs/operating.md, and a folder in which they run against the real product. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandLine } from "./command-line.ts";

const root = join(import.meta.dirname, "../../../..");
export const guide = readFileSync(join(root, "docs/operating.md"), "utf8");

/**
 * What stands behind "sh" of a fenced block says what it needs: nothing, a running server, one for several people, PostgreSQL, or root (which
 * stands for systemd, a registry of images and installations too).
 */
export type Needs = "" | "server" | "hosted" | "postgres" | "root";

export const blocksOf = (needs: Needs): string[] =>
  [...guide.matchAll(/^```sh ?(\w*)\n([^]*?)^```$/gm)].flatMap(([, name, block]) => (name === needs ? [block!] : []));

const main = join(root, "packages/server/src/main.ts");

export interface Sandbox {
  /** Stands for /var/backups/pismo. */
  backups: string;
  /** Runs a block as a shell does, up to the first command that fails. @param url of a server, for the default one */
  run(block: string, env?: Record<string, string>, url?: string): Promise<{ code: number | null; output: string }>;
}

/** With the data directory of `pismo`. */
export function sandbox(pismo: CommandLine): Sandbox {
  const folder = join(dirname(pismo.dataDir), "guide");
  const [backups, programs] = [join(folder, "backups"), join(folder, "bin")];
  for (const each of [backups, programs]) mkdirSync(each, { recursive: true });
  writeFileSync(join(programs, "pismo"), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(join(programs, "pismo"), 0o755);
  return {
    backups,
    async run(block, env = {}, url = "") {
      const script = block.replaceAll("/var/backups/pismo", backups).replaceAll("http://127.0.0.1:8025", url);
      const child = spawn("/bin/sh", ["-eu", "-c", script], {
        cwd: folder,
        env: { PATH: `${programs}:${process.env["PATH"]}`, PISMO_DATA_DIR: pismo.dataDir, PISMO_SAMPLE: "no", ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
      return { code, output };
    },
  };
}

/** Damages a data directory as disks do; its store may be open. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The files of blobs and packs. */
export const blobFiles = (dataDir: string): string[] =>
  readdirSync(join(dataDir, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Flips one bit of the first octet of `text` at its last occurrence, in the one file that has it. */
export function rot(files: readonly string[], text: string): void {
  const found = files.filter((file) => readFileSync(file).includes(text));
  if (found.length !== 1) throw new Error(`"${text}" is in ${found.length} files`);
  const bytes = readFileSync(found[0]!);
  const at = bytes.lastIndexOf(text);
  bytes[at] = bytes[at]! ^ 4;
  writeFileSync(found[0]!, bytes);
}

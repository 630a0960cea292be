/** Programs of Debian packages that conflict with each other: scripts/debian-packages.mjs unpacks them into a folder. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { unpackedFolder } from "../../../../scripts/unpacked-packages.mjs";

const lib = join(unpackedFolder, "usr/lib");

/** A path in the unpacked packages. */
export const unpacked = (path: string): string => join(unpackedFolder, path);

export const isUnpacked = (path: string): boolean => existsSync(unpacked(path));

/** Environment in which unpacked programs find their libraries. */
export function unpackedLibraries(): Record<string, string> {
  const architectures = readdirSync(lib).filter((name) => /-linux-gnu/.test(name));
  const folders = [lib, ...architectures.flatMap((name) => [join(lib, name), unpacked(`lib/${name}`)])];
  return { LD_LIBRARY_PATH: folders.join(":") };
}

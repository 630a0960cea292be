/** Checks a disk's free space before hours of work and not after them. */
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isMissingFile, StoreError } from "../db/errors.ts";

/**
 * @param path of a file or folder that need not exist yet
 * @throws StoreError diskFull
 */
export async function assertDiskSpace(path: string, neededBytes: number): Promise<void> {
  const free = await freeBytes(resolve(path));
  if (free === undefined || free >= neededBytes) return;
  throw new StoreError(
    "diskFull",
    `The disk has no room for ${path}: it takes about ${megabytes(neededBytes)}, and ${megabytes(free)} are free. Nothing was changed.`,
  );
}

/** undefined where the file system does not report it. */
async function freeBytes(path: string): Promise<number | undefined> {
  try {
    const { bavail, bsize, blocks } = await statfs(path);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch (error) {
    const parent = dirname(path);
    return isMissingFile(error) && parent !== path ? freeBytes(parent) : undefined;
  }
}

const megabytes = (bytes: number): string =>
  `${Math.ceil(bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: 0 })} MB`;

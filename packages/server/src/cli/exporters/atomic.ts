/** A file or directory that gets its name only when it is complete. */
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

/** @throws Error when the name exists */
async function refuseExisting(target: string): Promise<void> {
  const existing = await stat(target).catch(() => undefined);
  if (existing) throw new Error(`${target} is there already`);
}

export async function writeFileAtomically<T>(target: string, fill: (file: FileHandle) => Promise<T>): Promise<T> {
  await refuseExisting(target);
  const partial = `${target}.partial`;
  const file = await open(partial, "w", 0o600);
  try {
    const result = await fill(file);
    await file.sync();
    await file.close();
    await rename(partial, target);
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}

export async function writeDirectoryAtomically<T>(target: string, fill: (dir: string) => Promise<T>): Promise<T> {
  await refuseExisting(target);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    const result = await fill(partial);
    await rename(partial, target);
    return result;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

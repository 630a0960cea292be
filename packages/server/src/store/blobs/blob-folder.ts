/** The folder of blobs. A new name in it is durable once the folder is synced. */
import { constants, closeSync, fsyncSync, openSync } from "node:fs";
import { access, open } from "node:fs/promises";

export interface BlobFolder {
  root: string;
  /** false only in tests, where a crash may lose everything. */
  durable: boolean;
}

/** Windows has no such call. */
const canSync = process.platform !== "win32";

export async function syncFolder(path: string): Promise<void> {
  if (!canSync) return;
  await access(path, constants.R_OK);
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The same by synchronous calls, for a worker thread. */
export function syncFolderNow(path: string): void {
  if (!canSync) return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Takes a stream whose length and hash are known only at its end: in memory while it is small, then in a file. */
import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileError, StoreError } from "../db/errors.ts";

const MAX_IN_MEMORY_BYTES = 1 << 20;

export interface Spooled {
  sha256: Buffer;
  /** Octets. */
  size: number;
  /** Of a small one … */
  bytes?: Uint8Array;
  /** … and of others the file, which is removed after `work`. */
  path?: string;
}

/** @throws StoreError tooLarge beyond `limit` octets, diskFull; what the stream throws */
export async function spool<T>(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  work: (spooled: Spooled) => Promise<T>,
): Promise<T> {
  const hash = createHash("sha256");
  const path = join(tmpdir(), `pismo-${randomBytes(9).toString("hex")}`);
  let size = 0;
  let chunks: Uint8Array[] = [];
  let file: FileHandle | undefined;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > limit) throw new StoreError("tooLarge", `More than ${limit} bytes`);
      hash.update(chunk);
      chunks.push(chunk);
      if (size <= MAX_IN_MEMORY_BYTES) continue;
      file ??= await open(path, "wx", 0o600).catch(fail);
      await file.writeFile(Buffer.concat(chunks)).catch(fail);
      chunks = [];
    }
    await file?.close();
    const sha256 = hash.digest();
    return await work(file ? { sha256, size, path } : { sha256, size, bytes: Buffer.concat(chunks) });
  } finally {
    await file?.close().catch(() => {});
    if (file) await rm(path, { force: true });
  }
}

function fail(error: unknown): never {
  throw fileError(error, tmpdir());
}

/**
 * Passwords at rest: AES-256-GCM with a key that is stored beside the database and not in it, so that a copy of the
 * database (a backup) reveals none of them.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileError, isMissingFile, StoreError } from "../db/errors.ts";

export interface Vault {
  /** @param purpose binds the secret: it opens for the same purpose alone */
  seal(secret: string, purpose: string): string;
  /** @returns undefined when it was sealed with another key or for another purpose */
  open(sealed: string, purpose: string): string | undefined;
  /** Derives a key of 32 octets for a purpose, the same each time. */
  derive(purpose: string): Uint8Array;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const keyFile = (dataDir: string): string => join(dataDir, "secret.key");

/** Opens the vault of a data directory and creates a missing key. @throws StoreError unreadable, diskFull */
export async function openVault(dataDir: string): Promise<Vault> {
  const found = await findVault(dataDir);
  if (found) return found;
  const file = keyFile(dataDir);
  // The key appears complete or not at all, and the first of two processes wins.
  const fresh = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    const out = await open(fresh, "wx", 0o600);
    await out.writeFile(randomBytes(KEY_BYTES));
    await out.sync();
    await out.close();
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    return vaultWith(await readFile(file));
  } catch (error) {
    throw fileError(error, file);
  } finally {
    await rm(fresh, { force: true });
  }
}

/** The vault of a data directory; undefined where it has no key. @throws StoreError unreadable */
export async function findVault(dataDir: string): Promise<Vault | undefined> {
  const file = keyFile(dataDir);
  try {
    return vaultWith(await readFile(file));
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw fileError(error, file);
  }
}

/** @throws StoreError corrupt */
export function vaultWith(key: Uint8Array): Vault {
  if (key.length !== KEY_BYTES) throw new StoreError("corrupt", "secret.key is not a key of Pismo");
  return {
    derive: (purpose) => new Uint8Array(hkdfSync("sha256", key, "", purpose, KEY_BYTES)),
    seal(secret, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(purpose));
      const content = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString("base64url");
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const content = bytes.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(content), decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

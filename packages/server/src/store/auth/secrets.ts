/** Secrets that are shown once: the store has their hash alone. */
import { hash, randomBytes } from "node:crypto";

/** 32 random bytes; people and secret scanners recognize the prefix. */
export const newSecret = (): string => `pismo_${randomBytes(32).toString("base64url")}`;

/** A hash without salt or stretching is enough: 256 bits cannot be guessed. */
export const hashOf = (secret: string): string => hash("sha256", secret, "base64url");

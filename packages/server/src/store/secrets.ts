/** Secrets that are handed out once: the store keeps their hash alone. */
import { hash, randomBytes } from "node:crypto";

/** 32 random bytes; the prefix tells people (and secret scanners) what they have found. */
export const newSecret = (): string => `pismo_${randomBytes(32).toString("base64url")}`;

/** A hash without salt or stretching is enough: nobody guesses 256 bits. */
export const hashOf = (secret: string): string => hash("sha256", secret, "base64url");

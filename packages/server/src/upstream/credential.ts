/** What a person signs in with at a JMAP engine: HTTP Basic (RFC 7617) or a bearer token (RFC 6750). */
import type { Id } from "@pismo/jmap";
import { credentialPurpose } from "../store/auth/upstream-logins.ts";
import type { Vault } from "../store/auth/vault.ts";

export type Credential =
  | { scheme: "basic"; username: string; password: string }
  | {
      scheme: "bearer";
      token: string;
    }
  /** Stands for a provider's grant in the row of the session (tokens.ts). */
  | { scheme: "oauth"; grant: string };

/** The credentials that a name and a password on our page may mean, in the order in which they are tried. */
export function credentialsFor(username: string, password: string): Exclude<Credential, { scheme: "oauth" }>[] {
  // A colon ends the name (RFC 7617 §2), and a header field holds no control characters.
  const isBasic = username !== "" && !/[:\p{Cc}]/u.test(username) && !/\p{Cc}/u.test(password);
  // token68 of RFC 6750 §2.1. A shorter one is a password.
  const isBearer = /^[\w.~+/-]{16,}=*$/.test(password);
  return [
    ...(isBasic ? [{ scheme: "basic", username, password } as const] : []),
    ...(isBearer ? [{ scheme: "bearer", token: password } as const] : []),
  ];
}

/** The value of the Authorization field. */
export function authorizationOf(credential: Exclude<Credential, { scheme: "oauth" }>): string {
  if (credential.scheme === "bearer") return `Bearer ${credential.token}`;
  return `Basic ${Buffer.from(`${credential.username}:${credential.password}`).toString("base64")}`;
}

export const sealCredential = (credential: Credential, accountId: Id, vault: Vault): string =>
  vault.seal(JSON.stringify(credential), credentialPurpose(accountId));

/** @returns undefined: it was sealed with another key, or for another account */
export function openCredential(sealed: string, accountId: Id, vault: Vault): Credential | undefined {
  const text = vault.open(sealed, credentialPurpose(accountId));
  return text === undefined ? undefined : (JSON.parse(text) as Credential);
}

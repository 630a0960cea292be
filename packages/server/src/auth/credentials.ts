/** The Authorization header and the secrets in it. */
import type { RequestFacts } from "./request-origin.ts";

/** A token that a caller sent, and with Basic the user name. */
export interface Credentials {
  scheme: "bearer" | "basic";
  secret: string;
  username?: string;
}

/** Bearer (RFC 6750) or Basic (RFC 7617), where the password is the token. undefined for any other scheme. */
export function parseAuthorization(header: string): Credentials | undefined {
  const [, scheme = "", value = ""] = /^\s*(bearer|basic)\s+(\S+)\s*$/i.exec(header) ?? [];
  if (scheme.toLowerCase() === "bearer") return { scheme: "bearer", secret: value };
  const plain = Buffer.from(value, "base64").toString("utf8");
  const colon = plain.indexOf(":");
  if (colon < 0) return undefined;
  return { scheme: "basic", username: plain.slice(0, colon), secret: plain.slice(colon + 1) };
}

/** No Basic challenge for a fetch of our page: the browser would open its password dialog. */
export function challengesFor({ fetchMode }: RequestFacts): string[] {
  const bearer = 'Bearer realm="Pismo"';
  const isScript = fetchMode !== undefined && fetchMode !== "navigate";
  return isScript ? [bearer] : [bearer, 'Basic realm="Pismo", charset="UTF-8"'];
}

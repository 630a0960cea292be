/** Why an address book server cannot be used or was not synced: a closed list, and the words for the log. */
import type { AddressBookServerProblem } from "@pismo/jmap";
import { SignInNeeded } from "../imap/connection/errors.ts";

export class DavError extends Error {
  override readonly name = "DavError";
  readonly kind: AddressBookServerProblem["kind"];

  constructor(kind: AddressBookServerProblem["kind"], detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** An answer that was no success. */
export class DavRefusal extends Error {
  override readonly name = "DavRefusal";
  readonly status: number;
  /** The local names in a DAV:error (RFC 4918 §16). */
  readonly conditions: ReadonlySet<string>;

  constructor(status: number, text: string) {
    super(`HTTP ${status}`);
    this.status = status;
    this.conditions = new Set(
      Array.from(text.slice(0, 10_000).matchAll(/<(?:[\w-]+:)?([\w-]+)/g), ([, name]) => name!),
    );
  }
}

const kinds: readonly [RegExp, AddressBookServerProblem["kind"]][] = [
  [/^(CERT_|UNABLE_TO_|ERR_TLS_CERT|INVALID_|HOSTNAME_|DEPTH_ZERO_|SELF_SIGNED|PATH_LENGTH)/, "certificate"],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|ENODATA)$/, "noSuchServer"],
  [/^(ERR_SSL_|EPROTO$|HPE_)/, "noAddressBook"],
];

/** Only the person can go on. */
export const needsPerson = ({ kind }: AddressBookServerProblem): boolean =>
  kind === "wrongPassword" || kind === "grantRefused" || kind === "notAllowed";

/** With several addresses of a name, the first one's error counts. */
export function problemOf(error: unknown): AddressBookServerProblem {
  if (error instanceof SignInNeeded) return { kind: "grantRefused", detail: error.message };
  if (error instanceof DavError) return { kind: error.kind, detail: error.message };
  const { code, errors, message } = (error ?? {}) as { code?: string; errors?: { code?: string }[]; message?: string };
  const text = code || (errors?.[0]?.code ?? "");
  return { kind: kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "unreachable", detail: message || text };
}

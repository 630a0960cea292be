/** Maps errors of the network and of TLS to the closed list of problems. */
import { type MailServerProblem, SetFailure } from "@pismo/jmap";

const kinds: readonly [RegExp, MailServerProblem["kind"]][] = [
  [/^CERT_HAS_EXPIRED$|^CERT_NOT_YET_VALID$/, "certificateExpired"],
  [/^(DEPTH_ZERO_)?SELF_SIGNED_CERT/, "certificateSelfSigned"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/, "certificateOtherHost"],
  [/^(CERT_|UNABLE_TO_|ERR_TLS_CERT|INVALID_CA|PATH_LENGTH_EXCEEDED|INVALID_PURPOSE)/, "certificateUntrusted"],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|ENODATA|ESERVFAIL|EDNS)$/, "noSuchServer"],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES)$/, "unreachable"],
  [/TIMEOUT|^ETIMEDOUT$|^UND_ERR_CONNECT_TIMEOUT$/, "timeout"],
  // An answer that is no TLS: "wrong version number", "packet length too long" …
  [/^(ERR_SSL_|EPROTO$)/, "notMailServer"],
];

/** With several addresses of a name, the first one's error counts. */
export function kindOfNetworkError(error: unknown): MailServerProblem["kind"] {
  const { code, errors } = (error ?? {}) as { code?: string; errors?: { code?: string }[] };
  const text = code || (errors?.[0]?.code ?? "");
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "connection";
}

/** The fields beside which the interface shows a problem. */
const fieldsOf: Partial<Record<MailServerProblem["kind"], readonly string[]>> = {
  wrongPassword: ["username", "password"],
  appPassword: ["password"],
  oauth: ["password"],
  noSuchServer: ["host"],
  plainRefused: ["security"],
  noStartTls: ["security"],
};

export function refusalFor(problem: MailServerProblem): SetFailure {
  const { kind, server } = problem;
  const fields = fieldsOf[kind] ?? ["host", "port", "security"];
  const place = (field: string): string => (server === "jmap" ? "jmapUrl" : `${server}/${field}`);
  const properties = [...new Set(fields.map((field) => (/word$|name$/.test(field) ? field : place(field))))];
  return new SetFailure({ type: "invalidProperties", properties, description: `${server}: ${kind}`, problem });
}

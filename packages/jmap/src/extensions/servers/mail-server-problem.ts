/** Why servers cannot be used: a closed list, which the client translates. */
export const mailServerProblems = [
  "wrongPassword",
  /** The provider requires an app password, not that of its web page. */
  "appPassword",
  /** The server accepts tokens instead of passwords (RFC 7628). */
  "oauth",
  "noSuchServer",
  "unreachable",
  "timeout",
  "certificateExpired",
  "certificateSelfSigned",
  "certificateOtherHost",
  "certificateUntrusted",
  /** The server accepts a password over TLS alone. */
  "plainRefused",
  /** STARTTLS is required, and the server does not offer it. */
  "noStartTls",
  /** Another protocol answers, or TLS instead of plain text, or the reverse. */
  "notMailServer",
  /** Anything else: see `detail`. */
  "connection",
] as const;

export interface MailServerProblem {
  kind: (typeof mailServerProblems)[number];
  server: "imap" | "smtp" | "jmap";
  /** The text of the server or the system; never a secret. */
  detail: string;
  /** With appPassword and oauth: the provider's instructions. */
  helpUrl: string | null;
}

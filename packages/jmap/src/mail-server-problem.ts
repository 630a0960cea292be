/** Why servers cannot be used: a closed list, for the screen to put into words. */
export const mailServerProblems = [
  "wrongPassword",
  /** The provider wants a password made for programs, not the one of its web page. */
  "appPassword",
  /** The server takes no passwords, but tokens (RFC 7628). */
  "oauth",
  "noSuchServer",
  "unreachable",
  "timeout",
  "certificateExpired",
  "certificateSelfSigned",
  "certificateOtherHost",
  "certificateUntrusted",
  /** The server takes a password only where TLS hides it. */
  "plainRefused",
  /** STARTTLS was asked for, and the server has none. */
  "noStartTls",
  /** Something else answers there, or TLS where plain was meant, or the other way round. */
  "notMailServer",
  /** Anything else; `detail` says what. */
  "connection",
] as const;

export interface MailServerProblem {
  kind: (typeof mailServerProblems)[number];
  /** Which of the two. */
  server: "imap" | "smtp";
  /** What the server or the system said, in its own words; never a secret. */
  detail: string;
  /** With appPassword and oauth: where the provider explains it. */
  helpUrl: string | null;
}

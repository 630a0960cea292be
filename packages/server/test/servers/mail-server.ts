/** A mail server, as the tests use it. */
export interface MailServer {
  readonly host: "127.0.0.1";
  /** IMAP, plain. */
  readonly port: number;
  /** Any user name has this password. */
  readonly password: string;
  /** From the next start on. */
  configure(options: { password?: string }): void;
  /** Kills it, and starts it again on the same ports. */
  restart(): Promise<void>;
  /** Its log. */
  log(): string;
  stop(): Promise<void>;
}

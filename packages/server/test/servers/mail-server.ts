/** What the tests need of a mail server, whichever it is. */
export interface MailServer {
  readonly host: "127.0.0.1";
  /** IMAP, plain. */
  readonly port: number;
  /** Any user name has this password. */
  readonly password: string;
  /** From the next start on. */
  configure(options: { password?: string }): void;
  /** Ends it as a power cut would, and starts it again on the same ports. */
  restart(): Promise<void>;
  /** What it has written to its log. */
  log(): string;
  stop(): Promise<void>;
}

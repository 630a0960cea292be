/** The path to which our own page posts a name and a password. */
export const SIGN_IN_PATH = "/auth/sign-in";

/** A request that is not authenticated. `challenges` are values for WWW-Authenticate. */
export class SignInError extends Error {
  readonly status: 401 | 403 | 429 | 503;
  readonly challenges: readonly string[];
  /** In seconds, with 429. */
  readonly retryAfter: number | undefined;
  /** The administrator has disabled the person. */
  readonly isDisabled: boolean = false;
  constructor(status: 401 | 403 | 429 | 503, detail: string, challenges: readonly string[] = [], retryAfter?: number) {
    super(detail);
    this.name = "SignInError";
    this.status = status;
    this.challenges = challenges;
    this.retryAfter = retryAfter;
  }
}

/** The password was right, and the administrator has disabled the person. */
export class PersonDisabled extends SignInError {
  override readonly isDisabled = true;
  constructor() {
    super(403, "This mailbox is disabled here: ask the administrator.");
  }
}

export const tooManyAttempts = (seconds: number): SignInError =>
  new SignInError(429, "Too many failed attempts: wait before the next one.", [], seconds);

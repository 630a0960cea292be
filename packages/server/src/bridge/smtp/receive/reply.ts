/** Our replies to SMTP commands. */
import { StoreError } from "../../../store/db/store.ts";

/**
 * A refusal for smtp-server. The library adds an enhanced code (RFC 3463) of its own to a numeric reply code; it lacks
 * ours ("550 5.7.1", "452 4.3.1"), so that both are passed as one.
 */
export class SmtpRefusal extends Error {
  readonly responseCode: string;
  /** @param code "550 5.1.1": the reply code (RFC 5321 §4.2) and the enhanced one */
  constructor(code: `${4 | 5}${number} ${4 | 5}.${number}.${number}`, text: string) {
    super(text);
    this.name = "SmtpRefusal";
    this.responseCode = code;
  }
}

/** The reply when a message could not be stored: always transient, because the message is valid. */
export function storageRefusal(error: unknown): SmtpRefusal {
  return error instanceof StoreError && error.code === "diskFull"
    ? new SmtpRefusal("452 4.3.1", "Not enough storage, try again later")
    : new SmtpRefusal("451 4.3.0", "The letter could not be stored, try again later");
}

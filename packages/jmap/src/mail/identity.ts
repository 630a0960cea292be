/** Identities: RFC 8621 §6. */
import type { Id } from "../core/core.ts";
import type { EmailAddress } from "./email.ts";

export interface Identity {
  id: Id;
  name: string;
  email: string;
  replyTo: EmailAddress[] | null;
  bcc: EmailAddress[] | null;
  textSignature: string;
  htmlSignature: string;
  mayDelete: boolean;
}
